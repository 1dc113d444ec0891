//! What happens to a request from its first byte to its last, over every host: progress, subscriptions, clients that
//! leave, overload, deadlines, panics and the end. Each test is one function that runs over all five.
#![cfg(all(feature = "http", feature = "stdio"))]

mod clock;
mod deadline;
mod drain;
mod hosts;
mod leaving;
mod messages;
mod overload;
mod panic;
mod progress;
mod stage;
mod subscription;
#[path = "../whole_body/mod.rs"]
mod whole_body;
