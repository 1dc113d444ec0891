//! `subscriptions/listen`: what a client may ask to be told, where the news come from, and one open stream of them.
//!
//! A [`Source`] opens a [`Subscription`] for a [`Filter`]; the engine acknowledges it, then pulls one [`Event`] after
//! the other. [`Hub`] is the source for a program that knows itself when something changed.
//!
//! Spec: basic/patterns/subscriptions.

mod event;
mod filter;
mod hub;
mod listen;
mod messages;
mod source;
mod topics;
mod uris;

pub use event::{CustomEvent, Event};
pub use filter::Filter;
pub use hub::{Hub, HubBuilder, HubStats, Overflow, Published};
pub use source::{CloseReason, Events, Source, Subscription};
pub use topics::Topics;

pub(crate) use listen::{Listening, Message};
pub(crate) use messages::{write_acknowledgement, write_cancelled, write_completion_meta};
