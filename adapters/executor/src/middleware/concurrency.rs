//! How many at once.
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use snodo_core::{Failure, Invocation, Middleware, Next};

/// Refuses a call while too many others are at work. By default 32.
///
/// A call counts from its first poll until it is over or dropped.
///
/// ```
/// use snodo_core::{NoArguments, Tool};
/// use snodo_executor::middleware::Concurrency;
///
/// let tool = Tool::new("render", async |_: NoArguments| Ok("done")).wrap(Concurrency::new(4));
/// # let _ = tool;
/// ```
#[derive(Debug)]
pub struct Concurrency {
    limit: usize,
    running: Arc<AtomicUsize>,
}

impl Concurrency {
    /// At most `limit` calls at once; zero counts as one.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { limit: limit.max(1), running: Arc::default() }
    }

    /// How many are at work now.
    #[must_use]
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }
}

impl Default for Concurrency {
    fn default() -> Self {
        Self::new(32)
    }
}

impl Middleware for Concurrency {
    fn around<T: Send + 'static>(
        &self,
        _: &Invocation<'_>,
        next: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        let (limit, running) = (self.limit, Arc::clone(&self.running));
        async move {
            let Some(_place) = Place::take(running, limit) else {
                return Err(Failure::new("Too many calls at once: try again later"));
            };
            next.await
        }
    }
}

/// One of the calls at work.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(running: Arc<AtomicUsize>, limit: usize) -> Option<Self> {
        let free = |count: usize| (count < limit).then_some(count + 1);
        running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free).ok()?;
        Some(Self(running))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
