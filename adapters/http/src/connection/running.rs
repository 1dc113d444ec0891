//! A request whose answer takes longer than one poll, or is a stream.

use std::task::{Context, Poll, Waker, ready};
use std::time::Instant;

use log::debug;
use snodo_core::http::{KEEP_ALIVE, encode_event};
use snodo_core::{Frame, Id, Rejection, Response, Unavailable};
use snodo_executor::{JobId, Place, Submitter};

use super::requests::Requests;
use crate::LOG;

/// So many bytes of events make a chunk, and one event more.
const BATCH: usize = 16 * 1024;

pub(super) struct Running {
    pub(super) job: JobId,
    pub(super) id: Option<Id>,
    pub(super) is_subscription: bool,
    /// There once the answer has become a stream.
    pub(super) stream: Option<Stream>,
}

pub(super) struct Stream {
    /// When the peer last got something to read.
    written: Instant,
    /// Subscriptions have places of another kind.
    _place: Option<Place>,
}

impl Requests {
    /// Takes what the request's job has to say; pending when that is nothing.
    pub(super) fn poll_running(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>, now: Instant) -> Poll<()> {
        let Some(running) = &mut self.running else { return Poll::Ready(()) };
        let Some(stream) = &mut running.stream else {
            let frame = ready!(self.submitter.poll_output(cx)).frame;
            self.begin(frame, out, now);
            return Poll::Ready(());
        };
        let (submitter, mut is_over, mut is_pending) = (&mut self.submitter, false, false);
        let length = self.writer.events(out, |events| {
            let from = events.len();
            while !is_over && events.len() - from < BATCH {
                let Poll::Ready(output) = submitter.poll_output(cx) else {
                    is_pending = true;
                    break;
                };
                encode_event(&output.frame, events);
                is_over = output.frame.is_last();
            }
        });
        if length > 0 {
            stream.written = now;
        }
        if is_over {
            self.writer.finish(out);
            self.running = None;
        }
        if is_pending { Poll::Pending } else { Poll::Ready(()) }
    }

    /// The first frame decides what kind of answer it is.
    fn begin(&mut self, frame: Frame, out: &mut Vec<u8>, now: Instant) {
        if let Frame::Response(response) = frame {
            self.running = None;
            return self.writer.respond(&response.into(), out, now);
        }
        let Some(running) = &mut self.running else { return };
        let place = if running.is_subscription { None } else { self.shared.streams.take() };
        if place.is_none() && !running.is_subscription {
            debug!(target: LOG, "over the limit of streams: a request is refused");
            return self.abandon(Unavailable::Overloaded, out, now);
        }
        running.stream = Some(Stream { written: now, _place: place });
        self.writer.begin_stream(out, now);
        self.writer.events(out, |events| encode_event(&frame, events));
    }

    /// Cancels what runs and says why.
    pub(super) fn abandon(&mut self, why: Unavailable, out: &mut Vec<u8>, now: Instant) {
        let Some(running) = self.stop(Submitter::cancel) else { return };
        let response = match running.id {
            Some(id) => Response::unavailable(id, why),
            None => Rejection::from(why).into(),
        };
        if running.stream.is_some() {
            let last = Frame::Response(response);
            self.writer.events(out, |events| encode_event(&last, events));
            self.writer.finish(out);
        } else {
            self.writer.respond(&response.into(), out, now);
        }
    }

    /// Stops what runs, one way or the other. No output of it comes any more.
    pub(super) fn stop(&mut self, way: fn(&mut Submitter, JobId) -> bool) -> Option<Running> {
        let running = self.running.take()?;
        way(&mut self.submitter, running.job);
        // What it had said before would wait in the way of the next job.
        let rest = self.submitter.poll_output(&mut Context::from_waker(Waker::noop()));
        debug_assert!(rest.is_pending(), "no other job is in flight");
        Some(running)
    }

    /// Writes a comment on a stream that was quiet.
    pub(super) fn keep_alive(&mut self, out: &mut Vec<u8>, now: Instant) {
        if let Some(Running { stream: Some(stream), .. }) = &mut self.running {
            stream.written = now;
            self.writer.events(out, |events| events.extend_from_slice(KEEP_ALIVE));
        }
    }

    /// Whether a request runs or waits for the gate.
    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some() || self.gated.is_some()
    }

    /// When the peer of a running stream last got something to read.
    pub(super) fn written(&self) -> Option<Instant> {
        Some(self.running.as_ref()?.stream.as_ref()?.written)
    }
}
