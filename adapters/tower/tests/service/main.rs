//! What the service does, one file per behaviour: literal messages, a runtime that the tests drive, time that they
//! move, handlers that wait for them.
#![expect(clippy::unwrap_used, reason = "a test that fails should stop there")]

mod messages;
mod news;
mod pieces;
mod scene;
mod tools;

mod bodies;
mod calls;
mod cors;
mod disconnect;
mod heads;
mod identity;
mod overload;
mod probe;
mod settings;
mod shutdown;
mod streams;
mod subscriptions;
