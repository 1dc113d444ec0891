//! What is said about a value that is not of its type's form.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;

use crate::json::Fault;

/// A value of the protocol is not of its type's form. It says where and which rule is broken, never the value, so it
/// may be shown to the peer that sent it.
///
/// ```text
/// /content/age must be at least 18
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodeError {
    /// As a JSON pointer (RFC 6901).
    pointer: String,
    rule: Cow<'static, str>,
}

impl DecodeError {
    /// Names the rule that the value itself breaks, as what follows its name: `must be a string`.
    pub(crate) fn new(rule: impl Into<Cow<'static, str>>) -> Self {
        Self { pointer: String::new(), rule: rule.into() }
    }

    /// The same of a member.
    pub(crate) fn member(name: &str, rule: impl Into<Cow<'static, str>>) -> Self {
        Self::new(rule).inside(name)
    }

    /// The same, seen from the object that has the value as its member `name`.
    pub(crate) fn inside(self, name: &str) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        Self { pointer: format!("/{name}{}", self.pointer), ..self }
    }

    /// The same, seen from the array that has the value at `index`.
    pub(crate) fn at(self, index: usize) -> Self {
        self.inside(&index.to_string())
    }

    /// Where, as a JSON pointer (RFC 6901) from the value that was decoded; empty for that value itself.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the value" } else { &self.pointer };
        write!(f, "{place} {}", self.rule)
    }
}

impl Error for DecodeError {}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> Self {
        Self::new(format!("cannot be read: {fault}"))
    }
}
