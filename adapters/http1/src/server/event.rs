//! What a connection has to say.

use core::fmt;

use super::head::Head;
use super::refusal::Refusal;

/// What comes next; from [`Connection::next_event`](super::Connection::next_event).
///
/// Every event but [`NeedMore`](Event::NeedMore) and [`Paused`](Event::Paused) asks for something to be done,
/// and what asks and isn't done is asked again, except that a request is given once.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Read into [`space`](super::Connection::space), or say that the stream is
    /// [`closed`](super::Connection::closed).
    NeedMore,
    /// A head whose body is still to come, or comes in chunks. Answer it as it stands, which ends the
    /// connection, or [`read the body`](super::Connection::read_body) and look again.
    Head(Head<'a>),
    /// A whole request. It wants one answer.
    Request(Request<'a>),
    /// The answer to the last request isn't whole yet; until it is, nothing is taken for a request.
    Paused,
    /// What arrives can't be served. It wants an answer with the [status](Refusal::status) of the refusal and
    /// then nothing: it is the last one.
    Refused(Refusal),
    /// The connection is at its end. Send what is left to send and close.
    Close {
        /// The peer may still be sending. Closing at once would reset the connection and could destroy the
        /// answer on its way, so end the sending side only, read and drop for a bounded time, then close (RFC
        /// 9112 section 9.6).
        linger: bool,
    },
}

/// A request: head and body, both where they were received.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub(super) head: Head<'a>,
    pub(super) body: &'a [u8],
}

impl<'a> Request<'a> {
    /// The head.
    #[must_use]
    pub fn head(&self) -> Head<'a> {
        self.head
    }

    /// The body in one piece, without its framing. Trailer fields are dropped.
    #[must_use]
    pub fn body(&self) -> &'a [u8] {
        self.body
    }
}

/// The body's size only: the rest may be secret.
impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("head", &self.head).field("body", &self.body.len()).finish()
    }
}
