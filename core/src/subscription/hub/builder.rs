//! A hub's settings.

use super::Hub;
use crate::subscription::topics::Topics;

/// Settings of a [`Hub`]. Values out of range are taken as the nearest one in it.
///
/// # Defaults
///
/// | setting | default | worst-case memory |
/// |---|---|---|
/// | [`overflow`](HubBuilder::overflow) | [`Overflow::Conflate`] | none: what waits is marked where the listener stands |
/// | [`buffer`](HubBuilder::buffer) | 100 events, where events are not conflated | 2 bytes an event: 256 bytes a listener |
/// | [`max_subscriptions`](HubBuilder::max_subscriptions) | 10,240 | 256 bytes each: 2.6 MB |
/// | [`max_resource_bytes`](HubBuilder::max_resource_bytes) | 64 MiB | itself |
/// | [`topics`](HubBuilder::topics) | all | none |
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until it builds"]
pub struct HubBuilder(Settings);

#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) topics: Topics,
    pub(super) overflow: Overflow,
    pub(super) buffer: u16,
    pub(super) max_subscriptions: usize,
    pub(super) max_resource_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            topics: Topics::ALL,
            overflow: Overflow::Conflate,
            buffer: 100,
            max_subscriptions: 10_240,
            max_resource_bytes: 64 << 20,
        }
    }
}

/// What becomes of an event whose listener has not taken earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Overflow {
    /// It merges with one of the same kind and URI that waits, and waits itself otherwise. Nothing is lost: who is
    /// told once, later, reads what is there by then.
    #[default]
    Conflate,
    /// Each event waits by itself; when [`buffer`](HubBuilder::buffer) events wait, the oldest is dropped.
    DropOldest,
    /// Each event waits by itself; when [`buffer`](HubBuilder::buffer) events wait, the new one is dropped.
    DropNewest,
}

impl HubBuilder {
    /// Which kinds of events are published: what the server declares, and the most that is accepted of a filter.
    pub fn topics(self, topics: Topics) -> Self {
        Self(Settings { topics, ..self.0 })
    }

    /// What becomes of an event whose listener has not taken earlier ones.
    pub fn overflow(self, overflow: Overflow) -> Self {
        Self(Settings { overflow, ..self.0 })
    }

    /// Events that wait for one listener, where they are not conflated. From 1 to 65,535.
    pub fn buffer(self, events: u16) -> Self {
        Self(Settings { buffer: events.max(1), ..self.0 })
    }

    /// Subscriptions that are open at a time; one more is refused with -32603 and the reason `overloaded`. At least 1.
    pub fn max_subscriptions(self, count: usize) -> Self {
        Self(Settings { max_subscriptions: count.max(1), ..self.0 })
    }

    /// What the watched URIs of all subscriptions may take together, each counted as its length and 192 bytes; a
    /// subscription that would exceed it is refused with -32603 and the reason `overloaded`.
    pub fn max_resource_bytes(self, bytes: usize) -> Self {
        Self(Settings { max_resource_bytes: bytes, ..self.0 })
    }

    /// The hub.
    #[must_use]
    pub fn build(self) -> Hub {
        Hub::with(self.0)
    }
}
