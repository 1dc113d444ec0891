//! The gate: what a host asks about a request before its body is read.

mod admission;
mod head;
mod refusal;

use std::future::Future;
use std::sync::Arc;

use snodo_core::Call;

pub(crate) use self::admission::{Admission, Ask};
pub use self::head::GateHead;
pub use self::refusal::Refusal;

/// Decides by its head whether a request is let in, and what its handlers know about it. Set it with
/// [`Http::gate`](crate::Http::gate).
///
/// It is asked once for each request whose head is in order, notifications included, and before a byte of the body
/// is looked at. What the head alone refuses never gets here, nor do [probes](crate::Http::health). This is the place
/// for look-ups that take time: a policy must not wait, and finds here what it needs.
///
/// Closures `Fn(GateHead, Call) -> impl Future<Output = Result<Call, Refusal>>` are gates. Their arguments need their
/// types written out. Implement the trait for a gate that has something of its own to borrow while it waits.
///
/// ```
/// use snodo_core::{Call, Server};
/// use snodo_http::{GateHead, Http, Refusal};
///
/// struct User(&'static str);
///
/// let server = Server::builder("example", "1").build()?;
/// let http = Http::from(server).gate(async |head: GateHead, call: Call| match head.header("authorization") {
///     Some(b"Bearer open sesame") => Ok(call.with_auth(User("ali"))),
///     _ => Err(Refusal::new(401, "Who are you?").header("WWW-Authenticate", "Bearer")),
/// });
/// # Ok::<(), snodo_core::Error>(())
/// ```
pub trait Gate: Send + Sync + 'static {
    /// Lets the request in with what its handlers shall know, or refuses it.
    ///
    /// `call` is the listener's own [call](crate::Http::call) with the peer's address: add to it and give it back.
    ///
    /// The future runs on its connection's task, so it must not block its thread. It is dropped when the peer is gone,
    /// at its [deadline](crate::Http::gate_timeout), when the drain limit has passed, and with the listener.
    ///
    /// # Errors
    ///
    /// The answer to a request that is not let in. If the gate itself failed, return [`Refusal::internal`].
    ///
    /// # Panics
    ///
    /// A panic, on the way or in the future's destructor, is contained. Before there is a verdict, it is answered
    /// as [`Refusal::internal`].
    fn admit(&self, head: GateHead, call: Call) -> impl Future<Output = Result<Call, Refusal>> + Send;
}

impl<F, A> Gate for F
where
    F: Fn(GateHead, Call) -> A + Send + Sync + 'static,
    A: Future<Output = Result<Call, Refusal>> + Send,
{
    fn admit(&self, head: GateHead, call: Call) -> impl Future<Output = Result<Call, Refusal>> + Send {
        self(head, call)
    }
}

/// The gate without its type.
pub(crate) fn ask(gate: impl Gate) -> Ask {
    let gate = Arc::new(gate);
    Arc::new(move |head, call| {
        let gate = Arc::clone(&gate);
        // What the gate does before its future is there happens at the first poll, too.
        Box::pin(async move { gate.admit(head, call).await })
    })
}
