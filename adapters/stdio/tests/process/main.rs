//! The transport on the streams of a real process: the fixture under `examples`.
#![cfg(test)]
#![cfg(unix)]

mod child;
mod ending;
mod memory;
mod printing;
mod signals;
mod streams;
mod subscriptions;
