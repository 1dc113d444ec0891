//! More threads for one listener.

use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use log::error;

use crate::LOG;
use crate::listener::Tasks;
use crate::shutdown::Shutdown;

/// Threads that run the same tasks as the one that serves, until this is dropped, which waits for them.
pub(crate) struct Workers {
    threads: Vec<JoinHandle<()>>,
    end: Arc<Shutdown>,
}

impl Workers {
    /// Starts all but one of so many threads.
    ///
    /// # Errors
    ///
    /// When the system has no more threads to give. Those that were started have ended then.
    pub(crate) fn start(tasks: &Arc<Tasks>, count: NonZero<usize>) -> io::Result<Workers> {
        let mut workers = Workers { threads: Vec::new(), end: Arc::default() };
        for number in 1..count.get() {
            let (tasks, mut end) = (Arc::clone(tasks), workers.end.watch());
            let thread = thread::Builder::new().name(format!("snodo-http-{number}"));
            let thread = thread.spawn(move || async_io::block_on(tasks.run(end.end())))?;
            workers.threads.push(thread);
        }
        Ok(workers)
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.end.end();
        for thread in self.threads.drain(..) {
            // Tasks that panic end alone, so this would be a fault of the runtime.
            if thread.join().is_err() {
                error!(target: LOG, "a thread of the listener panicked");
            }
        }
    }
}
