//! The versions of HTTP that make a difference here.

/// The version of a message, as far as it makes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "there will be no other minor version of HTTP/1")]
pub enum Version {
    /// HTTP/1.0: neither chunked bodies nor interim answers, and the connection closes after the answer.
    Http10,
    /// HTTP/1.1, or a higher minor version, which is read as the highest there is (RFC 9110 section 2.5).
    Http11,
}
