//! An answer that is a stream of events.

use std::mem;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::Bytes;
use snodo_core::http::{KEEP_ALIVE, encode_event};
use snodo_core::{CloseReason, Frame};
use snodo_executor::{JobId, Place, Submitter};

use crate::shutdown::Watch;
use crate::timer::Timer;

/// So many bytes of events go to the host in one piece, and one event more.
const BATCH: usize = 16 * 1024;

/// Events as they come, comments while there are none, and the end. Dropping it cancels what they come from.
pub(crate) struct Events {
    submitter: Submitter,
    /// What the host has not got yet.
    buffer: Vec<u8>,
    /// The last event is in the buffer, or gone.
    is_last: bool,
    quiet: Quiet,
    of: Of,
}

/// Comments for a stream that says nothing.
struct Quiet {
    timer: Timer,
    /// How long it may say nothing.
    period: Option<Duration>,
    /// When it last did.
    since: Instant,
}

/// What the events come from.
pub(crate) enum Of {
    Call(#[expect(dead_code, reason = "its drop frees the place")] Place),
    /// To be ended with the service; no longer there when it was.
    Subscription(JobId, Option<Watch>),
}

impl Events {
    /// A stream that begins with `first`, or with a comment.
    pub(crate) fn new(
        submitter: Submitter,
        first: Option<&Frame>,
        of: Of,
        timer: Timer,
        period: Option<Duration>,
    ) -> Events {
        let mut buffer = Vec::new();
        match first {
            Some(frame) => encode_event(frame, &mut buffer),
            None => buffer.extend_from_slice(KEEP_ALIVE),
        }
        let quiet = Quiet { since: timer.now(), timer, period };
        Events { submitter, buffer, is_last: false, quiet, of }
    }

    /// All has been taken.
    pub(crate) fn is_over(&self) -> bool {
        self.is_last && self.buffer.is_empty()
    }

    /// The next piece; `None` after the last.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.is_over() {
            return Poll::Ready(None);
        }
        if let Of::Subscription(job, watch) = &mut self.of
            && watch.as_mut().is_some_and(|watch| watch.poll(cx))
        {
            *watch = None;
            self.submitter.finish(*job, CloseReason::Shutdown);
        }
        while !self.is_last && self.buffer.len() < BATCH {
            let Poll::Ready(output) = self.submitter.poll_output(cx) else { break };
            encode_event(&output.frame, &mut self.buffer);
            self.is_last = output.frame.is_last();
        }
        if self.buffer.is_empty() {
            return self.quiet.poll(cx).map(|()| Some(Bytes::from_static(KEEP_ALIVE)));
        }
        self.quiet.since = self.quiet.timer.now();
        Poll::Ready(Some(mem::take(&mut self.buffer).into()))
    }
}

impl Quiet {
    /// Ready when it is time for a comment.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(moment) = self.period.and_then(|period| self.since.checked_add(period)) else {
            return Poll::Pending;
        };
        self.timer.poll(moment, cx).map(|()| self.since = self.timer.now())
    }
}
