//! Answering what servers ask in the middle of a call.
//!
//! Spec: basic/patterns/mrtr; client/elicitation, client/sampling, client/roots.

mod handlers;
mod rounds;

pub(crate) use handlers::Handlers;
pub(crate) use rounds::Rounds;
