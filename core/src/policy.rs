//! Authorization: who may see and use which component.

use alloc::borrow::Cow;

use crate::context::Call;
use crate::define::Component;
use crate::jsonrpc::Rejection;

/// Decides who may see and use what. See [`ServerBuilder::policy`](crate::ServerBuilder::policy).
///
/// It is asked while a request is prepared, so it must be quick and must not block: what takes time, such as looking a
/// token up, belongs to the host, which hands the result over as [`Call::with_auth`](crate::Call::with_auth). A panic
/// refuses with -32603.
///
/// ```
/// use snodo_core::{Action, Call, Component, Decision, Policy};
///
/// struct Scopes(Vec<String>);
///
/// struct ByScope;
///
/// impl Policy for ByScope {
///     fn decide(&self, _: Action, component: &Component<'_>, call: &Call) -> Decision {
///         let granted = call.auth::<Scopes>().is_some_and(|s| s.0.iter().any(|scope| scope == component.name));
///         if granted { Decision::Allow } else { Decision::Conceal }
///     }
/// }
/// ```
pub trait Policy: Send + Sync + 'static {
    /// Whether this caller may do this with this component.
    fn decide(&self, action: Action, component: &Component<'_>, call: &Call) -> Decision;
}

/// What a caller is about to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// See it in a listing. Whatever is not allowed is left out, before pages are cut.
    Discover,
    /// Call, read, get or complete it, or subscribe to its URI.
    Invoke,
}

/// What a [`Policy`] says.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Decision {
    /// Yes.
    Allow,
    /// No, and the answer is the one for a component that does not exist.
    Conceal,
    /// No, and the client learns why.
    Refuse(Refusal),
}

/// The error that a policy answers with.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal(pub(crate) Rejection);

impl Decision {
    /// No, with a JSON-RPC error of the policy's own. A code of the reserved range -32768…-32000 that handlers may
    /// not use is sent as -32603; HTTP clients get it with status 200, or 400 where it is -32602.
    #[must_use]
    pub fn refuse(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        Self::Refuse(Refusal(Rejection::new(code, message).for_handlers()))
    }
}

impl<F: Fn(Action, &Component<'_>, &Call) -> Decision + Send + Sync + 'static> Policy for F {
    fn decide(&self, action: Action, component: &Component<'_>, call: &Call) -> Decision {
        self(action, component, call)
    }
}
