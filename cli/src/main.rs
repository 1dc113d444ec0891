//! `snodo`: a command line for Model Context Protocol servers.
//!
//! ```text
//! args ─▶ server (a URL, a command) ─▶ session ─▶ commands ─▶ output
//!                                         └─ signals, notices, input ─ the person
//! ```

#![forbid(unsafe_code)]

mod args;
mod commands;
mod diagnostics;
mod exit;
mod input;
mod notices;
mod output;
mod server;
mod session;
mod signals;
mod terminal;

use std::process::ExitCode;

fn main() -> ExitCode {
    session::run(args::parse()).code()
}
