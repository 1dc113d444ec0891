//! A server as a child process: newline-framed JSON over its pipes.
//!
//! ```text
//! Running ──exit, end of its output, close, drop──▶ Closing ─────────────────────────────▶ reaped
//!                                                   standard input closed, wait, SIGTERM
//!                                                   to the group, wait, SIGKILL
//! ```
//!
//! Spec: basic/transports/stdio.

mod children;
mod command;
mod ended;
mod handback;
mod process;
mod restart;
mod stderr;
mod supervisor;
mod transport;
mod watch;

pub use command::Command;
pub use ended::{Ended, EndedBy};
pub use stderr::Stderr;
pub use transport::ChildTransport;
