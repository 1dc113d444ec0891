//! A request that waits for the gate.

use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use super::output::Output;
use super::requests::Requests;
use super::route::Answer;
use super::times::{Due, after};
use crate::gate::{Admission, GateHead, Refusal};

pub(super) struct Gated {
    admission: Admission,
    since: Instant,
    /// The body of a request that arrived whole. That of any other is left where it is until the verdict.
    body: Option<Vec<u8>>,
}

impl Gated {
    pub(super) fn new(admission: Admission, body: Option<&[u8]>, now: Instant) -> Gated {
        Gated { admission, since: now, body: body.map(<[u8]>::to_vec) }
    }
}

impl Requests {
    /// Goes on with the request when there is a verdict.
    pub(super) fn poll_gated(&mut self, cx: &mut Context<'_>, out: &mut Output, now: Instant) -> Poll<()> {
        let Some(gated) = &mut self.gated else { return Poll::Ready(()) };
        let verdict = ready!(gated.admission.poll(cx));
        let (head, body) = (GateHead::clone(gated.admission.head()), gated.body.take());
        self.gated = None;
        let call = match verdict {
            Ok(call) => call,
            Err(refusal) => {
                self.answer(&Answer::Refused(refusal), out, now);
                return Poll::Ready(());
            }
        };
        match body.map(|body| (self.shared.resume(&head, &body, &call), body.len())) {
            Some((Ok(execution), bytes)) => self.submit(execution, bytes, out, now),
            Some((Err(answer), _)) => self.answer(&answer, out, now),
            None => {
                self.admitted = Some(call);
                self.writer.http.read_body(&mut out.bytes);
            }
        }
        Poll::Ready(())
    }

    /// Ends a request about which the gate took too long.
    pub(super) fn gate_timeout(&mut self, out: &mut Output, now: Instant) {
        if self.leave_gate() {
            let refusal =
                Refusal::new(504, "It took too long to find out whether this request may be let in");
            self.answer(&Answer::Refused(refusal), out, now);
        }
    }

    /// Waits for no verdict any more. Says whether it did.
    pub(super) fn leave_gate(&mut self) -> bool {
        self.gated.take().is_some()
    }

    pub(super) fn gate_due(&self, timeout: Option<Duration>) -> Option<(Instant, Due)> {
        after(self.gated.as_ref()?.since, timeout, Due::Gate)
    }
}
