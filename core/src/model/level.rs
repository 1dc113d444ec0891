//! Log levels.

use core::fmt;

use super::decode::{Decode, Raw};
use super::decode_error::DecodeError;
use super::serde_text::serde_as_json;
use crate::json::Writer;

/// The severity of a log message, from the least to the most severe.
///
/// Spec: server/utilities/logging, section "Log Levels".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "complete: the eight severities of RFC 5424")]
pub enum Level {
    /// Detail for debugging.
    Debug,
    /// Normal operation.
    Info,
    /// Normal but significant.
    Notice,
    /// Something to look at.
    Warning,
    /// An operation failed.
    Error,
    /// A component failed.
    Critical,
    /// Action is needed at once.
    Alert,
    /// The system is unusable.
    Emergency,
}

impl Level {
    const NAMES: [(&str, Self); 8] = [
        ("debug", Self::Debug),
        ("info", Self::Info),
        ("notice", Self::Notice),
        ("warning", Self::Warning),
        ("error", Self::Error),
        ("critical", Self::Critical),
        ("alert", Self::Alert),
        ("emergency", Self::Emergency),
    ];

    /// The protocol's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(n, _)| *n == name).map(|(_, level)| *level)
    }
}

impl Level {
    fn write(&self, w: &mut Writer<'_>) {
        w.string(self.name());
    }
}

serde_as_json!(Level => Self::write);

impl Decode for Level {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        raw.word(Self::from_name, "must be one of the eight log levels")
    }
}

impl From<Level> for log::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Debug => Self::Debug,
            Level::Info | Level::Notice => Self::Info,
            Level::Warning => Self::Warn,
            Level::Error | Level::Critical | Level::Alert | Level::Emergency => Self::Error,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
