//! Error codes of JSON-RPC 2.0 and of the protocol.
//!
//! Spec: basic, section "Error Codes".

/// The text is not JSON, or breaks one of its bounds.
pub const PARSE_ERROR: i64 = -32700;
/// The JSON is no request, notification or response.
pub const INVALID_REQUEST: i64 = -32600;
/// The method does not exist, or the server lacks the capability it needs.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// Parameters are missing, of the wrong kind, or name something unknown.
pub const INVALID_PARAMS: i64 = -32602;
/// The server failed, or could not take the request on.
pub const INTERNAL_ERROR: i64 = -32603;
/// A mirrored header and the body disagree.
pub const HEADER_MISMATCH: i64 = -32020;
/// The client has not declared a capability that the request needs.
pub const MISSING_CLIENT_CAPABILITY: i64 = -32021;
/// The request names a protocol version that the server does not speak.
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;

/// Whether a handler may answer with `code`: a standard one for parameters or internal failures, or any outside the
/// reserved range. The protocol's own codes have data of a fixed form, which the engine makes.
pub(crate) fn is_for_handlers(code: i64) -> bool {
    match code {
        INVALID_PARAMS | INTERNAL_ERROR => true,
        _ => !(-32768..=-32000).contains(&code),
    }
}
