//! Counted places for streams.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many streams may be open.
#[derive(Debug)]
pub(crate) struct Places {
    free: AtomicUsize,
}

/// The place of one of them; free again when dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<Places>);

impl Places {
    pub(crate) fn new(most: usize) -> Arc<Places> {
        Arc::new(Places { free: AtomicUsize::new(most) })
    }

    /// A place, if one is free.
    pub(crate) fn take(self: &Arc<Places>) -> Option<Place> {
        // What a place protects is never read through it, so no order is needed.
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| free.checked_sub(1)).ok()?;
        Some(Place(Arc::clone(self)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.free.fetch_add(1, Ordering::Relaxed);
    }
}
