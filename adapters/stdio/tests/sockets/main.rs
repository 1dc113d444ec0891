//! The transport on sockets of both kinds: what holds for pipes holds there.
#![cfg(test)]

mod ending;
mod framing;
mod peer;
