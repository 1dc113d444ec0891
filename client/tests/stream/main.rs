//! The transport over byte streams: in-memory pipes on one thread and a clock that stands still; sockets.
#![cfg(test)]

mod cancelling;
mod concurrency;
mod ending;
mod late;
mod limits;
mod noise;
mod peer;
mod routing;
mod sockets;
mod turns;
mod writing;
