//! Memory of connections whose peers are silent.

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use snodo_executor::Clock;

use super::Connection;
use super::times::Timer;

/// How long a connection keeps buffers that hold nothing, since bytes last came.
const KEPT: Duration = Duration::from_secs(1);

/// When buffers are looked at. Armed at most once in [`KEPT`], and not touched in between, so that a busy connection
/// pays nothing for it.
pub(super) struct Spare {
    timer: Timer,
    due: Option<Instant>,
}

impl Spare {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Spare {
        Spare { timer: Timer::new(clock), due: None }
    }

    /// Ready when the moment has come.
    fn poll(&mut self, cx: &mut Context<'_>, moment: Instant) -> Poll<()> {
        let polled = self.timer.poll(cx, moment);
        self.due = polled.is_pending().then_some(moment);
        polled
    }
}

impl Connection {
    /// Gives buffers back that have held nothing for a while.
    pub(super) fn release_spare(&mut self, cx: &mut Context<'_>, now: Instant) {
        let is_armed = self.spare.due.is_some_and(|due| now < due);
        if is_armed || !(self.requests.has_spare() || self.out.has_spare()) {
            return;
        }
        let Some(moment) = self.times.last_read.checked_add(KEPT) else { return };
        if self.spare.poll(cx, moment).is_ready() {
            self.requests.release();
            self.out.release();
        }
    }
}
