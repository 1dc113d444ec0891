//! What a client says and understands, without a socket, a clock or a thread.
//!
//! A [`Request`] is encoded into a [`Message`]; whatever comes back is read as an [`Arrival`], and a result is judged by
//! its [`Verdict`]. [`Deadlines`] tell when to give up, by moments that are handed in. Nothing here waits, and what
//! arrives cannot make it panic or grow.

mod arrival;
mod deadlines;
mod message;
mod profile;
mod request;
mod sse;
mod verdict;

pub use arrival::{Answer, Arrival, Notification, Response, Unusable};
pub use deadlines::Deadlines;
pub use message::Message;
pub use profile::{PROTOCOL_VERSION, Profile};
pub use request::Request;
pub use sse::{EventDecoder, EventTooLong};
pub use verdict::Verdict;

pub(crate) use verdict::decode;
