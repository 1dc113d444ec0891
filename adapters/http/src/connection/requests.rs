//! Requests from head to answer, one after the other.

use std::net::SocketAddr;
use std::sync::Arc;
use std::task::Context;
use std::time::Instant;

use log::debug;
use snodo_core::http::Response;
use snodo_core::{Call, CloseReason, Execution, Unavailable};
use snodo_executor::{Submission, Submitter};
use snodo_http1::Status;
use snodo_http1::server::{Connection, Event, Phase};

use super::output::Output;
use super::route::Answer;
use super::running::Running;
use super::writer::Writer;
use crate::LOG;
use crate::shared::Shared;

/// What comes in becomes answers.
pub(super) struct Requests {
    pub(super) shared: Arc<Shared>,
    pub(super) writer: Writer,
    pub(super) submitter: Submitter,
    /// The one whose answer takes longer than one poll.
    pub(super) running: Option<Running>,
    pub(super) call: Call,
    /// How many have come, whole or not.
    count: u64,
    /// The peer says no more.
    ended: bool,
}

/// Why there is nothing more to do for now.
#[derive(Debug)]
pub(super) enum Stop {
    /// Too much waits to be written.
    NoRoom,
    /// Something has to arrive, or an answer is not ready.
    Wait,
    /// The last answer is in the output.
    Close { linger: bool },
    /// The peer is gone in the middle of its stream: there is nobody to say anything to.
    Gone,
}

impl Requests {
    pub(super) fn new(shared: &Arc<Shared>, peer: SocketAddr) -> Requests {
        Requests {
            shared: Arc::clone(shared),
            writer: Writer::new(Connection::new(shared.limits)),
            submitter: shared.submitter(),
            running: None,
            call: shared.call.clone().with_peer(peer),
            count: 0,
            ended: false,
        }
    }

    /// Free space to read into; empty when no more is wanted for now.
    pub(super) fn space(&mut self) -> &mut [u8] {
        self.writer.http.space()
    }

    pub(super) fn filled(&mut self, count: usize) {
        self.writer.http.filled(count);
    }

    /// The peer says no more. A request that runs is cancelled with the next [`advance`](Self::advance).
    pub(super) fn end(&mut self) {
        self.ended = true;
        self.writer.http.closed();
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    pub(super) fn phase(&self) -> Phase {
        self.writer.http.phase()
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Answers what can be answered.
    pub(super) fn advance(&mut self, cx: &mut Context<'_>, out: &mut Output, now: Instant) -> Stop {
        while out.has_room() {
            if self.running.is_some() {
                if self.ended {
                    return self.disconnect();
                }
                if self.poll_running(cx, &mut out.bytes, now).is_pending() {
                    return Stop::Wait;
                }
                continue;
            }
            match self.writer.http.next_event() {
                Event::Head(head) => match self.shared.check(head) {
                    Ok(()) => self.writer.http.read_body(&mut out.bytes),
                    Err(answer) => self.answer(&answer, out, now),
                },
                Event::Request(request) => {
                    let bytes = request.body().len();
                    match self.shared.prepare(request, &self.call) {
                        Ok(execution) => self.submit(execution, bytes, out, now),
                        Err(answer) => self.answer(&answer, out, now),
                    }
                }
                Event::Refused(refusal) => {
                    debug!(target: LOG, "a request was refused: {refusal}");
                    self.count += 1;
                    if refusal.status() == Status::CONTENT_TOO_LARGE {
                        let response = self.shared.endpoint.too_large();
                        self.writer.respond(&response, &mut out.bytes, now);
                    } else {
                        self.writer.refuse(refusal.status(), refusal.to_string(), &mut out.bytes, now);
                    }
                }
                Event::Close { linger } => return Stop::Close { linger },
                // It needs more, or waits for an answer that runs.
                _ => return Stop::Wait,
            }
        }
        Stop::NoRoom
    }

    fn answer(&mut self, answer: &Answer, out: &mut Output, now: Instant) {
        self.count += 1;
        match answer {
            Answer::Response(response) => self.writer.respond(response, &mut out.bytes, now),
            Answer::Healthy => self.writer.healthy(&mut out.bytes, now),
            Answer::NotGet => self.writer.not_get(&mut out.bytes, now),
        }
    }

    fn submit(&mut self, execution: Execution, bytes: usize, out: &mut Output, now: Instant) {
        self.count += 1;
        let (id, is_subscription) = (execution.id().cloned(), execution.is_subscription());
        let response = match self.submitter.submit(execution, bytes) {
            Submission::Answered(response) => response,
            Submission::Accepted(job) => {
                self.running = Some(Running { job, id, is_subscription, stream: None });
                return;
            }
            Submission::Full(execution) => execution.abandon(Unavailable::Overloaded),
        };
        self.writer.respond(&response.into(), &mut out.bytes, now);
    }

    /// Ends a request that has not arrived whole, and the connection with it.
    pub(super) fn refuse(&mut self, status: Status, text: &'static str, out: &mut Output, now: Instant) {
        self.count += 1;
        self.writer.refuse(status, text, &mut out.bytes, now);
    }

    /// Ends the connection before or instead of a whole request.
    pub(super) fn turn_away(&mut self, why: Unavailable, out: &mut Output, now: Instant) {
        self.count += 1;
        self.writer.respond(&Response::unavailable(why), &mut out.bytes, now);
    }

    /// Takes no more requests, and ends a subscription, which would not end by itself.
    pub(super) fn close(&mut self) {
        self.writer.http.close();
        if let Some(Running { job, is_subscription: true, .. }) = self.running {
            self.submitter.finish(job, CloseReason::Shutdown);
        }
    }

    /// Cancels what runs because the peer is gone.
    fn disconnect(&mut self) -> Stop {
        debug!(target: LOG, "the peer is gone: its request is cancelled");
        match self.stop(Submitter::disconnect) {
            Some(Running { stream: Some(_), .. }) => Stop::Gone,
            // Answers to earlier requests may still be on their way.
            _ => Stop::Close { linger: false },
        }
    }
}
