//! The server's end of a connection, seen from outside: bytes in, events and bytes out.
#![cfg(test)]

mod answer;
mod body;
#[path = "../cases/mod.rs"]
mod cases;
mod chunked;
mod edges;
mod end;
mod expect;
mod feeder;
mod head;
mod limits;
mod persistence;
mod pipelining;
mod refusal;
mod smuggling;
mod splits;
mod stream;
mod target;
