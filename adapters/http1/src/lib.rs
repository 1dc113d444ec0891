//! HTTP/1.1 without sockets: bytes in, requests out; answers in, bytes out.
//!
//! [`server::Connection`] is a value. It owns what makes HTTP/1.1 hard to get right: framing, keep-alive, the
//! order of pipelined requests, chunked bodies both ways, `Expect`, and every limit. The caller moves bytes,
//! and owns time: there is no socket, clock, thread or runtime in here, and the crate is `no_std`.
//!
//! **The contract:** after every input call [`next_event`](server::Connection::next_event) until it says
//! [`NeedMore`](server::Event::NeedMore) or [`Paused`](server::Event::Paused), give every request exactly one
//! answer, and send what is appended to the output buffer in that order.
//!
//! # In scope
//!
//! RFC 9112 and the parts of RFC 9110 that framing depends on, server side: heads, bodies with a length or
//! chunked, `100-continue`, persistence, pipelining, streamed answers, refusals with a status.
//!
//! # Out of scope
//!
//! What a request means; deadlines (the caller's clock, chosen by
//! [`Connection::phase`](server::Connection::phase)); `Date`, for the same reason; upgrades, `CONNECT`, content
//! codings, HTTP/2.
//!
//! # Strictness
//!
//! Where parsers disagree, requests are smuggled. So there is one reading, and what is not HTTP by the letter
//! is refused: bare CR or LF, white space before a colon, folded lines, more than one space in the request
//! line, control bytes, anything but one decimal Content-Length or one `chunked`, both of them together, a
//! missing, repeated or malformed Host, chunk lines and trailers that the grammar doesn't have. After a refusal
//! nothing that arrives on the connection is ever taken for a request. Only the recipient's duties of tolerance
//! are kept: a few empty lines in front of a request, absolute targets, higher minor versions, and in a target
//! every visible ASCII character but `#`, since browsers send them.
//!
//! # Errors, by whose fault they are
//!
//! - [`Refusal`](server::Refusal): the peer. It is answered, and the connection ends.
//! - [`Error`](server::Error): the caller of this crate. Nothing was written, and the right call can still be
//!   made.
//!
//! Input never panics. [`server`] shows how a connection is driven.

#![no_std]
extern crate alloc;

mod buffer;
mod chunked;
mod fields;
mod lines;
mod number;
pub mod server;
mod status;
mod syntax;
mod version;

pub use fields::Headers;
pub use status::Status;
pub use version::Version;
