//! What goes back: one message, or a stream of events.

use alloc::vec::Vec;
use core::future::poll_fn;
use core::task::{Context as TaskContext, Poll};

use crate::jsonrpc::{Rejection, Unavailable, code};
use crate::server::{self, Outcome, StreamResponse};
use crate::sync;

/// An SSE comment, to be written now and then on a quiet stream so that nothing in between closes it.
pub const KEEP_ALIVE: &[u8] = b": keepalive\n\n";

/// What answers a request.
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "complete: the protocol's two kinds of answers")]
pub enum Reply {
    /// A whole answer.
    Response(Response),
    /// Server-sent events, the last of which is the response.
    Stream(EventStream),
}

/// A whole answer: a status, header fields, and a body of JSON or none.
#[derive(Debug)]
#[must_use = "a response has to be sent"]
pub struct Response {
    status: u16,
    body: Option<server::Response>,
}

/// Server-sent events.
///
/// Its head is status 200 and [`EventStream::HEADERS`]; it should be sent at once. Dropping the stream before its end
/// cancels the call, which is what a client asks for when it closes the connection.
#[derive(Debug)]
#[must_use = "a stream does nothing unless it is polled; dropping it cancels the call"]
pub struct EventStream(StreamResponse);

impl Response {
    pub(super) fn empty(status: u16) -> Self {
        Self { status, body: None }
    }

    pub(super) fn method_not_allowed() -> Self {
        Self::empty(405)
    }

    pub(super) fn refused(status: u16, refusal: Rejection) -> Self {
        Self { status, body: Some(refusal.into()) }
    }

    /// The answer to a request that cannot be carried out now, when not even its id was read.
    pub fn unavailable(why: Unavailable) -> Self {
        Rejection::from(why).into()
    }

    /// The status code.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The header fields that go with it, in lower case. `Content-Length` and connection management are the host's.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let of_body = self.body.is_some().then_some(("content-type", "application/json"));
        let of_status = match self.status {
            405 => Some(("allow", "POST")),
            503 => Some(("retry-after", "1")),
            _ => None,
        };
        of_body.into_iter().chain(of_status)
    }

    /// Whether there is a body.
    #[must_use]
    pub fn has_body(&self) -> bool {
        self.body.is_some()
    }

    /// Appends the body to `out`; nothing when there is none. It cannot fail.
    pub fn encode_body(&self, out: &mut Vec<u8>) {
        if let Some(body) = &self.body {
            body.encode(out);
        }
    }
}

impl From<server::Response> for Response {
    /// Clients read JSON-RPC bodies at 200, and at 400 with their id; other statuses are for those in between.
    fn from(response: server::Response) -> Self {
        let status = match response.rejection() {
            None => 200,
            Some(error) => match (error.unavailable, error.code) {
                (Some(Unavailable::Timeout), _) => 504,
                (Some(Unavailable::Overloaded | Unavailable::ShuttingDown), _) => 503,
                (None, code::METHOD_NOT_FOUND) => 404,
                (
                    None,
                    code::PARSE_ERROR
                    | code::INVALID_REQUEST
                    | code::INVALID_PARAMS
                    | code::HEADER_MISMATCH
                    | code::MISSING_CLIENT_CAPABILITY
                    | code::UNSUPPORTED_PROTOCOL_VERSION,
                ) => 400,
                (None, _) => 200,
            },
        };
        Self { status, body: Some(response) }
    }
}

impl From<Rejection> for Response {
    fn from(refusal: Rejection) -> Self {
        server::Response::from(refusal).into()
    }
}

impl From<Outcome> for Reply {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Response(response) => Self::Response(response.into()),
            Outcome::Stream(stream) => Self::Stream(EventStream(*stream)),
        }
    }
}

impl From<StreamResponse> for EventStream {
    fn from(stream: StreamResponse) -> Self {
        Self(stream)
    }
}

/// Appends one message to `out` as a server-sent event.
pub fn encode_event(frame: &server::Frame, out: &mut Vec<u8>) {
    out.extend_from_slice(b"data: ");
    frame.encode(out);
    out.extend_from_slice(b"\n\n");
}

impl EventStream {
    /// The header fields of a stream, in lower case: its type, no caching, and no buffering in between.
    pub const HEADERS: [(&'static str, &'static str); 3] =
        [("content-type", "text/event-stream"), ("cache-control", "no-cache"), ("x-accel-buffering", "no")];

    /// Appends the next event to `out`; `false` after the last.
    pub fn poll_event(&mut self, cx: &mut TaskContext<'_>, out: &mut Vec<u8>) -> Poll<bool> {
        self.0.poll_frame(cx).map(|frame| match frame {
            Some(frame) => {
                encode_event(&frame, out);
                true
            }
            None => false,
        })
    }

    /// Appends the next event to `out`; `false` after the last. Cancel-safe: dropping the future loses no event.
    pub async fn next_event(&mut self, out: &mut Vec<u8>) -> bool {
        poll_fn(|cx| self.poll_event(cx, out)).await
    }

    /// Appends the next event to `out`, waiting for it on this thread: for hosts without an async runtime.
    pub fn wait_event(&mut self, out: &mut Vec<u8>) -> bool {
        sync::block_on(|cx| self.poll_event(cx, out))
    }
}
