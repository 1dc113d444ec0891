//! Why an answer is refused.

use crate::chunked;
use crate::framing;
use crate::lines::BareLf;

/// What was wrong with an answer, which limit it broke, or where the connection ended instead: the peer's fault.
///
/// The answer is lost from there on, and so is the connection: close it. Whether the request took effect is not known.
/// Texts name the part and never repeat what was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A line of the head ends in LF alone.
    #[error("a line of the head does not end in CRLF")]
    BareLf,
    /// What arrived begins with no status line: a version, a code of three digits and a reason that may be missing.
    /// Other protocols end here.
    #[error("the status line is malformed")]
    StatusLine,
    /// HTTP, but not its version 1.
    #[error("the HTTP version is not supported")]
    Version,
    /// The status code isn't between 100 and 599.
    #[error("the status code is none")]
    StatusCode,
    /// The peer switched to another protocol (101), which no request asks for.
    #[error("the peer switched protocols")]
    SwitchingProtocols,
    /// The head is larger than allowed, interim answers included.
    #[error("the head is larger than allowed")]
    HeadTooLarge,
    /// There are more fields than allowed.
    #[error("there are more header fields than allowed")]
    TooManyHeaders,
    /// A field line is malformed: its name is no token, white space stands before the colon or the line continues
    /// another one, a control byte or a bare CR stands in the value.
    #[error("a header field is malformed")]
    Header,
    /// Content-Length occurs twice or isn't one number.
    #[error("the Content-Length header is repeated or malformed")]
    ContentLength,
    /// Transfer-Encoding doesn't end in `chunked`, has it twice, or is used below HTTP/1.1: nobody can tell where the
    /// body ends.
    #[error("the Transfer-Encoding header is malformed, or chunked is not its one last coding")]
    TransferEncoding,
    /// A transfer coding besides `chunked`.
    #[error("a transfer coding is not implemented")]
    TransferCoding,
    /// Content-Length and Transfer-Encoding together.
    #[error("Content-Length and Transfer-Encoding exclude each other")]
    LengthConflict,
    /// The body is larger than allowed, as declared or as counted.
    #[error("the body is larger than allowed")]
    BodyTooLarge,
    /// A chunk is malformed: its size, an extension or a line end.
    #[error("a chunk is malformed")]
    Chunk,
    /// A chunk's size and extensions are longer than allowed.
    #[error("a chunk line is longer than allowed")]
    ChunkLineTooLong,
    /// A trailer field is malformed.
    #[error("a trailer field is malformed")]
    Trailer,
    /// The trailer section is larger than allowed.
    #[error("the trailer section is larger than allowed")]
    TrailersTooLarge,
    /// The connection ended before anything of an answer arrived. On a connection that was reused the peer may have
    /// closed it while the request was on its way.
    #[error("the connection ended before the answer")]
    EndBeforeHead,
    /// The connection ended in the middle of a head, or behind an interim answer.
    #[error("the connection ended in the middle of the head")]
    EndInHead,
    /// The connection ended before the body was as long as its head said.
    #[error("the connection ended in the middle of a body with a length")]
    EndInBody,
    /// The connection ended before the last chunk, or in the trailer section.
    #[error("the connection ended in the middle of a chunked body")]
    EndInChunks,
}

impl From<BareLf> for Refusal {
    fn from(_: BareLf) -> Self {
        Refusal::BareLf
    }
}

impl From<framing::Fault> for Refusal {
    fn from(fault: framing::Fault) -> Self {
        match fault {
            framing::Fault::ContentLength => Refusal::ContentLength,
            framing::Fault::TransferEncoding => Refusal::TransferEncoding,
            framing::Fault::TransferCoding => Refusal::TransferCoding,
            framing::Fault::LengthConflict => Refusal::LengthConflict,
        }
    }
}

impl From<chunked::Fault> for Refusal {
    fn from(fault: chunked::Fault) -> Self {
        match fault {
            chunked::Fault::Malformed => Refusal::Chunk,
            chunked::Fault::LineTooLong => Refusal::ChunkLineTooLong,
            chunked::Fault::BodyTooLarge => Refusal::BodyTooLarge,
            chunked::Fault::Trailer => Refusal::Trailer,
            chunked::Fault::TrailersTooLarge => Refusal::TrailersTooLarge,
        }
    }
}
