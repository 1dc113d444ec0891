//! What became of the handlers that wait to be cancelled.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use snodo::Context;

#[derive(Default)]
pub(crate) struct Counts {
    started: AtomicU64,
    finished: AtomicU64,
    /// Their futures were dropped.
    dropped: AtomicU64,
    /// Their contexts said so, seen from another thread.
    told: AtomicU64,
    /// The contexts of those that were not told yet.
    untold: Mutex<Vec<Context>>,
}

/// A handler's run. When it is dropped before [`finish`](Run::finish), the handler was cancelled.
pub(crate) struct Run {
    counts: Arc<Counts>,
    finished: bool,
}

impl Counts {
    pub(crate) fn start(self: &Arc<Counts>, context: &Context) -> Run {
        self.started.fetch_add(1, Ordering::SeqCst);
        self.untold.lock().unwrap_or_else(PoisonError::into_inner).push(context.clone());
        Run { counts: Arc::clone(self), finished: false }
    }

    /// One line of names and numbers.
    pub(crate) fn line(&self) -> String {
        let mut untold = self.untold.lock().unwrap_or_else(PoisonError::into_inner);
        let before = untold.len();
        untold.retain(|context| !context.cancelled());
        if untold.is_empty() {
            untold.shrink_to_fit();
        }
        self.told.fetch_add((before - untold.len()) as u64, Ordering::SeqCst);
        let read = |count: &AtomicU64| count.load(Ordering::SeqCst);
        format!(
            "started={} finished={} dropped={} told={}",
            read(&self.started),
            read(&self.finished),
            read(&self.dropped),
            read(&self.told)
        )
    }
}

impl Run {
    pub(crate) fn finish(mut self) {
        self.finished = true;
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let count = if self.finished { &self.counts.finished } else { &self.counts.dropped };
        count.fetch_add(1, Ordering::SeqCst);
    }
}
