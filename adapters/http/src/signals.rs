//! SIGINT and SIGTERM.

use std::io;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_io::Async;
use log::debug;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level::{pipe, unregister};
use signal_hook::{SigId, flag};

use crate::LOG;

/// While it lives, the first signal is told and the second ends the process from inside the signal handler, even
/// while a tool blocks every thread. Afterwards each ends the process as if nobody handled it.
pub(crate) struct Signals {
    handlers: Vec<SigId>,
    /// Has a byte for every signal.
    told: Async<UnixStream>,
    over: Arc<AtomicBool>,
}

impl Signals {
    pub(crate) fn catch() -> io::Result<Signals> {
        let (told, teller) = UnixStream::pair()?;
        let seen = Arc::<AtomicBool>::default();
        let mut signals = Signals { handlers: Vec::new(), told: Async::new(told)?, over: Arc::default() };
        let Signals { handlers, over, .. } = &mut signals;
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_default(signal, Arc::clone(over))?;
            // In this order the first signal does not yet see its own mark.
            handlers.push(flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&seen))?);
            handlers.push(flag::register(signal, Arc::clone(&seen))?);
            handlers.push(pipe::register(signal, teller.try_clone()?)?);
        }
        Ok(signals)
    }

    /// Waits for the first one.
    pub(crate) async fn first(&self) -> io::Result<()> {
        self.told.readable().await?;
        debug!(target: LOG, "a signal asks for the end");
        Ok(())
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.handlers.drain(..).for_each(|handler| {
            unregister(handler);
        });
        self.over.store(true, Ordering::SeqCst);
    }
}
