//! Handing tasks to the host's runtime.
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

/// What the executor asks a runtime to drive until it is done.
pub type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs tasks on whatever the host has.
///
/// Implemented for [`async_executor::Executor`] (which `smol` calls `Executor` too) in an [`Arc`] or in a
/// `static`. Elsewhere it is one line with [`spawn_fn`].
///
/// The executor never asks a runtime to stop a task: cancelling, the deadline and a dropped
/// [`Submitter`](crate::Submitter) take the handler out of the task themselves, so detach it. A runtime
/// that drops a task unfinished ends its call: the submitter gets -32603 with the reason `shutting_down`.
/// A runtime that stops polling leaves its calls where they are: they can be cancelled and keep their
/// capacity until then, but their deadlines do not fire, since the task is what watches them.
pub trait Spawn: Send + Sync + 'static {
    /// Starts driving `task`, detached, and returns without waiting for it.
    ///
    /// Called by [`Submitter::submit`](crate::Submitter::submit) on its caller's thread, with no lock held.
    fn spawn(&self, task: Task);
}

impl Spawn for Arc<async_executor::Executor<'static>> {
    fn spawn(&self, task: Task) {
        async_executor::Executor::spawn(self, task).detach();
    }
}

impl Spawn for &'static async_executor::Executor<'static> {
    fn spawn(&self, task: Task) {
        async_executor::Executor::spawn(self, task).detach();
    }
}

impl fmt::Debug for dyn Spawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spawn")
    }
}

/// A [`Spawn`] from a closure.
///
/// ```
/// use std::sync::Arc;
/// use snodo_executor::{Executor, spawn_fn};
///
/// let runtime = Arc::new(async_executor::Executor::new());
/// let executor = Executor::new(spawn_fn(move |task| runtime.spawn(task).detach()));
/// # assert_eq!(executor.stats().running, 0);
/// ```
pub fn spawn_fn<F>(spawn: F) -> SpawnFn<F>
where
    F: Fn(Task) + Send + Sync + 'static,
{
    SpawnFn { spawn }
}

/// What [`spawn_fn`] makes.
#[derive(Clone, Copy)]
pub struct SpawnFn<F> {
    spawn: F,
}

impl<F> fmt::Debug for SpawnFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpawnFn").finish_non_exhaustive()
    }
}

impl<F> Spawn for SpawnFn<F>
where
    F: Fn(Task) + Send + Sync + 'static,
{
    fn spawn(&self, task: Task) {
        (self.spawn)(task);
    }
}
