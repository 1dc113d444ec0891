//! A deadline on the executor's clock.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use snodo_executor::Clock;

/// Ready once `limit` has passed since it was first polled after [`stop`](Self::stop) or the start.
pub(super) struct Timer {
    clock: Arc<dyn Clock>,
    limit: Duration,
    since: Option<Instant>,
    sleep: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl Timer {
    pub(super) fn new(clock: &Arc<dyn Clock>, limit: Duration) -> Timer {
        Timer { clock: Arc::clone(clock), limit, since: None, sleep: None }
    }

    pub(super) fn limit(&self) -> Duration {
        self.limit
    }

    /// The next poll starts the time anew. An armed sleep stays: where progress is frequent it costs one timer
    /// per limit and not one per progress.
    pub(super) fn restart(&mut self) {
        self.since = None;
    }

    /// Nothing is due any more.
    pub(super) fn stop(&mut self) {
        self.since = None;
        self.sleep = None;
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let since = *self.since.get_or_insert_with(|| self.clock.now());
        // A limit beyond what the clock can count to never comes.
        let Some(deadline) = since.checked_add(self.limit) else { return Poll::Pending };
        loop {
            if let Some(sleep) = &mut self.sleep {
                ready!(sleep.as_mut().poll(cx));
                self.sleep = None;
                if self.clock.now() >= deadline {
                    return Poll::Ready(());
                }
            }
            self.sleep = Some(self.clock.sleep_until(deadline));
        }
    }
}
