//! Failures of the caller of this library.

use alloc::borrow::Cow;
use core::fmt;

/// What a caller of this library did wrong, nearly always while building a server. Nothing was built or changed.
///
/// It is opaque: ask [`kind`](Error::kind), show it to the developer. Peers never see it; what they did wrong is a
/// [`Rejection`](crate::Rejection), and what a handler answers instead of a result is a [`Failure`](crate::Failure).
#[derive(Debug, Clone)]
pub struct Error {
    kind: ErrorKind,
    message: Cow<'static, str>,
}

/// What an [`Error`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A name is empty, too long, or has characters that hosts refuse.
    Name,
    /// Two definitions have the same name.
    Duplicate,
    /// A schema is no JSON, no object, or of the wrong shape.
    Schema,
    /// An icon or a link has no absolute URI.
    Uri,
    /// A URI template is outside the subset, or two templates match one URI.
    Template,
    /// A `_meta` key breaks the grammar.
    Meta,
    /// A public cache beside an authorization policy.
    Cache,
    /// An entry of a list of hosts or origins names no host.
    Host,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, message: message.into() }
    }

    /// What it is about.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Error {}
