//! What a handler returns when it has no result.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::error::Error;
use serde_json::Value;

use crate::jsonrpc::{Rejection, Unavailable};
use crate::model::InputRequired;

/// A handler's failure. Whose fault it is decides how it reaches the client:
///
/// - [`Failure::new`], and `?` on any error: it failed in its own terms. Of a tool, the client gets a result with
///   `isError`, which the model reads and can act on; of anything else, -32603 with this text. The error's text is
///   sent either way, so it must not hold secrets.
/// - [`Failure::not_found`]: there is no such thing, told as the protocol tells it.
/// - [`Failure::protocol`]: a JSON-RPC error of the handler's choice.
/// - [`Failure::internal`]: -32603 without any detail; the detail goes to the log.
/// - [`Failure::input_required`]: no failure at all: the client is to answer something and try again.
///
/// ```
/// use snodo_core::Failure;
///
/// fn half(n: &str) -> Result<u32, Failure> {
///     let n: u32 = n.parse()?; // `ParseIntError` becomes an `isError` result
///     if n % 2 == 1 {
///         return Err(Failure::new("an even number, please"));
///     }
///     Ok(n / 2)
/// }
/// # assert!(half("x").is_err() && half("3").is_err());
/// ```
///
/// It is no [`Error`] itself, so that `?` can take every error there is.
#[derive(Debug)]
#[must_use]
pub struct Failure(Kind);

#[derive(Debug)]
pub(crate) enum Kind {
    Told(String),
    NotFound,
    Protocol(Box<Rejection>),
    Internal(String),
    InputRequired(Box<InputRequired>),
}

impl Failure {
    /// It failed; the text is for the model or the user.
    pub fn new(text: impl Into<String>) -> Self {
        Self(Kind::Told(text.into()))
    }

    /// What was asked for does not exist: a URI that a template matches and nothing stands at, a record that is gone.
    /// Answered with -32602, of a resource with its URI in `data`.
    pub fn not_found() -> Self {
        Self(Kind::NotFound)
    }

    /// A JSON-RPC error. Codes of your own belong outside -32768…-32000; of the reserved ones only -32602 and
    /// -32603 may be used, any other reserved code is sent as -32603.
    pub fn protocol(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Kind::Protocol(Box::new(Rejection::new(code, message))))
    }

    /// The server failed; `detail` is logged and not sent.
    pub fn internal(detail: impl Into<String>) -> Self {
        Self(Kind::Internal(detail.into()))
    }

    /// It cannot be done now, and may be tried again: answered as the engine answers its own overload, with -32603 and
    /// `data.reason`, over HTTP with the status that says so.
    pub fn unavailable(why: Unavailable) -> Self {
        Self(Kind::Protocol(Box::new(why.into())))
    }

    /// Ends this round with `input_required`: the client answers, and sends the request again. For handlers that keep
    /// track themselves; [`Context::input`](crate::Context::input) does it for them.
    ///
    /// Only tools, resources and prompts may ask, and only where the handler takes a [`Context`](crate::Context);
    /// elsewhere it is answered with -32603.
    pub fn input_required(what: InputRequired) -> Self {
        Self(Kind::InputRequired(Box::new(what)))
    }

    /// The `data` member of a [`protocol`](Failure::protocol) failure; the other kinds have none and ignore it.
    pub fn data(self, data: impl Into<Value>) -> Self {
        match self.0 {
            Kind::Protocol(error) => Self(Kind::Protocol(Box::new(error.with_data(data.into().to_string())))),
            other => Self(other),
        }
    }

    pub(crate) fn into_kind(self) -> Kind {
        self.0
    }
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.into().to_string())
    }
}
