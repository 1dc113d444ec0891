//! Waiting for a moment that moves.

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use snodo_executor::{Clock, Sleep};

/// Wakes its task at a moment that may be another one at each poll. The clock is asked for a timer only when the task
/// really waits, and a moment that moves away keeps the old one until it is over.
pub(crate) struct Timer {
    clock: Arc<dyn Clock>,
    sleep: Option<(Instant, Sleep)>,
}

impl Timer {
    pub(crate) fn new(clock: &Arc<dyn Clock>) -> Timer {
        Timer { clock: Arc::clone(clock), sleep: None }
    }

    pub(crate) fn now(&self) -> Instant {
        self.clock.now()
    }

    /// Ready when `moment` has come.
    pub(crate) fn poll(&mut self, moment: Instant, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            let (armed, sleep) = match &mut self.sleep {
                Some((armed, sleep)) if *armed <= moment => (armed, sleep),
                _ => {
                    let (armed, sleep) = self.sleep.insert((moment, self.clock.sleep_until(moment)));
                    (armed, sleep)
                }
            };
            let is_last = *armed == moment;
            std::task::ready!(sleep.as_mut().poll(cx));
            self.sleep = None;
            if is_last {
                return Poll::Ready(());
            }
        }
    }
}
