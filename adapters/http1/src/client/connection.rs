//! The receiving half of a connection: bytes in, events out.

use super::body::{self, Incoming};
use super::event::Event;
use super::head::Head;
use super::limits::Limits;
use super::parsed::{Parsed, Verdict};
use super::refusal::Refusal;
use crate::buffer::Buffer;
use crate::fields::Source;
use crate::framing::Length;
use crate::status::Status;

/// The client's end of an HTTP/1.1 connection; see the [module](super) for how to drive it.
#[derive(Debug)]
pub struct Connection {
    limits: Limits,
    state: State,
    /// The head of the answer at hand.
    parsed: Parsed,
    buffer: Buffer,
    /// Bytes of interim answers in front of the one that is read.
    interim: usize,
    /// How long the body of the answer at hand may be.
    most_body: Option<u64>,
    /// The request at hand is `HEAD`, so its answer has no body.
    is_head: bool,
    /// Another request may follow, as far as is known.
    goes_on: bool,
    /// The caller wants no request after the next.
    pub(super) closing: bool,
    /// The peer has ended its side.
    ended: bool,
}

/// What the connection is at.
#[derive(Debug)]
enum State {
    /// No answer is due.
    Idle,
    /// A head is awaited or arriving.
    Head,
    /// A head is there, its body was not looked at yet. Of its length this is known.
    Held(Option<Length>),
    /// A body is arriving.
    Body(Incoming),
    /// Nothing is ever taken for an answer again.
    Stopped(Refusal),
}

/// What [`Connection`] plans to report; an [`Event`] that borrows nothing yet.
enum Step {
    Idle,
    NeedMore,
    Head(Verdict, Status),
    Body(usize),
    End,
}

impl From<body::Step> for Step {
    fn from(step: body::Step) -> Self {
        match step {
            body::Step::NeedMore => Step::NeedMore,
            body::Step::Data(count) => Step::Body(count),
            body::Step::End => Step::End,
        }
    }
}

impl Connection {
    /// A connection on which nothing was sent or received yet. It allocates nothing before [`space`](Self::space) is
    /// called.
    #[must_use]
    pub fn new(limits: Limits) -> Connection {
        Connection {
            limits,
            state: State::Idle,
            parsed: Parsed::default(),
            buffer: Buffer::default(),
            interim: 0,
            most_body: limits.body,
            is_head: false,
            goes_on: true,
            closing: false,
            ended: false,
        }
    }

    /// Free space to read into; follow up with [`filled`](Self::filled).
    ///
    /// It is empty only when as much waits as [`Limits::head`] allows: then take [events](Self::next_event) first.
    /// When no answer is due there is always space, and what is written there is dropped.
    pub fn space(&mut self) -> &mut [u8] {
        self.buffer.space(self.limits.head)
    }

    /// Takes note that the first `count` bytes of [`space`](Self::space) were written. When no answer is due, they
    /// belong to none, and the connection is not [`reusable`](Self::reusable) any more.
    ///
    /// # Panics
    ///
    /// When `count` is more than the space there was.
    pub fn filled(&mut self, count: usize) {
        self.buffer.filled(count);
        self.drop_what_is_in_no_answer();
    }

    /// Copies bytes in and returns how many were taken: less than all only when [`space`](Self::space) is empty until
    /// [events](Self::next_event) were taken.
    pub fn receive(&mut self, bytes: &[u8]) -> usize {
        if self.is_at_rest() {
            self.goes_on &= bytes.is_empty();
            return bytes.len();
        }
        self.buffer.receive(bytes, self.limits.head)
    }

    /// The peer has ended its side of the stream in order. It ends a body that nothing else ends; in the middle of
    /// anything else the answer is refused. A stream that broke, by a reset or without the end that its encryption has,
    /// was not ended: drop the connection then, or a body that was cut off would seem to be whole.
    pub fn closed(&mut self) {
        self.ended = true;
        self.goes_on = false;
    }

    /// Makes the request that is being answered the last one or, when there is none, the next one, which then says
    /// `connection: close`.
    pub fn close(&mut self) {
        self.closing = true;
        self.goes_on &= matches!(self.state, State::Idle);
    }

    /// Bounds the body of the answer whose [head](Event::Head) was just given, instead of [`Limits::body`]; `None`
    /// sets no limit, for a stream. Behind the first look for the body it changes nothing.
    pub fn limit_body(&mut self, bytes: Option<u64>) {
        self.most_body = bytes;
    }

    /// Whether another request can be sent now: no answer is due, and the peer keeps the connection as far as is
    /// known. Nothing arrived behind the last answer that doesn't belong to it.
    ///
    /// What has not been read is not known. A connection that was idle is to be read from, without waiting, before it
    /// is used again: bytes that are there, and an end, are for [`filled`](Self::filled) and
    /// [`closed`](Self::closed), and both make this `false`.
    #[must_use]
    pub fn reusable(&self) -> bool {
        self.goes_on && matches!(self.state, State::Idle)
    }

    /// What comes next. Call it after a request was sent, after bytes were received and after the end of the stream,
    /// until it says [`NeedMore`](Event::NeedMore) or [`Idle`](Event::Idle).
    ///
    /// # Errors
    ///
    /// The peer's fault: the answer is malformed, too large or cut off. It is lost, nothing that arrives any more is
    /// taken for an answer, and the same is said each time.
    pub fn next_event(&mut self) -> Result<Event<'_>, Refusal> {
        match self.step() {
            Ok(Step::Idle) => Ok(Event::Idle),
            Ok(Step::NeedMore) => Ok(Event::NeedMore),
            Ok(Step::Head(verdict, status)) => Ok(Event::Head(Head {
                source: Source::new(self.buffer.take(verdict.len)),
                fields: &self.parsed.fields,
                status,
                version: verdict.status.version,
                length: verdict.length,
            })),
            Ok(Step::Body(count)) => Ok(Event::Body(self.buffer.take(count))),
            Ok(Step::End) => {
                self.state = State::Idle;
                self.drop_what_is_in_no_answer();
                Ok(Event::End)
            }
            Err(refusal) => {
                self.state = State::Stopped(refusal);
                self.drop_what_is_in_no_answer();
                Err(refusal)
            }
        }
    }

    /// Gets ready for the answer to a request.
    pub(super) fn expect_answer(&mut self, is_head: bool) {
        self.state = State::Head;
        self.is_head = is_head;
        self.goes_on &= !self.closing;
        self.parsed.clear();
        self.interim = 0;
        self.most_body = self.limits.body;
    }

    fn step(&mut self) -> Result<Step, Refusal> {
        loop {
            match &mut self.state {
                State::Idle => return Ok(Step::Idle),
                State::Head => return self.read_head(),
                State::Held(length) => {
                    self.state = State::Body(Incoming::new(*length, self.most_body, &self.limits)?);
                }
                State::Body(body) => return body.advance(&mut self.buffer, self.ended).map(Step::from),
                State::Stopped(refusal) => return Err(*refusal),
            }
        }
    }

    fn read_head(&mut self) -> Result<Step, Refusal> {
        loop {
            let most = self.limits.head - self.interim;
            match self.parsed.advance(self.buffer.held(), most, &self.limits)? {
                Some(verdict) if verdict.status.code == 101 => return Err(Refusal::SwitchingProtocols),
                Some(verdict) => match Status::new(verdict.status.code) {
                    Some(status) => {
                        self.state = State::Held(self.length_of_body(&verdict, status));
                        return Ok(Step::Head(verdict, status));
                    }
                    None => {
                        self.buffer.take(verdict.len);
                        self.interim += verdict.len;
                        self.parsed.clear();
                    }
                },
                None if !self.ended => return Ok(Step::NeedMore),
                None if self.buffer.is_empty() && self.interim == 0 => return Err(Refusal::EndBeforeHead),
                None => return Err(Refusal::EndInHead),
            }
        }
    }

    /// What is known about the length of the body, whatever the fields say (RFC 9112 section 6.3).
    fn length_of_body(&mut self, verdict: &Verdict, status: Status) -> Option<Length> {
        self.goes_on &= !verdict.close;
        if status == Status::NO_CONTENT && !matches!(verdict.length, None | Some(Length::Known(0))) {
            // Whoever announces a body here may send it.
            self.goes_on = false;
        }
        if self.is_head || status.has_no_body() { Some(Length::Known(0)) } else { verdict.length }
    }

    pub(super) fn is_at_rest(&self) -> bool {
        matches!(self.state, State::Idle | State::Stopped(_))
    }

    fn drop_what_is_in_no_answer(&mut self) {
        if self.is_at_rest() {
            self.goes_on &= self.buffer.is_empty();
            self.buffer.clear();
        }
    }
}
