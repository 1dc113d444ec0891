//! What has gone wrong in servers out in the field, tried on every host that it could happen to.
#![cfg(all(feature = "http", feature = "stdio"))]

mod bodies;
mod event_streams;
mod expectations;
mod framing;
mod half_closed;
mod hosts;
mod lines;
mod media_types;
mod mirrored;
mod origins;
mod revisions;
mod slow;
mod subject;
#[path = "../whole_body/mod.rs"]
mod whole_body;
