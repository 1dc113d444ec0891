//! A runtime that knows how many tasks it has.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use snodo::executor::{Spawn, Task};

/// One thread's executor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runtime {
    executor: Arc<async_executor::Executor<'static>>,
    tasks: Arc<AtomicUsize>,
}

impl Runtime {
    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        async_io::block_on(self.executor.run(future))
    }

    /// How many tasks there are: connections, and jobs that were not done at their first poll.
    pub(crate) fn tasks(&self) -> usize {
        self.tasks.load(Ordering::SeqCst)
    }
}

impl Spawn for Runtime {
    fn spawn(&self, task: Task) {
        self.tasks.fetch_add(1, Ordering::SeqCst);
        let counted = Counted { task, tasks: Arc::clone(&self.tasks) };
        async_executor::Executor::spawn(&self.executor, counted).detach();
    }
}

struct Counted {
    task: Task,
    tasks: Arc<AtomicUsize>,
}

impl Future for Counted {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.task.as_mut().poll(cx)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.tasks.fetch_sub(1, Ordering::SeqCst);
    }
}
