//! The transport to a child process: shell scripts as servers.
#![cfg(test)]
#![cfg(unix)]

mod closing;
mod dying;
mod family;
mod owner;
mod restarting;
mod script;
mod starting;
mod stderr;
