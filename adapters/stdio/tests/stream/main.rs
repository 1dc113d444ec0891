//! The transport over in-memory pipes, on one thread and on a clock that stands still.
#![cfg(test)]

mod backpressure;
mod cancellation;
mod concurrency;
mod duplicates;
mod ending;
mod escaping;
mod faults;
mod framing;
mod limits;
mod news;
mod peer;
mod subscriptions;
mod tools;
mod unsubscribing;
mod writing;
