//! Limits for single components: how often, how many at once, how long.
//!
//! Each is a [`Middleware`](snodo_core::Middleware): `tool.wrap(Concurrency::new(4))`. One that is shared by several
//! components, in an `Arc`, limits them together. What a limit refuses is told like a failure of the handler: of a tool
//! with `isError`, so that the model can wait, of anything else with -32603.

mod concurrency;
mod rate;
mod time;

pub use concurrency::Concurrency;
pub use rate::RateLimit;
pub use time::Timeout;
