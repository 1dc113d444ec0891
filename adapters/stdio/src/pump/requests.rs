//! Requests from line to answer: who is in flight, who waits for room, who is cancelled.

use std::collections::HashMap;
use std::task::{Context, Poll};

use futures_lite::AsyncWrite;
use log::debug;
use snodo_core::lines::Line;
use snodo_core::{
    Call, Cancelled, CloseReason, Execution, Frame, Id, Incoming, Rejection, Request, Response, Server,
    Unavailable, code,
};
use snodo_executor::{JobId, Submission, Submitter};

use super::output::Output;
use crate::{LOG, Stdio, WhenFull};

/// Gives messages to the server and its work to the executor.
pub(super) struct Requests {
    server: Server,
    call: Call,
    submitter: Submitter,
    /// Every one whose job was accepted and has more to say.
    in_flight: HashMap<Id, InFlight>,
    /// The one that the executor had no room for; nothing is taken before it is in.
    waiting: Option<Waiting>,
    when_full: WhenFull,
    max_line: usize,
    admits: Admits,
}

/// Which requests are carried out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Admits {
    All,
    /// The end has begun, and none would end by itself.
    AllButSubscriptions,
    Nothing,
}

struct InFlight {
    job: JobId,
    is_subscription: bool,
}

struct Waiting {
    id: Id,
    execution: Execution,
    bytes: usize,
}

impl Requests {
    pub(super) fn new(settings: &Stdio, submitter: Submitter) -> Requests {
        Requests {
            server: settings.server.clone(),
            call: settings.call.clone(),
            submitter,
            in_flight: HashMap::new(),
            waiting: None,
            when_full: settings.when_full,
            max_line: settings.max_line,
            admits: Admits::All,
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.in_flight.is_empty() && self.waiting.is_none()
    }

    /// Moves what the executor has ready into `out`, as far as there is room.
    pub(super) fn take_outputs<W: AsyncWrite + Unpin>(&mut self, cx: &mut Context<'_>, out: &mut Output<W>) {
        while out.has_room()
            && let Poll::Ready(output) = self.submitter.poll_output(cx)
        {
            out.frame(&output.frame);
            if let Frame::Response(response) = &output.frame
                && let Some(id) = response.id()
                && let Some(request) = self.in_flight.remove(id)
                && request.is_subscription
            {
                out.cancelled(response);
            }
        }
    }

    /// Whether a line may be taken. Lets in the one that waits, once there is room.
    pub(super) fn is_ready<W: AsyncWrite + Unpin>(
        &mut self,
        cx: &mut Context<'_>,
        out: &mut Output<W>,
    ) -> bool {
        while let Some(waiting) = self.waiting.take() {
            if self.submitter.poll_room(cx, waiting.bytes).is_pending() {
                self.waiting = Some(waiting);
                return false;
            }
            self.submit(waiting, out);
        }
        true
    }

    pub(super) fn take_line<W: AsyncWrite + Unpin>(&mut self, line: Line<'_>, out: &mut Output<W>) {
        match line {
            Line::Message(message) => self.take_message(message, out),
            Line::TooLong => {
                let text = format!(
                    "Invalid request: the line is longer than {} bytes, its newline included",
                    self.max_line
                );
                out.respond(&Rejection::new(code::INVALID_REQUEST, text).into());
            }
        }
    }

    fn take_message<W: AsyncWrite + Unpin>(&mut self, message: &[u8], out: &mut Output<W>) {
        match Incoming::parse(message) {
            Incoming::Request(request) => self.take_request(request, message.len(), out),
            Incoming::Notification(notification) => {
                if let Some(cancelled) = notification.cancelled() {
                    self.cancel(&cancelled);
                }
            }
            Incoming::Refused(rejection) => out.respond(&rejection.into()),
            // It names no request that an answer could belong to.
            Incoming::Ignored(_) => {}
        }
    }

    fn take_request<W: AsyncWrite + Unpin>(
        &mut self,
        request: Request<'_>,
        bytes: usize,
        out: &mut Output<W>,
    ) {
        let id = request.id().clone();
        if self.in_flight.contains_key(&id) {
            let text = "Invalid request: a request with this id is still in flight";
            return out.respond(&Rejection::new(code::INVALID_REQUEST, text).with_id(id).into());
        }
        if self.admits == Admits::Nothing {
            return out.respond(&Response::unavailable(id, Unavailable::ShuttingDown));
        }
        match self.server.prepare(request, &self.call) {
            Ok(prepared) => self.submit(Waiting { id, execution: prepared.execute(), bytes }, out),
            Err(response) => out.respond(&response),
        }
    }

    fn submit<W: AsyncWrite + Unpin>(&mut self, request: Waiting, out: &mut Output<W>) {
        let Waiting { id, execution, bytes } = request;
        let is_subscription = execution.is_subscription();
        if is_subscription && self.admits == Admits::AllButSubscriptions {
            return out.respond(&execution.abandon(Unavailable::ShuttingDown));
        }
        match self.submitter.submit(execution, bytes) {
            Submission::Answered(response) => out.respond(&response),
            Submission::Accepted(job) => {
                self.in_flight.insert(id, InFlight { job, is_subscription });
            }
            Submission::Full(execution) => match self.when_full {
                WhenFull::PauseReading => {
                    debug!(target: LOG, "the executor is full: reading pauses");
                    self.waiting = Some(Waiting { id, execution, bytes });
                }
                WhenFull::Refuse => out.respond(&execution.abandon(Unavailable::Overloaded)),
            },
        }
    }

    /// Looks for a cancellation in a line whose turn has not come. Says whether one did something.
    ///
    /// It will do nothing in its turn, or stop a request with the same id that stands between: one that its
    /// client wanted stopped as well.
    pub(super) fn take_early(&mut self, message: &[u8]) -> bool {
        match Incoming::parse(message) {
            Incoming::Notification(notification) => {
                notification.cancelled().is_some_and(|cancelled| self.cancel(&cancelled))
            }
            _ => false,
        }
    }

    fn cancel(&mut self, cancelled: &Cancelled<'_>) -> bool {
        if let Some(request) = self.in_flight.remove(&cancelled.id) {
            self.submitter.cancel(request.job);
        } else if self.waiting.take_if(|waiting| waiting.id == cancelled.id).is_some() {
            self.submitter.leave();
        } else {
            return false;
        }
        debug!(
            target: LOG,
            "request {} cancelled, reason: {:?}",
            cancelled.id,
            cancelled.reason.as_ref().map(|reason| reason.chars().take(200).collect::<String>())
        );
        true
    }

    /// The peer is gone: subscriptions are closed without a word, and none is opened any more.
    pub(super) fn disconnect(&mut self) {
        self.admits = Admits::AllButSubscriptions;
        let submitter = &mut self.submitter;
        self.in_flight.retain(|_, request| {
            if request.is_subscription {
                submitter.disconnect(request.job);
            }
            !request.is_subscription
        });
    }

    /// The server is ending: subscriptions get their result, and none is opened any more.
    pub(super) fn end_subscriptions(&mut self) {
        self.admits = Admits::AllButSubscriptions;
        for request in self.in_flight.values().filter(|request| request.is_subscription) {
            self.submitter.finish(request.job, CloseReason::Shutdown);
        }
    }

    /// Cancels everything and answers it, and every request from now on, with `shutting_down`.
    pub(super) fn close<W: AsyncWrite + Unpin>(&mut self, out: &mut Output<W>) {
        debug!(target: LOG, "the drain limit has passed with {} requests in flight", self.in_flight.len());
        self.admits = Admits::Nothing;
        for (id, request) in self.in_flight.drain() {
            self.submitter.cancel(request.job);
            let response = Response::unavailable(id, Unavailable::ShuttingDown);
            out.respond(&response);
            if request.is_subscription {
                out.cancelled(&response);
            }
        }
        if let Some(waiting) = self.waiting.take() {
            out.respond(&waiting.execution.abandon(Unavailable::ShuttingDown));
        }
    }
}
