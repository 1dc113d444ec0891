//! How many at once.
use snodo_core::{Failure, Invocation, Middleware, Next};

use crate::places::Places;

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
pub struct Concurrency(Places);

impl Concurrency {
    /// At most `limit` calls at once; zero counts as one.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self(Places::new(limit.max(1)))
    }

    /// How many are at work now.
    #[must_use]
    pub fn running(&self) -> usize {
        self.0.taken()
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
        let places = self.0.clone();
        async move {
            let Some(_place) = places.take() else {
                return Err(Failure::new("Too many calls at once: try again later"));
            };
            next.await
        }
    }
}
