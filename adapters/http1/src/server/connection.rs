//! The receiving half of a connection: bytes in, events out.

use super::body::{Extent, Incoming};
use super::event::{Event, Request};
use super::head::Head;
use super::limits::Limits;
use super::parsed::Parsed;
use super::refusal::Refusal;
use super::search::{Found, Search};
use super::state::{Received, Receiving, Sending, Settled, States};
use crate::buffer::Buffer;

use alloc::vec::Vec;

/// While nothing that arrives is wanted any more, this much of it is taken at a time.
const DISCARD: usize = 8 * 1024;

/// The server's end of an HTTP/1.1 connection; see the [module](super) for how to drive it.
#[derive(Debug)]
pub struct Connection {
    pub(super) limits: Limits,
    pub(super) states: States,
    /// The head of the request at hand; of none, it stands for the least capable peer.
    pub(super) parsed: Parsed,
    buffer: Buffer,
    search: Search,
    body: Option<Incoming>,
    refusal: Option<Refusal>,
    /// Heads that were read.
    requests: u64,
    /// The caller wants no other request.
    closing: bool,
    /// The peer has ended its side.
    ended: bool,
    /// Something of what the peer sent, or is about to send, is never read.
    unread: bool,
}

/// What [`Connection`] plans to report; an [`Event`] that borrows nothing yet.
enum Step {
    NeedMore,
    Head,
    Request(Extent),
    Paused,
    Close,
}

/// What the connection is about, for the choice of a deadline; from [`Connection::phase`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// Nothing of a request is there.
    Idle,
    /// A head is arriving.
    Head,
    /// A body is arriving, or its head waits for the caller.
    Body,
    /// An answer is due or being sent.
    Answer,
    /// Only the end is left.
    Closing,
}

impl Connection {
    /// A connection on which nothing was received yet. It allocates nothing before [`space`](Self::space) is
    /// called.
    #[must_use]
    pub fn new(limits: Limits) -> Connection {
        Connection {
            limits,
            states: States::START,
            parsed: Parsed::default(),
            buffer: Buffer::default(),
            search: Search::default(),
            body: None,
            refusal: None,
            requests: 0,
            closing: false,
            ended: false,
            unread: false,
        }
    }

    /// Free space to read into; follow up with [`filled`](Self::filled).
    ///
    /// It may be asked for at any time, so that the end of the stream is noticed while an answer is made. It is
    /// empty only when as much waits as [`Limits::read_ahead`] allows: then read again when the answer is whole
    /// and [`next_event`](Self::next_event) says so. When nothing is wanted any more, there is always space,
    /// and what is written there is dropped.
    pub fn space(&mut self) -> &mut [u8] {
        let most = if self.discards() {
            self.discard();
            DISCARD
        } else {
            self.most()
        };
        self.buffer.space(most)
    }

    /// Takes note that the first `count` bytes of [`space`](Self::space) were written.
    ///
    /// # Panics
    ///
    /// When `count` is more than the space there was.
    pub fn filled(&mut self, count: usize) {
        self.buffer.filled(count);
        if self.discards() {
            self.discard();
        }
    }

    /// Whether there is memory that holds nothing, for [`release`](Self::release).
    #[must_use]
    pub fn has_spare(&self) -> bool {
        self.buffer.is_spare()
    }

    /// Gives all memory back unless something is held in it; the next [`space`](Self::space) takes some again. Worth it
    /// when the peer has said nothing for a while.
    pub fn release(&mut self) {
        if self.buffer.is_empty() {
            self.buffer = Buffer::default();
            // They stand for places in a head that is gone.
            self.parsed.fields = Vec::new();
        }
    }

    /// Copies bytes in and returns how many were taken: less than all only when [`space`](Self::space) is empty
    /// until [`next_event`](Self::next_event) was called.
    pub fn receive(&mut self, bytes: &[u8]) -> usize {
        if self.discards() {
            self.discard();
            self.unread |= !bytes.is_empty();
            return bytes.len();
        }
        self.buffer.receive(bytes, self.most())
    }

    /// The peer has ended its side of the stream. Requests that arrived whole are still given; one that didn't
    /// is refused.
    pub fn closed(&mut self) {
        self.ended = true;
    }

    /// Asks for the body of the request whose [head](Event::Head) was given. Where the peer waits to be told
    /// so, the interim answer `100 Continue` is appended to `out`; send it at once. Without such a head it does
    /// nothing.
    pub fn read_body(&mut self, out: &mut Vec<u8>) {
        if self.states.receiving != Receiving::Held {
            return;
        }
        self.states.received(Received::BodyAskedFor);
        let wanted = self.body.is_some();
        let waits = self.buffer.len() == self.parsed.len && !self.ended;
        if self.parsed.framing.expects_continue && wanted && waits {
            out.extend_from_slice(b"HTTP/1.1 100 Continue\r\n\r\n");
        }
    }

    /// Takes no request after the one that is arriving or being answered. That one's answer says `connection:
    /// close`, unless it has begun already; an idle connection is at its end. For an orderly shutdown.
    pub fn close(&mut self) {
        self.closing = true;
        if self.phase() == Phase::Idle {
            self.states.received(Received::Stopped);
        }
    }

    /// What the connection is about at the moment.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match (self.states.receiving, self.states.sending) {
            (_, Sending::Streaming) | (Receiving::Complete, Sending::Waiting) => Phase::Answer,
            (Receiving::Stopped, Sending::Waiting) if self.refusal.is_some() => Phase::Answer,
            (Receiving::Complete, Sending::Done) if self.goes_on() && self.buffer.is_empty() => Phase::Idle,
            (Receiving::Complete, Sending::Done) if self.goes_on() => Phase::Head,
            (Receiving::Stopped | Receiving::Complete, _) => Phase::Closing,
            (Receiving::Head, _) if self.buffer.is_empty() => Phase::Idle,
            (Receiving::Head, _) => Phase::Head,
            (Receiving::Held | Receiving::Body, _) => Phase::Body,
        }
    }

    /// What comes next. Call it after bytes were received, after the end of the stream and after an answer was
    /// finished, until it says [`NeedMore`](Event::NeedMore) or [`Paused`](Event::Paused).
    pub fn next_event(&mut self) -> Event<'_> {
        if self.states.settle(self.goes_on()) == Settled::NextRequest {
            self.parsed.clear();
            self.search = Search::default();
            self.body = None;
        }
        match self.step() {
            Ok(Step::NeedMore) => Event::NeedMore,
            Ok(Step::Head) => Event::Head(Head::new(&self.buffer.held()[..self.parsed.len], &self.parsed)),
            Ok(Step::Request(extent)) => {
                let taken = self.buffer.take(extent.message);
                let (head, body) = taken[..extent.body].split_at(self.parsed.len);
                Event::Request(Request { head: Head::new(head, &self.parsed), body })
            }
            Ok(Step::Paused) => Event::Paused,
            Ok(Step::Close) => {
                let linger = !self.ended && (self.unread || !self.buffer.is_empty());
                Event::Close { linger }
            }
            Err(refusal) => {
                self.refusal = Some(refusal);
                self.stop();
                Event::Refused(refusal)
            }
        }
    }

    /// From now on nothing that arrives is taken for a request.
    pub(super) fn stop(&mut self) {
        self.unread |= self.states.receiving != Receiving::Complete;
        self.states.received(Received::Stopped);
    }

    /// Whether another request may follow the one at hand.
    pub(super) fn goes_on(&self) -> bool {
        let served_enough = self.limits.requests.is_some_and(|most| self.requests >= most);
        !self.closing && !self.parsed.framing.close && !served_enough
    }

    fn step(&mut self) -> Result<Step, Refusal> {
        match (self.states.receiving, self.states.sending) {
            (Receiving::Head, _) => self.read_head(),
            (Receiving::Held, _) => Ok(Step::Head),
            (Receiving::Body, _) => self.read_more(),
            (Receiving::Complete, _) | (Receiving::Stopped, Sending::Streaming) => Ok(Step::Paused),
            (Receiving::Stopped, Sending::Waiting) => self.refusal.map_or(Ok(Step::Close), Err),
            (Receiving::Stopped, Sending::Done) => Ok(Step::Close),
        }
    }

    fn read_head(&mut self) -> Result<Step, Refusal> {
        // Of a head that comes in pieces only the first one is looked at like this, or bytes would be read again and
        // again.
        if self.search.is_new() && self.parsed.read_at_once(self.buffer.held(), &self.limits)? {
            return Ok(self.meet_body());
        }
        self.search_head()
    }

    /// Apart, as is [`read_more`](Self::read_more), so that the code for a request that comes at once stands together.
    #[inline(never)]
    fn search_head(&mut self) -> Result<Step, Refusal> {
        loop {
            match self.search.advance(self.buffer.held(), &self.limits)? {
                Found::Nothing if !self.ended => return Ok(Step::NeedMore),
                Found::Nothing if self.buffer.is_empty() => {
                    self.states.received(Received::Stopped);
                    return Ok(Step::Close);
                }
                Found::Nothing => return Err(Refusal::Incomplete),
                Found::EmptyLine => {
                    self.buffer.take(b"\r\n".len());
                }
                Found::MinorVersion(at) => self.buffer.set(at, b'1'),
                Found::Head(len) => {
                    self.parsed.read(&self.buffer.held()[..len], &self.limits)?;
                    return Ok(self.meet_body());
                }
            }
        }
    }

    /// A body that is in the buffer as it stands makes the request whole; any other waits for the caller's
    /// verdict over the head, even where its declared length is already known to be too much.
    fn meet_body(&mut self) -> Step {
        self.requests += 1;
        let length = self.parsed.framing.length;
        let body = Incoming::new(length, self.parsed.len, &self.limits).ok();
        if let Some(Incoming::Known(end)) = body
            && end <= self.buffer.len()
        {
            self.states.received(Received::WholeRequest);
            return Step::Request(Extent { body: end, message: end });
        }
        self.body = body;
        self.states.received(Received::HeadOfMore);
        Step::Head
    }

    #[inline(never)]
    fn read_more(&mut self) -> Result<Step, Refusal> {
        let body = self.body.as_mut().ok_or(Refusal::BodyTooLarge)?;
        match body.advance(&mut self.buffer)? {
            Some(extent) => {
                self.states.received(Received::WholeRequest);
                Ok(Step::Request(extent))
            }
            None if self.ended => Err(Refusal::Incomplete),
            None => Ok(Step::NeedMore),
        }
    }

    /// How many bytes may be held: always enough for what is being read to go on.
    fn most(&self) -> usize {
        let wanted = match self.states.receiving {
            Receiving::Head => self.limits.head,
            Receiving::Held | Receiving::Body => match self.body {
                Some(Incoming::Known(end)) => end.saturating_add(self.limits.read_ahead),
                // Framing needs room, and with none allowed ahead there must still be some.
                _ => self
                    .parsed
                    .len
                    .saturating_add(self.limits.body)
                    .saturating_add(self.limits.read_ahead.max(64)),
            },
            Receiving::Complete | Receiving::Stopped => 0,
        };
        wanted.max(self.limits.read_ahead)
    }

    fn discards(&self) -> bool {
        match self.states.receiving {
            Receiving::Stopped => true,
            Receiving::Complete => !self.goes_on(),
            Receiving::Head | Receiving::Held | Receiving::Body => false,
        }
    }

    fn discard(&mut self) {
        self.unread |= !self.buffer.is_empty();
        self.buffer.clear();
    }
}
