//! Why a request is refused, and with which status.

use crate::chunked;
use crate::framing;
use crate::status::Status;

/// What was wrong with a request, or which limit it broke: the peer's fault.
///
/// The request gets one answer with [`status`](Refusal::status), and the connection ends: nothing that arrives
/// on it any more is taken for a request. Texts name the part and never repeat what was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A line of the head ends in LF alone.
    #[error("a line of the head does not end in CRLF")]
    BareLf,
    /// The request line isn't a method, a target and a version with one space between them. HTTP/0.9 and other
    /// protocols end here.
    #[error("the request line is malformed")]
    RequestLine,
    /// HTTP, but not its version 1.
    #[error("the HTTP version is not supported")]
    Version,
    /// The method doesn't end within the length that a request line may have.
    #[error("the method is longer than any")]
    MethodTooLong,
    /// The target has a form that the method doesn't allow, or bytes that no URI has.
    #[error("the request target is malformed")]
    Target,
    /// The target or the request line is longer than allowed.
    #[error("the request target is longer than allowed")]
    TargetTooLong,
    /// `CONNECT`: this is no proxy.
    #[error("the CONNECT method is not implemented")]
    Connect,
    /// The head is larger than allowed.
    #[error("the head is larger than allowed")]
    HeadTooLarge,
    /// There are more fields than allowed.
    #[error("there are more header fields than allowed")]
    TooManyHeaders,
    /// A field line is malformed: its name is no token, white space stands before the colon or the line
    /// continues another one, a control byte or a bare CR stands in the value.
    #[error("a header field is malformed")]
    Header,
    /// Host is missing though the version demands it, occurs twice, or is no host with an optional port.
    #[error("the Host header is missing, repeated or malformed")]
    Host,
    /// Content-Length occurs twice or isn't one number.
    #[error("the Content-Length header is repeated or malformed")]
    ContentLength,
    /// Transfer-Encoding doesn't end in `chunked`, has it twice, or is used below HTTP/1.1: nobody can tell
    /// where the body ends.
    #[error("the Transfer-Encoding header is malformed, or chunked is not its one last coding")]
    TransferEncoding,
    /// A transfer coding besides `chunked`.
    #[error("a transfer coding is not implemented")]
    TransferCoding,
    /// Content-Length and Transfer-Encoding together.
    #[error("Content-Length and Transfer-Encoding exclude each other")]
    LengthConflict,
    /// An expectation besides `100-continue`.
    #[error("an expectation is not supported")]
    Expectation,
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
    /// The peer closed its side in the middle of a request.
    #[error("the connection ended in the middle of a request")]
    Incomplete,
}

impl Refusal {
    /// The status that the answer should have.
    #[must_use]
    pub const fn status(self) -> Status {
        match self {
            Refusal::BareLf
            | Refusal::RequestLine
            | Refusal::Target
            | Refusal::Header
            | Refusal::Host
            | Refusal::ContentLength
            | Refusal::TransferEncoding
            | Refusal::LengthConflict
            | Refusal::Chunk
            | Refusal::ChunkLineTooLong
            | Refusal::Trailer
            | Refusal::Incomplete => Status::BAD_REQUEST,
            Refusal::BodyTooLarge => Status::CONTENT_TOO_LARGE,
            Refusal::TargetTooLong => Status::URI_TOO_LONG,
            Refusal::Expectation => Status::EXPECTATION_FAILED,
            Refusal::HeadTooLarge | Refusal::TooManyHeaders | Refusal::TrailersTooLarge => {
                Status::REQUEST_HEADER_FIELDS_TOO_LARGE
            }
            Refusal::MethodTooLong | Refusal::Connect | Refusal::TransferCoding => Status::NOT_IMPLEMENTED,
            Refusal::Version => Status::HTTP_VERSION_NOT_SUPPORTED,
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
