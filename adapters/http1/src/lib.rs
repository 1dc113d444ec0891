//! HTTP/1.1 without sockets, in both roles: bytes in, messages out; messages in, bytes out.
//!
//! A connection is a value: [`server::Connection`] or [`client::Connection`]. It owns what makes HTTP/1.1 hard to get
//! right: framing, keep-alive, the order of pipelined requests, chunked bodies, interim answers, and every limit. The
//! caller moves bytes, and owns time: there is no socket, clock, thread or runtime in here, and the crate is `no_std`.
//!
//! **The contract of a server:** after every input call [`next_event`](server::Connection::next_event) until it says
//! [`NeedMore`](server::Event::NeedMore) or [`Paused`](server::Event::Paused), give every request exactly one
//! answer, and send what is appended to the output buffer in that order.
//!
//! **The contract of a client:** write a [`request`](client::Connection::request), send what was appended to the output
//! buffer, and after every input call [`next_event`](client::Connection::next_event) until it says
//! [`NeedMore`](client::Event::NeedMore) or [`Idle`](client::Event::Idle). The next request follows when the connection
//! is [`reusable`](client::Connection::reusable).
//!
//! # In scope
//!
//! RFC 9112 and the parts of RFC 9110 that framing depends on. Server: heads, bodies with a length or chunked,
//! `100-continue`, persistence, pipelining, streamed answers, refusals with a status. Client: one request at a time,
//! interim answers, bodies with a length, chunked or up to the end of the connection, persistence.
//!
//! # Out of scope
//!
//! What a message means; deadlines (the caller's clock; a server chooses them by
//! [`Connection::phase`](server::Connection::phase)); `Date`, for the same reason; upgrades, `CONNECT`, content
//! codings, redirects, HTTP/2.
//!
//! # Strictness
//!
//! Where parsers disagree, messages are smuggled. So there is one reading, and what is not HTTP by the letter
//! is refused: bare CR or LF, white space before a colon, folded lines, more than one space in the request or status
//! line, control bytes, anything but one decimal Content-Length or one `chunked`, both of them together, a
//! missing, repeated or malformed Host, chunk lines and trailers that the grammar doesn't have. After a refusal
//! nothing that arrives on the connection is ever taken for a message. Only the recipient's duties of tolerance
//! are kept: a few empty lines in front of a request, absolute targets, higher minor versions, a status line that ends
//! behind its code, and in a target every visible ASCII character but `#`, since browsers send them.
//!
//! # Errors, by whose fault they are
//!
//! - [`server::Refusal`], [`client::Refusal`]: the peer. A request is answered with a status, an answer is lost, and the
//!   connection ends.
//! - [`server::Error`], [`client::Error`]: the caller of this crate. Nothing was written, and the right call can still
//!   be made.
//!
//! Input never panics. [`server`] and [`client`] show how a connection is driven.

#![no_std]
extern crate alloc;

mod buffer;
mod chunked;
pub mod client;
mod fields;
mod framing;
mod lines;
mod number;
pub mod server;
mod status;
mod syntax;
mod version;

pub use fields::Headers;
pub use status::Status;
pub use version::Version;
