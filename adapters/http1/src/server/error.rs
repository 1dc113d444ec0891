//! What the caller of this crate can do wrong.

/// A call that makes no sense in the state of the connection, or an answer that can't be written: the caller's
/// fault. Nothing was written and the state is what it was, so the right call can still be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request has its answer already, whole or as a stream that is open.
    #[error("the request has its answer already")]
    Answered,
    /// No streamed answer is open.
    #[error("no streamed answer is open")]
    NotStreaming,
    /// A field of the answer has a name that is no token, or a control byte in its value.
    #[error("a header of the answer has a malformed name or value")]
    Header,
    /// A field that the connection writes by itself: `connection`, `content-length` or `transfer-encoding`.
    #[error("connection, content-length and transfer-encoding are written by the connection itself")]
    FramingHeader,
}
