//! What the caller of this crate can do wrong.

/// A request that can't be written: the caller's fault. Nothing was written and the state is what it was, so the right
/// call can still be made. Texts never repeat what was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The last request has no whole answer yet. There is one request at a time.
    #[error("the last request has no whole answer yet")]
    Unanswered,
    /// The connection [carries no other request](super::Connection::reusable). Open a new one.
    #[error("the connection carries no other request")]
    NotReusable,
    /// The method is no token, or it is `CONNECT`: this is no way to a tunnel.
    #[error("the method is malformed or CONNECT")]
    Method,
    /// The target is neither a path with an optional query nor the asterisk of `OPTIONS`, or it has bytes that no URI
    /// has.
    #[error("the request target is malformed")]
    Target,
    /// The host is no host with an optional port.
    #[error("the host is malformed")]
    Host,
    /// A field has a name that is no token, or a control byte in its value.
    #[error("a header of the request has a malformed name or value")]
    Header,
    /// A field that the connection writes by itself: `host`, `connection`, `content-length` or `transfer-encoding`.
    #[error("host, connection, content-length and transfer-encoding are written by the connection itself")]
    OwnedHeader,
}
