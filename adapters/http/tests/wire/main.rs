//! What the listener does on the wire, one file per behaviour: literal bytes over loopback sockets, time that the
//! tests move, handlers that wait for the tests.
#![expect(clippy::unwrap_used, reason = "a test that fails should stop there")]

mod asking;
mod client;
mod clock;
mod listening;
mod messages;
mod news;
mod secure;
mod tools;

mod address;
mod bodies;
mod cors;
mod deadlines;
mod disconnect;
mod edges;
mod faults;
mod gate;
mod gate_ends;
mod heads;
mod health;
mod keep_alive;
mod limits;
mod pipelining;
mod quota;
mod sharing;
mod shutdown;
mod streams;
mod subscriptions;
mod threads;
mod tls;
mod tls_faults;
mod unsubscribing;
