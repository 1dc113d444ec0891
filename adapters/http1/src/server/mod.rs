//! The server's end of a connection.
//!
//! ```text
//!                    ┌────────────────────── the answer is whole, and the connection goes on ◄────────────┐
//!                    ▼                                                                                    │
//!  bytes in ──► NeedMore ──► Head ── read_body ──► NeedMore ──► Request ──► respond ──► Paused while it streams
//!                    │         │                       │           ▲           │
//!                    ├─────────┼── all of it is there ─┼───────────┘           │ it is the last one
//!                    │         │ respond               │                       ▼
//!                    └─────────┴──► Refused ◄──────────┘ ── respond ──────► Close
//! ```
//!
//! [`Connection`]'s methods are of four kinds: *input* ([`space`](Connection::space),
//! [`filled`](Connection::filled), [`receive`](Connection::receive), [`closed`](Connection::closed)), *events*
//! ([`next_event`](Connection::next_event)), *answers*, which are appended to a buffer of the caller's and sent
//! by it in that order ([`respond`](Connection::respond), [`respond_with`](Connection::respond_with),
//! [`chunk`](Connection::chunk), [`chunk_with`](Connection::chunk_with), [`finish`](Connection::finish)), and
//! *decisions* ([`read_body`](Connection::read_body), [`close`](Connection::close)).
//!
//! ```
//! use snodo_http1::Status;
//! use snodo_http1::server::{Body, Connection, Event, Limits};
//!
//! let mut connection = Connection::new(Limits::default());
//! let mut out = Vec::new();
//!
//! // A head arrives without its body: the caller looks at it before it lets the peer go on.
//! connection.receive(b"POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
//! let Event::Head(head) = connection.next_event() else { panic!() };
//! assert_eq!((head.method(), head.path(), head.host()), ("POST", "/echo", Some("localhost")));
//! connection.read_body(&mut out);
//! assert_eq!(out, b"HTTP/1.1 100 Continue\r\n\r\n");
//! assert!(matches!(connection.next_event(), Event::NeedMore));
//!
//! // The body, and the next request with it, which waits.
//! out.clear();
//! connection.receive(b"helloGET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
//! let Event::Request(request) = connection.next_event() else { panic!() };
//! let answer = request.body().to_ascii_uppercase();
//! assert!(matches!(connection.next_event(), Event::Paused));
//! connection.respond(Status::OK, &[("content-type", "text/plain")], Body::Full(&answer), &mut out)?;
//! assert_eq!(out, b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nHELLO");
//!
//! // An answer of unknown length.
//! out.clear();
//! let Event::Request(request) = connection.next_event() else { panic!() };
//! assert_eq!(request.head().path(), "/events");
//! connection.respond(Status::OK, &[], Body::Stream, &mut out)?;
//! connection.chunk(b"data: 1\n\n", &mut out)?;
//! connection.finish(&mut out)?;
//! assert_eq!(out, b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n0\r\n\r\n");
//!
//! // What can't be served is refused, and is the last of it.
//! out.clear();
//! connection.receive(b"POST / HTTP/1.1\nGET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n");
//! let Event::Refused(refusal) = connection.next_event() else { panic!() };
//! connection.respond(refusal.status(), &[], Body::Empty, &mut out)?;
//! assert_eq!(out, b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
//! assert!(matches!(connection.next_event(), Event::Close { linger: true }));
//! # Ok::<(), snodo_http1::server::Error>(())
//! ```

mod answer;
mod body;
mod connection;
mod error;
mod event;
mod framing;
mod head;
mod limits;
mod parsed;
mod refusal;
mod search;
mod state;
mod target;

pub use answer::Body;
pub use connection::{Connection, Phase};
pub use error::Error;
pub use event::{Event, Request};
pub use head::Head;
pub use limits::Limits;
pub use refusal::Refusal;
