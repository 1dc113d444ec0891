//! What carries messages to a server and back.
//!
//! A transport knows nothing of the protocol but where one message ends. It takes a [`Message`] and gives what comes back
//! for it as [`Arrivals`], message by message. Direct, child process, stream and HTTP are implementations like any other.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::error::Error;
use crate::machine::Message;

/// The future of a transport's methods.
pub type TransportFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// Carries messages to one server.
///
/// Several requests are on their way at once; the client never reuses an id on one transport. The client holds the
/// deadlines: a transport needs none of its own for requests.
pub trait Transport: Send + Sync + 'static {
    /// Sends a request and gives what comes back for it. Ready as soon as the request is on its way or, where the
    /// transport knows one, the answer's head is there.
    ///
    /// Dropping the future, or the [`Arrivals`] before the response came, cancels the request: the transport tells the
    /// server, by the means it has.
    ///
    /// # Errors
    ///
    /// When the request cannot be sent or the connection is gone: [`Error::connection`].
    fn request(&self, message: Message) -> TransportFuture<'_, Box<dyn Arrivals>>;

    /// Whether requests travel with header fields. Only then `Mcp-Param-*` fields are made, and tools whose
    /// annotations for them are broken are left out of lists.
    fn has_headers(&self) -> bool {
        false
    }

    /// Ends the connection and frees what it holds; every request that is on its way fails. Closing twice is closing
    /// once. A transport that is dropped does the same without telling.
    ///
    /// # Errors
    ///
    /// When the other side did not end as it should.
    fn close(&self) -> TransportFuture<'_, ()>;
}

/// What comes back for one request: notifications, then the response.
pub trait Arrivals: Send {
    /// The next message; `None` when nothing more will come.
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>>;

    /// Says why the request will be cancelled by the drop that follows. Transports that tell the server no reason pass
    /// over it, which is what the default does.
    fn give_up(&mut self, _reason: &str) {}
}

/// One message that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Arrived {
    /// The message's bytes, not yet looked at.
    pub message: Vec<u8>,
    /// The status of the HTTP answer that brought it; none for other transports.
    pub http_status: Option<u16>,
    /// The value of the `WWW-Authenticate` field that came with it; several are joined by commas.
    pub challenge: Option<Box<str>>,
    /// How many notifications for the same request were dropped before this message, because more waited to be taken
    /// than the transport keeps; zero for transports that drop none.
    pub missed: u64,
}

impl Arrived {
    /// A message of a transport that has no statuses.
    #[must_use]
    pub fn new(message: impl Into<Vec<u8>>) -> Self {
        Self { message: message.into(), http_status: None, challenge: None, missed: 0 }
    }

    /// The same, as part of an HTTP answer with this status.
    #[must_use]
    pub fn with_http_status(self, status: u16) -> Self {
        Self { http_status: Some(status), ..self }
    }

    /// The same, with what the server demands of whoever calls.
    #[must_use]
    pub fn with_challenge(self, challenge: impl Into<Box<str>>) -> Self {
        Self { challenge: Some(challenge.into()), ..self }
    }
}

impl Arrived {
    /// The error that the message is, with what came along with it.
    pub(crate) fn explain(&self, mut error: Error) -> Error {
        if let Some(status) = self.http_status {
            error = error.with_http_status(status);
        }
        match &self.challenge {
            Some(challenge) => error.with_challenge(&**challenge),
            None => error,
        }
    }
}

impl fmt::Debug for dyn Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Transport")
    }
}

impl fmt::Debug for dyn Arrivals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Arrivals")
    }
}
