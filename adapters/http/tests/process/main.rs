//! What concerns a whole process: its signals and its descriptors. The server is this very binary, started again.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that fails should stop there")]

mod child;

mod descriptors;
mod signals;
