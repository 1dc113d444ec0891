//! An answer's head, looked at where it stands.

use core::fmt;

use crate::fields::{Field, Headers, Source};
use crate::framing::Length;
use crate::status::Status;
use crate::version::Version;

/// The head of a final answer: well-formed, within the limits, and unambiguous about where its body ends.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    pub(super) source: Source<'a>,
    pub(super) fields: &'a [Field],
    pub(super) status: Status,
    pub(super) version: Version,
    pub(super) length: Option<Length>,
}

impl<'a> Head<'a> {
    /// The status.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// The version.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// The fields, all of them, in order.
    #[must_use]
    pub fn headers(&self) -> Headers<'a> {
        Headers::new(self.source, self.fields)
    }

    /// What Content-Length says, in bytes; `None` where there is none. In an answer to `HEAD`, and with status 204 or
    /// 304, it says nothing about this answer's body, which has no byte.
    #[must_use]
    pub fn content_length(&self) -> Option<u64> {
        match self.length {
            Some(Length::Known(length)) => Some(length),
            Some(Length::Chunked) | None => None,
        }
    }
}

/// No values: they may be secrets.
impl fmt::Debug for Head<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Head")
            .field("status", &self.status)
            .field("version", &self.version)
            .field("headers", &self.headers())
            .finish()
    }
}
