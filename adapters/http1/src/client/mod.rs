//! The client's end of a connection: one request at a time.
//!
//! ```text
//!            ┌───────────── the connection is reusable ◄───────────┐
//!            ▼                                                     │
//!  Idle ── request ──► NeedMore ──► Head ──► Body ──► Body ──► … ──► End ──► Idle
//!                         │          │         │
//!                         └──────────┴─────────┴──► a refusal, which is the last of it
//! ```
//!
//! [`Connection`]'s methods are of four kinds: *requests*, which are appended to a buffer of the caller's and sent by
//! it ([`request`](Connection::request)), *input* ([`space`](Connection::space), [`filled`](Connection::filled),
//! [`receive`](Connection::receive), [`closed`](Connection::closed)), *events*
//! ([`next_event`](Connection::next_event)), and *decisions* ([`limit_body`](Connection::limit_body),
//! [`close`](Connection::close), [`reusable`](Connection::reusable)).
//!
//! Interim answers are passed over, bodies are passed on as they arrive, and bytes that belong to no answer end the
//! connection: they are never taken for the answer to a request that was sent after them. An answer can come before all
//! of its request was sent. Then send no more of it, and [`close`](Connection::close) the connection to other requests:
//! the peer would take the next one for the rest of this one.
//!
//! ```
//! use snodo_http1::Status;
//! use snodo_http1::client::{Body, Connection, Event, Limits};
//!
//! let mut connection = Connection::new(Limits::default());
//! let mut out = Vec::new();
//! let headers = [("content-type", "text/plain")];
//! connection.request("POST", "/echo?x=1", "localhost:8080", headers, Body::Full(b"hello"), &mut out)?;
//! assert_eq!(
//!     out,
//!     b"POST /echo?x=1 HTTP/1.1\r\nhost: localhost:8080\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nhello"
//! );
//! assert!(matches!(connection.next_event()?, Event::NeedMore));
//!
//! // The answer arrives in pieces, behind an interim one.
//! connection.receive(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nHEL");
//! let Event::Head(head) = connection.next_event()? else { panic!() };
//! assert_eq!((head.status(), head.headers().next()), (Status::OK, Some(("Transfer-Encoding", &b"chunked"[..]))));
//! assert!(matches!(connection.next_event()?, Event::Body(b"HEL")));
//! assert!(matches!(connection.next_event()?, Event::NeedMore));
//! connection.receive(b"\r\n2\r\nLO\r\n0\r\n\r\n");
//! assert!(matches!(connection.next_event()?, Event::Body(b"LO")));
//! assert!(matches!(connection.next_event()?, Event::End));
//!
//! // The same connection again. What arrives behind the answer makes it the last one.
//! assert!(connection.reusable());
//! connection.request("GET", "/", "localhost:8080", [], Body::None, &mut out)?;
//! connection.receive(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n");
//! assert!(matches!(connection.next_event()?, Event::Head(_)));
//! assert!(matches!(connection.next_event()?, Event::End));
//! assert!(!connection.reusable());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod connection;
mod error;
mod event;
mod head;
mod limits;
mod parsed;
mod refusal;
mod request;
mod status_line;

pub use connection::Connection;
pub use error::Error;
pub use event::Event;
pub use head::Head;
pub use limits::Limits;
pub use refusal::Refusal;
pub use request::Body;
