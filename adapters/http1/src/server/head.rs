//! A request's head, looked at where it stands.

use core::fmt;

use super::parsed::Parsed;
use crate::fields::{Headers, Source};
use crate::framing::Length;
use crate::version::Version;

/// The head of a request: well-formed, within the limits, and unambiguous about where its body ends.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    source: Source<'a>,
    parsed: &'a Parsed,
}

impl<'a> Head<'a> {
    pub(super) fn new(bytes: &'a [u8], parsed: &'a Parsed) -> Head<'a> {
        Head { source: Source::new(bytes), parsed }
    }

    /// The method, as received: methods are case-sensitive. Never `CONNECT`.
    #[must_use]
    pub fn method(&self) -> &'a str {
        self.source.text(self.parsed.method)
    }

    /// The request target as received, in origin, absolute or asterisk form. Visible ASCII without `#`.
    #[must_use]
    pub fn target(&self) -> &'a str {
        self.source.text(self.parsed.target)
    }

    /// The path of the target, in whatever form that came: it starts with a slash, or is `*`. Nothing in it is
    /// decoded or removed.
    #[must_use]
    pub fn path(&self) -> &'a str {
        match self.parsed.path {
            Some(path) => self.source.text(path),
            // An absolute target without a path (RFC 9112 sections 3.2.1 and 3.2.4).
            None if self.method() == "OPTIONS" && self.query().is_none() => "*",
            None => "/",
        }
    }

    /// What stands behind the first question mark of the target, if there is one.
    #[must_use]
    pub fn query(&self) -> Option<&'a str> {
        Some(self.source.text(self.parsed.query?))
    }

    /// The version.
    #[must_use]
    pub fn version(&self) -> Version {
        self.parsed.version
    }

    /// Host and port that the request is for: those of an absolute target, else those of the Host field. `None`
    /// only with HTTP/1.0.
    #[must_use]
    pub fn host(&self) -> Option<&'a str> {
        Some(self.source.text(self.parsed.host?))
    }

    /// The fields, all of them, in order. Where the target is absolute, the Host field shows the target's host.
    #[must_use]
    pub fn headers(&self) -> Headers<'a> {
        Headers::new(self.source, &self.parsed.fields)
    }

    /// Bytes of the body; 0 when there is none, `None` when it is chunked.
    #[must_use]
    pub fn content_length(&self) -> Option<u64> {
        match self.parsed.framing.length {
            Length::Known(length) => Some(length),
            Length::Chunked => None,
        }
    }
}

/// Neither values nor the query: both may be secrets.
impl fmt::Debug for Head<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Head")
            .field("method", &self.method())
            .field("path", &self.path())
            .field("version", &self.version())
            .field("headers", &self.headers())
            .finish()
    }
}
