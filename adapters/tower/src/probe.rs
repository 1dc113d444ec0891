//! Waiting for the first thing that a call says.

use std::task::{Context, Poll, ready};
use std::time::Instant;

use snodo_core::Frame;
use snodo_executor::{Place, Submitter};

use crate::shared::Shared;
use crate::timer::Timer;

/// How an answer begins.
pub(crate) enum Begun {
    Frame(Frame),
    /// With a stream, so that something is written: only then do some hosts see whether the peer is still there.
    Probed(Place),
}

pub(crate) struct Probe<'a> {
    shared: &'a Shared,
    pub(crate) timer: Timer,
    due: Option<Instant>,
}

impl Probe<'_> {
    pub(crate) fn new(shared: &Shared) -> Probe<'_> {
        Probe { shared, timer: shared.timer(), due: None }
    }

    /// The first frame, or the probe if that is earlier. Without a place for a stream the probe is put off.
    pub(crate) fn poll(&mut self, submitter: &mut Submitter, cx: &mut Context<'_>) -> Poll<Begun> {
        if let Poll::Ready(output) = submitter.poll_output(cx) {
            return Poll::Ready(Begun::Frame(output.frame));
        }
        let Some(delay) = self.shared.times.probe else { return Poll::Pending };
        loop {
            if self.due.is_none() {
                self.due = self.timer.now().checked_add(delay);
            }
            let Some(due) = self.due else { return Poll::Pending };
            ready!(self.timer.poll(due, cx));
            if let Some(place) = self.shared.streams.take() {
                return Poll::Ready(Begun::Probed(place));
            }
            self.due = None;
        }
    }
}
