//! What goes wrong, and whose fault it is.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use snodo_core::model::ErrorObject;

/// Why a call gave no result. Cheap to clone.
///
/// The [`kind`](Self::kind) says whose word it is: three of them are the server's answer, the others are this client's
/// own finding and were never on a wire.
#[derive(Clone)]
pub struct Error(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    kind: ErrorKind,
    /// The code, message and data, the server's or the client's own.
    object: ErrorObject,
    method: Option<Box<str>>,
    id: Option<u64>,
    http_status: Option<u16>,
    result: Option<Box<str>>,
    stderr: Option<Box<str>>,
    challenge: Option<Box<str>>,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

/// Whose word an [`Error`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The server could not read the request or found it malformed: -32700, -32600.
    JsonRpc,
    /// The server refused the request by a rule of the protocol or of its own: -32601, -32602 and every code that has
    /// no other kind.
    Protocol,
    /// The server failed while it carried out the request: -32603.
    Execution,
    /// The server cannot be reached, is gone, or said what is no answer. The code is -32000, the client's own.
    Connection,
    /// No answer came in time. The code is -32001, the client's own, and the data tell `timeoutMs`.
    Timeout,
    /// The server answered, and its result is not of the form that the protocol gives it;
    /// [`raw_result`](Error::raw_result) has what came. The code is -32000, the client's own.
    Result,
    /// The server demands input that nobody here gives: there is no handler for it, or the handler failed, or the rounds
    /// do not end. The code is -32602, -32603 or -32000, the client's own.
    Input,
    /// The call was refused here before anything was sent: the caller's fault. The code is -32602, the client's own.
    Usage,
}

/// The code of errors of the connection, as other clients number it too.
pub const CONNECTION_CLOSED: i64 = -32000;
/// The code of a call whose time is over, as other clients number it too.
pub const REQUEST_TIMEOUT: i64 = -32001;
const INVALID_PARAMS: i64 = snodo_core::code::INVALID_PARAMS;

impl Error {
    fn new(kind: ErrorKind, code: i64, message: impl Into<String>) -> Self {
        let object = ErrorObject::new(code, message);
        Self::from_object(kind, object)
    }

    fn from_object(kind: ErrorKind, object: ErrorObject) -> Self {
        Self(Arc::new(Inner {
            kind,
            object,
            method: None,
            id: None,
            http_status: None,
            result: None,
            stderr: None,
            challenge: None,
            source: None,
        }))
    }

    /// The server cannot be reached, is gone, or said what is no answer. For transports.
    #[must_use]
    pub fn connection(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Connection, CONNECTION_CLOSED, message)
    }

    /// The call is refused before anything is sent. For transports: what is wrong with how they were set up.
    #[must_use]
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, INVALID_PARAMS, message)
    }

    /// What the server answered.
    pub(crate) fn answered(object: ErrorObject) -> Self {
        let kind = match object.code {
            -32700 | -32600 => ErrorKind::JsonRpc,
            -32603 => ErrorKind::Execution,
            _ => ErrorKind::Protocol,
        };
        Self::from_object(kind, object)
    }

    pub(crate) fn timeout(message: impl Into<String>, member: &str, limit: Duration) -> Self {
        let error = Self::new(ErrorKind::Timeout, REQUEST_TIMEOUT, message);
        error.with_data(&format!("{{\"{member}\":{}}}", limit.as_millis()))
    }

    pub(crate) fn result(message: impl Into<String>, result: &str) -> Self {
        let mut error = Self::new(ErrorKind::Result, CONNECTION_CLOSED, message);
        error.inner().result = Some(result.into());
        error
    }

    pub(crate) fn input(code: i64, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Input, code, message)
    }

    /// Members of the data: JSON that this crate wrote.
    pub(crate) fn with_data(mut self, json: &str) -> Self {
        self.inner().object.data = serde_json::from_str(json).ok();
        self
    }

    /// The failure behind it.
    #[must_use]
    pub fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.inner().source = Some(Arc::new(source));
        self
    }

    /// The status of the HTTP answer that it came with.
    #[must_use]
    pub fn with_http_status(mut self, status: u16) -> Self {
        self.inner().http_status = Some(status);
        self
    }

    /// What the server wrote to its standard error last.
    #[must_use]
    pub fn with_stderr(mut self, tail: impl Into<String>) -> Self {
        self.inner().stderr = Some(tail.into().into());
        self
    }

    /// The value of the `WWW-Authenticate` field that it came with.
    #[must_use]
    pub fn with_challenge(mut self, challenge: impl Into<String>) -> Self {
        self.inner().challenge = Some(challenge.into().into());
        self
    }

    /// The request that it ended.
    pub(crate) fn of_request(mut self, method: &str, id: u64) -> Self {
        let inner = self.inner();
        inner.method = Some(method.into());
        inner.id = Some(id);
        self
    }

    /// The method that it is about, unless a request is named already.
    pub(crate) fn of_method(mut self, method: &str) -> Self {
        if self.0.method.is_none() {
            self.inner().method = Some(method.into());
        }
        self
    }

    /// The only reference while it is being made; a clone otherwise.
    fn inner(&mut self) -> &mut Inner {
        Arc::make_mut(&mut self.0)
    }

    /// Whose word it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The JSON-RPC code. What it means depends on the [`kind`](Self::kind): a server may send any number.
    #[must_use]
    pub fn code(&self) -> i64 {
        self.0.object.code
    }

    /// What happened, for people: the server's words, or the client's.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.object.message
    }

    /// What else there is to know: JSON text.
    #[must_use]
    pub fn data(&self) -> Option<&str> {
        self.0.object.data.as_ref().map(|data| data.get())
    }

    /// The code, message and data as one value.
    #[must_use]
    pub fn object(&self) -> &ErrorObject {
        &self.0.object
    }

    /// Whether the server answered it. If not, it is this client's own finding.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        matches!(self.0.kind, ErrorKind::JsonRpc | ErrorKind::Protocol | ErrorKind::Execution)
    }

    /// Whether no answer came in time.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        self.0.kind == ErrorKind::Timeout
    }

    /// The method of the request that it ended.
    #[must_use]
    pub fn method(&self) -> Option<&str> {
        self.0.method.as_deref()
    }

    /// The id of the request that it ended.
    #[must_use]
    pub fn id(&self) -> Option<u64> {
        self.0.id
    }

    /// The status of the HTTP answer that it came with.
    #[must_use]
    pub fn http_status(&self) -> Option<u16> {
        self.0.http_status
    }

    /// The result as the server sent it, the text of a JSON object, when it has not the form that it should have.
    #[must_use]
    pub fn raw_result(&self) -> Option<&str> {
        self.0.result.as_deref()
    }

    /// What a child process wrote to its standard error last, when it is gone.
    #[must_use]
    pub fn stderr(&self) -> Option<&str> {
        self.0.stderr.as_deref()
    }

    /// The value of the `WWW-Authenticate` field, when the server wants to know who calls.
    #[must_use]
    pub fn challenge(&self) -> Option<&str> {
        self.0.challenge.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(method) = self.method() {
            write!(f, "{method}: ")?;
        }
        if self.is_answer() {
            write!(f, "the server answered {}: ", self.code())?;
        }
        f.write_str(self.message())?;
        match self.http_status() {
            Some(status) if self.is_answer() => write!(f, " (HTTP {status})"),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.kind())
            .field("code", &self.code())
            .field("message", &self.message())
            .field("method", &self.method())
            .field("http_status", &self.http_status())
            .finish_non_exhaustive()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_ref().map(|source| &**source as &(dyn StdError + 'static))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_codes_have_kinds() {
        let kind = |code| Error::answered(ErrorObject::new(code, "why")).kind();
        for (code, expected) in [
            (-32700, ErrorKind::JsonRpc),
            (-32600, ErrorKind::JsonRpc),
            (-32601, ErrorKind::Protocol),
            (-32602, ErrorKind::Protocol),
            (-32603, ErrorKind::Execution),
            // The client's own numbers are nothing special when a server sends them.
            (-32000, ErrorKind::Protocol),
            (-32001, ErrorKind::Protocol),
            (42, ErrorKind::Protocol),
        ] {
            assert_eq!(kind(code), expected, "{code}");
        }
    }

    #[test]
    fn a_timeout_tells_its_limit() {
        let error =
            Error::timeout("no answer", "timeoutMs", Duration::from_millis(250)).of_request("tools/call", 7);
        assert_eq!((error.code(), error.data()), (-32001, Some("{\"timeoutMs\":250}")));
        assert!(error.is_timeout() && !error.is_answer());
        assert_eq!(error.to_string(), "tools/call: no answer");
    }
}
