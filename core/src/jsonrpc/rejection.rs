//! Refusals: the peer's fault, or the server's momentary inability.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;

use super::code;
use crate::id::Id;

/// Why a message was not taken: always an error answer to the peer, never a failure of the library.
///
/// The id is there when it could be read. Nothing of the peer's argument values stands in the text. Other
/// messages on the same channel are not affected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    pub(crate) id: Option<Id>,
    pub(crate) code: i64,
    pub(crate) message: Cow<'static, str>,
    /// JSON text.
    pub(crate) data: Option<Box<str>>,
    /// The moment's fault, not the peer's.
    pub(crate) unavailable: Option<Unavailable>,
}

impl Rejection {
    /// A refusal with one of the [codes](code) and a text for the peer.
    //
    // This and its siblings are cold and apart, so that the code of refusals stands nowhere between that of requests which
    // are in order.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn new(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        Self { id: None, code, message: message.into(), data: None, unavailable: None }
    }

    /// Names the request that is refused.
    #[must_use]
    pub fn with_id(self, id: Id) -> Self {
        Self { id: Some(id), ..self }
    }

    pub(crate) fn with_data(self, json: impl Into<Box<str>>) -> Self {
        Self { data: Some(json.into()), ..self }
    }

    /// The same, as a handler or policy may send it: the protocol's own codes have data of a fixed form, which the
    /// engine makes, and the rest of its range is not theirs.
    pub(crate) fn for_handlers(self) -> Self {
        match code::is_for_handlers(self.code) {
            true => self,
            false => {
                log::error!("the reserved error code {} was chosen; sent as -32603", self.code);
                Self { code: code::INTERNAL_ERROR, ..self }
            }
        }
    }

    #[cold]
    pub(crate) fn internal() -> Self {
        Self::new(code::INTERNAL_ERROR, "Internal error")
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn parse_error(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code::PARSE_ERROR, message)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code::INVALID_REQUEST, message)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code::INVALID_PARAMS, message)
    }

    /// The request's id, when it could be read.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// The JSON-RPC error code.
    #[must_use]
    pub fn code(&self) -> i64 {
        self.code
    }

    /// The `data` member: JSON text.
    #[must_use]
    pub fn data(&self) -> Option<&str> {
        self.data.as_deref()
    }

    /// The text for the peer.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl core::error::Error for Rejection {}

/// Why a well-formed request was not carried out. Answered with -32603 and `data.reason`; the peer may try again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unavailable {
    /// `overloaded`: too much is running and waiting.
    Overloaded,
    /// `timeout`: the deadline passed while it waited or ran.
    Timeout,
    /// `shutting_down`: the server is ending.
    ShuttingDown,
}

impl From<Unavailable> for Rejection {
    fn from(why: Unavailable) -> Self {
        let (message, data) = match why {
            Unavailable::Overloaded => ("The server is busy: try again later", r#"{"reason":"overloaded"}"#),
            Unavailable::Timeout => ("The request took too long", r#"{"reason":"timeout"}"#),
            Unavailable::ShuttingDown => ("The server is shutting down", r#"{"reason":"shutting_down"}"#),
        };
        Self { unavailable: Some(why), ..Self::new(code::INTERNAL_ERROR, message).with_data(data) }
    }
}
