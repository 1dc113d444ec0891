//! The client's end of a connection, seen from outside: requests and bytes in, events out.
#![cfg(test)]

mod answers;
mod body;
#[path = "../cases/mod.rs"]
mod cases;
mod end;
mod feeder;
mod head;
mod limits;
mod request;
mod reuse;
mod splits;
