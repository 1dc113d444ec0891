//! State that travels through the client and back: what a sealer has to do. `snodo-seal` is one.

use alloc::string::String;

/// Protects what a server puts into `requestState`, so that a client can neither make nor change it.
///
/// Spec: basic/patterns/mrtr, section on `requestState`: servers treat it as untrusted input, and protect its
/// integrity where it decides anything.
pub trait Sealer: Send + Sync + 'static {
    /// Makes a token of `payload` that [`open`](Sealer::open) takes back for the same request. `None` when it cannot
    /// be made, such as when it would be too long: the call fails with -32603.
    fn seal(&self, payload: &str, binding: &Binding<'_>) -> Option<String>;

    /// The payload, or `None` for every other token: forged, changed, expired, of another request or principal. Why
    /// is nobody's business.
    fn open(&self, token: &str, binding: &Binding<'_>) -> Option<String>;
}

/// What a token is good for: one request of one principal.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Binding<'a> {
    /// The request's method.
    pub method: &'a str,
    /// The JSON text of the request's `params`, an object within the bounds of the strict reader. Its members `_meta`,
    /// `requestState` and `inputResponses` change from round to round and must not count.
    pub params: &'a str,
    /// Who asks; `None` is anonymous.
    pub principal: Option<&'a str>,
}

impl<'a> Binding<'a> {
    /// Binds to a request of a principal.
    #[must_use]
    pub fn new(method: &'a str, params: &'a str, principal: Option<&'a str>) -> Self {
        Self { method, params, principal }
    }
}
