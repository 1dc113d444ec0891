//! How long.
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use snodo_core::{Failure, Invocation, Middleware, Next};

use crate::clock::{Clock, SystemClock};

/// Gives a call up after a time, from its first poll. By default 5,000 ms.
///
/// The handler's future is dropped, as at a cancellation. A handler that blocks its thread cannot be given up: time is
/// looked at between its polls.
#[derive(Debug)]
pub struct Timeout {
    limit: Duration,
    clock: Arc<dyn Clock>,
}

impl Timeout {
    /// At most `limit`.
    #[must_use]
    pub fn new(limit: Duration) -> Self {
        Self { limit, clock: Arc::new(SystemClock) }
    }

    /// Another clock, for hosts with timers of their own and for tests.
    #[must_use]
    pub fn clock(self, clock: impl Clock) -> Self {
        Self { clock: Arc::new(clock), ..self }
    }
}

impl Default for Timeout {
    fn default() -> Self {
        Self::new(Duration::from_secs(5))
    }
}

impl Middleware for Timeout {
    fn around<T: Send + 'static>(
        &self,
        _: &Invocation<'_>,
        next: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        let (limit, clock) = (self.limit, Arc::clone(&self.clock));
        async move {
            let mut next = pin!(next);
            // The timer is made only for a handler that is not done at its first poll.
            let mut sleep = None;
            poll_fn(|cx| {
                if let Poll::Ready(result) = next.as_mut().poll(cx) {
                    return Poll::Ready(result);
                }
                // A moment too far to say is never reached.
                let Some(deadline) = clock.now().checked_add(limit) else { return Poll::Pending };
                let sleep = sleep.get_or_insert_with(|| clock.sleep_until(deadline));
                sleep.as_mut().poll(cx).map(|()| Err(Failure::new("The call took too long")))
            })
            .await
        }
    }
}
