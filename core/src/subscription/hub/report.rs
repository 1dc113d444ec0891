//! What a hub says about itself.

use core::iter::Sum;

/// What became of one publication. `matched` is the sum of the others, but for events that were dropped to make
/// room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Published {
    /// Listeners that ask for the event.
    pub matched: usize,
    /// Listeners that were waiting for one, and were woken.
    pub delivered: usize,
    /// Listeners for which it waits until they have taken earlier events.
    pub buffered: usize,
    /// Listeners for which an equal event waits already, which stands for both.
    pub merged: usize,
    /// Events that were lost: this one, or an older one in its place. Never under
    /// [`Overflow::Conflate`](super::Overflow::Conflate).
    pub dropped: usize,
}

impl Sum for Published {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            matched: sum.matched + one.matched,
            delivered: sum.delivered + one.delivered,
            buffered: sum.buffered + one.buffered,
            merged: sum.merged + one.merged,
            dropped: sum.dropped + one.dropped,
        })
    }
}

/// A look at a hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct HubStats {
    /// Subscriptions that are open and listed, those being closed not counted.
    pub subscriptions: usize,
    /// Subscriptions that were completed, and whose end was not taken yet.
    pub closing: usize,
    /// Distinct URIs that are watched.
    pub resources: usize,
    /// What the watched URIs count as, in bytes, against
    /// [`max_resource_bytes`](super::HubBuilder::max_resource_bytes).
    pub resource_bytes: usize,
    /// Events that wait for their listeners.
    pub queued: usize,
    /// Events that were lost since the hub was made.
    pub dropped: u64,
}
