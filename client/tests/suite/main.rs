//! The same calls over each way to a server: in process, a child process, HTTP, and a transport of the caller's.

#[path = "../fixture/mod.rs"]
mod fixture;
mod targets;

mod calls;
mod input;
mod lists;
mod subscriptions;
