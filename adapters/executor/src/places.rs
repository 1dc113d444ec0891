//! Counted places: how many of something there may be at a time.
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many places, for what a transport or a component bounds by number: connections, streams, calls at once.
///
/// Nobody waits for one. Clones share the same places.
///
/// ```
/// use snodo_executor::Places;
///
/// let streams = Places::new(1);
/// let place = streams.take().expect("it is the first");
/// assert!(streams.take().is_none());
/// drop(place);
/// assert!(streams.take().is_some());
/// ```
#[derive(Clone)]
pub struct Places(Arc<Count>);

struct Count {
    most: usize,
    taken: AtomicUsize,
}

/// One of them; free again when dropped.
#[must_use = "a place is free again when it is dropped"]
pub struct Place(Places);

impl Places {
    /// `most` places; with zero nobody gets one.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self(Arc::new(Count { most, taken: AtomicUsize::new(0) }))
    }

    /// A place, if one is free.
    #[must_use]
    pub fn take(&self) -> Option<Place> {
        let one_more = |taken: usize| (taken < self.0.most).then_some(taken + 1);
        // What a place protects is never read through it, so no order is needed.
        self.0.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Place(self.clone()))
    }

    /// How many are taken now.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.0.taken.load(Ordering::Relaxed)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.0.taken.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Places").field("taken", &self.taken()).field("most", &self.0.most).finish()
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Place").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn a_place_is_free_again_when_dropped() {
        let places = Places::new(2);
        let first = places.take();
        let second = places.clone().take();
        assert!(second.is_some() && places.take().is_none());
        assert_eq!(places.taken(), 2);
        drop(first);
        assert_eq!(places.taken(), 1);
        assert!(places.take().is_some());
        assert!(Places::new(0).take().is_none());
    }
}
