//! Requests and notifications.

use serde::{Deserialize, Serialize};

use super::method::Method;
use super::notification_method::NotificationMethod;
use super::parts::{Fixed, Two, Word};
use crate::id::Id;

/// A request of one method, as a whole message.
///
/// Spec: schema, `JSONRPCRequest`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
#[non_exhaustive]
pub struct JsonRpcRequest<M: Method> {
    jsonrpc: Fixed<Two>,
    /// What its response repeats.
    pub id: Id,
    method: Fixed<Request<M>>,
    /// What is asked for.
    pub params: M::Params,
}

/// A notification of one kind, as a whole message.
///
/// Spec: schema, `JSONRPCNotification`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = ""))]
#[non_exhaustive]
pub struct JsonRpcNotification<N: NotificationMethod> {
    jsonrpc: Fixed<Two>,
    method: Fixed<Notification<N>>,
    /// What is told.
    #[serde(skip_serializing_if = "N::says_nothing")]
    pub params: N::Params,
}

impl<M: Method> JsonRpcRequest<M> {
    /// A request under an id that no other has that this client still waits for.
    pub fn new(id: Id, params: M::Params) -> Self {
        Self { jsonrpc: Fixed::default(), id, method: Fixed::default(), params }
    }
}

impl<N: NotificationMethod> JsonRpcNotification<N> {
    /// A notification.
    pub fn new(params: N::Params) -> Self {
        Self { jsonrpc: Fixed::default(), method: Fixed::default(), params }
    }
}

/// The name of a request's method.
enum Request<M> {
    #[expect(dead_code, reason = "it names a type")]
    Of(M),
}

impl<M: Method> Word for Request<M> {
    const WORD: &'static str = M::NAME;
}

/// The name of a notification's method.
enum Notification<N> {
    #[expect(dead_code, reason = "it names a type")]
    Of(N),
}

impl<N: NotificationMethod> Word for Notification<N> {
    const WORD: &'static str = N::NAME;
}
