//! What the executor promises, one file per behaviour, on a clock and a runtime that the tests drive by hand.
#![expect(clippy::unwrap_used, reason = "a test that fails should stop there")]

mod news;
mod scene;

mod admission;
mod backpressure;
mod blocking;
mod cancellation;
mod deadline;
mod host;
mod left_behind;
mod panics;
mod queue_order;
mod room;
mod stats;
mod stress;
mod submitter_gone;
mod subscriptions;
