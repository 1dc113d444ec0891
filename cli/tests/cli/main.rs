//! The program as scripts and people run it: servers that play a script, literal bytes on both sides.
#![expect(clippy::unwrap_used, reason = "a test that fails should stop there")]
#![cfg(unix)]

mod program;
mod scripted;
mod terminal;

mod answering;
mod calls;
mod encryption;
mod errors;
mod files;
mod guide;
mod listening;
mod lists;
mod signals;
mod starting;
mod typing;
