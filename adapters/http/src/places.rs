//! Counted places: how many of something there may be at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many places.
#[derive(Debug)]
pub(crate) struct Places {
    free: AtomicUsize,
}

/// One of them; free again when dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<Places>);

impl Places {
    pub(crate) fn new(most: usize) -> Arc<Places> {
        Arc::new(Places { free: AtomicUsize::new(most) })
    }

    /// A place, if one is free.
    pub(crate) fn take(self: &Arc<Places>) -> Option<Place> {
        let less = |free: usize| free.checked_sub(1);
        // What a place protects is never read through it, so no order is needed.
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok()?;
        Some(Place(Arc::clone(self)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.free.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn a_place_is_free_again_when_dropped() {
        let places = Places::new(2);
        let first = places.take();
        let _second = places.take().unwrap();
        assert!(places.take().is_none());
        drop(first);
        assert!(places.take().is_some());
        assert!(Places::new(0).take().is_none());
    }
}
