//! What a call gives.

use std::fmt;
use std::ops::Deref;

use serde::de::DeserializeOwned;
use snodo_core::model::InputRequired;

use crate::error::Error;
use crate::machine;

/// A result, read into its type, with the text that came.
///
/// It derefs to the typed result. What the type does not know is in [`raw`](Self::raw), under the names that the server
/// gave it.
#[derive(Clone)]
pub struct Reply<T> {
    value: T,
    raw: Box<str>,
}

impl<T: DeserializeOwned> Reply<T> {
    pub(crate) fn decode(result: &str) -> Result<Self, Error> {
        Ok(Self { value: machine::decode(result)?, raw: result.into() })
    }
}

impl<T> Reply<T> {
    pub(crate) fn new(value: T, raw: &str) -> Self {
        Self { value, raw: raw.into() }
    }

    /// The result as the server sent it: the text of a JSON object.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// The whole result as a type of the caller's, for members that the protocol does not know.
    ///
    /// # Errors
    ///
    /// The server's fault: the result is not of the type's form. The error's text may repeat parts of it.
    pub fn raw_as<U: DeserializeOwned>(&self) -> Result<U, serde_json::Error> {
        serde_json::from_str(&self.raw)
    }

    /// The typed result alone.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> Deref for Reply<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Reply<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// The end of a call, or what the server has to know first.
///
/// With handlers for the server's questions ([`ClientBuilder::on_form`](crate::ClientBuilder::on_form) and its like), the
/// client answers them and calls again by itself, and only the end is seen.
///
/// Spec: basic/patterns/mrtr.
#[derive(Debug, Clone)]
#[expect(clippy::exhaustive_enums, reason = "complete: with the error it is one of three")]
pub enum Outcome<T> {
    /// What was asked for.
    Complete(Reply<T>),
    /// Questions, a state, or both: call again with the answers and the state, see
    /// [`Call::answer`](crate::Call::answer).
    InputRequired(Reply<InputRequired>),
}

impl<T> Outcome<T> {
    /// The end.
    ///
    /// # Errors
    ///
    /// The server demands input: [`ErrorKind::Input`](crate::ErrorKind::Input), naming what is asked for.
    pub fn complete(self) -> Result<Reply<T>, Error> {
        match self {
            Self::Complete(reply) => Ok(reply),
            Self::InputRequired(demand) => {
                let asked: Vec<_> = demand.requests().map(|(_, request)| request.method()).collect();
                let asked = if asked.is_empty() { "another round".to_owned() } else { asked.join(", ") };
                Err(Error::input(
                    snodo_core::code::INVALID_PARAMS,
                    format!(
                        "the server demands {asked} first: register handlers for its questions, or answer them"
                    ),
                ))
            }
        }
    }
}
