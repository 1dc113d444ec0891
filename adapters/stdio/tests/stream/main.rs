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
mod peer;
mod tools;
mod writing;
