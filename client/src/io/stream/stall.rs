//! How long a peer may take nothing.

use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use snodo_executor::{Clock, Sleep};

/// Ready once the peer has taken nothing for the limit, while something waits for it.
pub(super) struct Stall {
    clock: Arc<dyn Clock>,
    limit: Option<Duration>,
    /// How much the peer had taken, and when that was first seen.
    seen: Option<(u64, Instant)>,
    sleep: Option<Sleep>,
}

impl Stall {
    pub(super) fn new(clock: Arc<dyn Clock>, limit: Option<Duration>) -> Self {
        Self { clock, limit, seen: None, sleep: None }
    }

    /// Nothing waits for the peer.
    pub(super) fn stop(&mut self) {
        self.seen = None;
        self.sleep = None;
    }

    /// Something waits; `taken` grows whenever the peer takes something. Gives the limit that is over.
    pub(super) fn poll(&mut self, taken: u64, cx: &mut Context<'_>) -> Poll<Duration> {
        let Some(limit) = self.limit else { return Poll::Pending };
        let since = match self.seen {
            Some((before, since)) if before == taken => since,
            _ => self.seen.insert((taken, self.clock.now())).1,
        };
        // A limit beyond what the clock can count to never comes.
        let Some(deadline) = since.checked_add(limit) else { return Poll::Pending };
        loop {
            // A sleep that was armed earlier stays: one timer for each limit, not one for each byte that is taken.
            if let Some(sleep) = &mut self.sleep {
                ready!(sleep.as_mut().poll(cx));
                self.sleep = None;
                if self.clock.now() >= deadline {
                    return Poll::Ready(limit);
                }
            }
            self.sleep = Some(self.clock.sleep_until(deadline));
        }
    }
}
