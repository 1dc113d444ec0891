//! JSON-RPC 2.0 as the protocol uses it: what came in, and why it was refused.
//!
//! [`Incoming::parse`] judges one message in a fixed order: the bytes (UTF-8, JSON, its bounds), then the envelope.
//! An error names the request's id whenever it could be read, wherever the id stands in the text.

mod capabilities;
pub mod code;
mod envelope;
mod incoming;
mod members;
mod meta;
mod meta_key;
mod rejection;

pub use capabilities::{Capability, ClientCapabilities};
pub use incoming::{Cancelled, Incoming, Notification, Request};
pub use rejection::{Rejection, Unavailable};

pub(crate) use capabilities::write_required;
pub(crate) use members::{Members, client_extension};
pub(crate) use meta_key::{is_meta_key, is_prefixed};
