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

use super::gated::Gated;
use super::output::Output;
use super::route::{Answer, Instead};
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
    /// The one for which the gate has no verdict yet. Never one that runs at the same time.
    pub(super) gated: Option<Gated>,
    /// What the gate has said about the one whose body arrives.
    pub(super) admitted: Option<Call>,
    pub(super) call: Call,
    /// How many have come, whole or not.
    count: u64,
    /// The peer says no more.
    ended: bool,
    /// No request is taken any more.
    closing: bool,
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
            gated: None,
            admitted: None,
            call: shared.call.clone().with_peer(peer),
            count: 0,
            ended: false,
            closing: false,
        }
    }

    /// Free space to read into; empty when no more is wanted for now.
    pub(super) fn space(&mut self) -> &mut [u8] {
        self.writer.http.space()
    }

    /// Whether there is memory that holds nothing.
    pub(super) fn has_spare(&self) -> bool {
        self.writer.http.has_spare()
    }

    /// Gives that back.
    pub(super) fn release(&mut self) {
        self.writer.http.release();
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
        // A body that waits for the gate is not the peer's to hurry.
        if self.gated.is_some() { Phase::Answer } else { self.writer.http.phase() }
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
            if self.gated.is_some() {
                if self.poll_gated(cx, out, now).is_ready() {
                    continue;
                }
                return if self.ended { self.disconnect() } else { Stop::Wait };
            }
            match self.writer.http.next_event() {
                Event::Head(head) => match self.shared.check(head, &self.call, &mut self.writer.cors, cx) {
                    Ok(admitted) => {
                        self.admitted = admitted;
                        self.writer.http.read_body(&mut out.bytes);
                    }
                    Err(Instead::Wait(admission)) => self.gated = Some(Gated::new(admission, None, now)),
                    Err(Instead::Answer(answer)) => self.answer(&answer, out, now),
                },
                Event::Request(request) => {
                    let (body, admitted) = (request.body(), self.admitted.take());
                    let cors = &mut self.writer.cors;
                    match self.shared.prepare(request, admitted, &self.call, cors, cx) {
                        Ok(execution) => {
                            let bytes = body.len();
                            self.submit(execution, bytes, out, now);
                        }
                        Err(Instead::Wait(admission)) => {
                            self.gated = Some(Gated::new(admission, Some(body), now));
                        }
                        Err(Instead::Answer(answer)) => self.answer(&answer, out, now),
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

    pub(super) fn answer(&mut self, answer: &Answer, out: &mut Output, now: Instant) {
        self.count += 1;
        match answer {
            Answer::Response(response) => self.writer.respond(response, &mut out.bytes, now),
            Answer::Refused(refusal) => self.writer.reject(refusal, &mut out.bytes, now),
            Answer::Healthy => self.writer.healthy(&mut out.bytes, now),
            Answer::NotGet => self.writer.not_get(&mut out.bytes, now),
        }
    }

    pub(super) fn submit(&mut self, execution: Execution, bytes: usize, out: &mut Output, now: Instant) {
        self.count += 1;
        let (id, is_subscription) = (execution.id().cloned(), execution.is_subscription());
        let response = match self.submitter.submit(execution, bytes) {
            Submission::Answered(response) => response,
            Submission::Accepted(job) => {
                self.running = Some(Running { job, id, is_subscription, stream: None });
                if self.closing {
                    self.finish_subscription();
                }
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

    /// Ends the request at hand, which runs or waits for the gate.
    pub(super) fn give_up(&mut self, why: Unavailable, out: &mut Output, now: Instant) {
        if self.leave_gate() {
            self.turn_away(why, out, now);
        } else {
            self.abandon(why, &mut out.bytes, now);
        }
    }

    /// Takes no more requests, and ends a subscription, which would not end by itself.
    pub(super) fn close(&mut self) {
        self.closing = true;
        self.writer.http.close();
        self.finish_subscription();
    }

    fn finish_subscription(&mut self) {
        if let Some(Running { job, is_subscription: true, .. }) = self.running {
            self.submitter.finish(job, CloseReason::Shutdown);
        }
    }

    /// Cancels what runs or waits because the peer is gone.
    fn disconnect(&mut self) -> Stop {
        self.gated = None;
        debug!(target: LOG, "the peer is gone: its request is cancelled");
        match self.stop(Submitter::disconnect) {
            Some(Running { stream: Some(_), .. }) => Stop::Gone,
            // Answers to earlier requests may still be on their way.
            _ => Stop::Close { linger: false },
        }
    }
}
