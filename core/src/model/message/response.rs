//! Responses.

use serde::{Deserialize, Serialize};

use super::error_object::ErrorObject;
use super::parts::{Fixed, Two};
use crate::id::Id;

/// The result of a request, as a whole message. The request's method says what `R` is: see
/// [`Method::Result`](super::Method::Result).
///
/// Spec: schema, `JSONRPCResultResponse`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JsonRpcResultResponse<R> {
    jsonrpc: Fixed<Two>,
    /// The request's id.
    pub id: Id,
    /// The result.
    pub result: R,
}

/// Why a request failed, as a whole message.
///
/// Spec: schema, `JSONRPCErrorResponse`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JsonRpcErrorResponse {
    jsonrpc: Fixed<Two>,
    /// The request's id; none where it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    /// The error.
    pub error: ErrorObject,
}

impl<R> JsonRpcResultResponse<R> {
    /// The result of the request with this id.
    pub fn new(id: Id, result: R) -> Self {
        Self { jsonrpc: Fixed::default(), id, result }
    }
}

impl JsonRpcErrorResponse {
    /// Why the request with this id failed.
    pub fn new(id: Option<Id>, error: ErrorObject) -> Self {
        Self { jsonrpc: Fixed::default(), id, error }
    }
}
