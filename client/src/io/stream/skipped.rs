//! Lines that are no message for a client.

use std::fmt;

/// Is told of them.
pub(super) type Hook = dyn Fn(Skipped<'_>) + Send + Sync;

/// A line that is no message for a client. It is never answered.
///
/// Spec: basic/transports/stdio, section "Receiving Messages".
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Skipped<'a> {
    /// What is wrong with it.
    pub reason: SkipReason,
    /// How the line begins: at most [`SAMPLE`](Self::SAMPLE) bytes, of any encoding. Empty when the line was too long.
    pub sample: &'a [u8],
    /// How many lines of this stream have been skipped, this one included.
    pub count: u64,
}

impl Skipped<'_> {
    /// The most bytes of a line that are shown.
    pub const SAMPLE: usize = 256;
}

/// Why a line was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// It is no JSON-RPC message: a banner, a log line, half a message.
    NoMessage,
    /// It has more bytes than the maximum.
    TooLong,
    /// It asks something. No server of this revision does that, and nobody answers.
    Request,
    /// It answers a request whose id the server could not read: nobody can tell whose it is.
    NoId,
    /// It tells something that belongs to no request.
    Notification,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMessage => "it is no message",
            Self::TooLong => "it is too long",
            Self::Request => "it is a request",
            Self::NoId => "it answers a request without an id",
            Self::Notification => "it belongs to no request",
        })
    }
}
