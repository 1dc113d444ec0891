//! Places of open subscriptions.
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::stats::Tally;

/// No pool is larger than this, so that the sum of their limits is a number as well.
const MOST: usize = usize::MAX >> 16;

/// How many subscriptions may be open at a time: a pool for one transport, or for all connections of one.
///
/// A subscription stays open until somebody ends it. It takes none of the [running
/// places](crate::ExecutorBuilder::max_running), so that calls are not kept out by subscriptions, nor subscriptions by
/// calls. A place is free again as soon as the subscription's source is closed.
///
/// From [`Executor::subscriptions`](crate::Executor::subscriptions); given to
/// [submitters](crate::Submitter::subscriptions). Clones are the same pool.
#[derive(Clone)]
pub struct Subscriptions {
    pool: Arc<Pool>,
}

struct Pool {
    max: usize,
    open: AtomicUsize,
    tally: Arc<Tally>,
}

/// The place of one subscription; free again when dropped.
pub(crate) struct Subscribed(Arc<Pool>);

impl Subscriptions {
    pub(crate) fn new(max: usize, tally: &Arc<Tally>) -> Self {
        let max = max.min(MOST);
        tally.pool_opened(max);
        Self { pool: Arc::new(Pool { max, open: AtomicUsize::new(0), tally: Arc::clone(tally) }) }
    }

    /// How many are open now.
    #[must_use]
    pub fn open(&self) -> usize {
        self.pool.open.load(Ordering::Relaxed)
    }

    /// How many may be.
    #[must_use]
    pub fn max(&self) -> usize {
        self.pool.max
    }

    /// A place, if one is free.
    pub(crate) fn take(&self) -> Option<Subscribed> {
        let more = |open: usize| (open < self.pool.max).then_some(open + 1);
        // What a place protects is never read through it, so no order is needed.
        self.pool.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        self.pool.tally.subscribed();
        Some(Subscribed(Arc::clone(&self.pool)))
    }
}

impl Drop for Subscribed {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
        self.0.tally.unsubscribed();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.tally.pool_closed(self.max);
    }
}

impl fmt::Debug for Subscriptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscriptions").field("open", &self.open()).field("max", &self.max()).finish()
    }
}
