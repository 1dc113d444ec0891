//! What a connection has to say.

use core::fmt;

use super::head::Head;

/// What comes next; from [`Connection::next_event`](super::Connection::next_event).
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Event<'a> {
    /// No answer is due. A request can be sent when the connection is [`reusable`](super::Connection::reusable).
    Idle,
    /// Read into [`space`](super::Connection::space), or say that the stream is
    /// [`closed`](super::Connection::closed).
    NeedMore,
    /// The head of the answer; never that of an interim one. It is given once.
    Head(Head<'a>),
    /// The next stretch of the body, at least one byte, where it was received. Where stretches begin and end says
    /// nothing.
    Body(&'a [u8]),
    /// The answer is whole. It is said once, also where there is no body.
    End,
}

/// The size of a stretch only: the rest may be secret.
impl fmt::Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Idle => f.write_str("Idle"),
            Event::NeedMore => f.write_str("NeedMore"),
            Event::Head(head) => f.debug_tuple("Head").field(head).finish(),
            Event::Body(bytes) => f.debug_tuple("Body").field(&bytes.len()).finish(),
            Event::End => f.write_str("End"),
        }
    }
}
