//! What an operator wants to know.
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A moment's view of an executor, from [`Executor::stats`](crate::Executor::stats).
///
/// The first three and their limits are exact at one moment. The counters run from the executor's start; every
/// job, be it a call or a subscription, ends in exactly one of `completed`, `cancelled`, `timed_out` and `failed`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Running places that are taken: by jobs, and by [blocking](crate::blocking()) closures whose job is over.
    pub running: usize,
    /// Jobs that wait for one.
    pub queued: usize,
    /// The bytes of the queued ones, as their submitters told them.
    pub queued_bytes: usize,
    /// The limit of `running`.
    pub max_running: usize,
    /// The limit of `queued`.
    pub max_queued: usize,
    /// The limit of `queued_bytes`.
    pub max_queued_bytes: usize,
    /// Subscriptions that are open, in all [pools](crate::Subscriptions). They are not among `running`.
    pub subscriptions: usize,
    /// The limits of all pools that exist, together.
    pub max_subscriptions: usize,
    /// Calls whose handler had its say, error results and contained panics included, and subscriptions that ended
    /// from the server's side.
    pub completed: u64,
    /// Jobs that ended by [`Submitter::cancel`](crate::Submitter::cancel) or
    /// [`disconnect`](crate::Submitter::disconnect), or with their submitter.
    pub cancelled: u64,
    /// Jobs that ran into their deadline, queued or running.
    pub timed_out: u64,
    /// Jobs whose task the host dropped, or that panicked where panics are let through.
    pub failed: u64,
    /// Submissions handed back for want of room, where one that is submitted again may count again; and
    /// subscriptions beyond the limit.
    pub refused: u64,
}

/// The counters behind [`Stats`], and the sums over all pools of subscriptions.
#[derive(Default)]
pub(crate) struct Tally {
    subscriptions: AtomicUsize,
    max_subscriptions: AtomicUsize,
    completed: AtomicU64,
    cancelled: AtomicU64,
    timed_out: AtomicU64,
    failed: AtomicU64,
    refused: AtomicU64,
}

/// How a job ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    Completed,
    Cancelled,
    TimedOut,
    Failed,
}

impl Tally {
    #[inline]
    pub(crate) fn ended(&self, end: End) {
        let counter = match end {
            End::Completed => &self.completed,
            End::Cancelled => &self.cancelled,
            End::TimedOut => &self.timed_out,
            End::Failed => &self.failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn subscribed(&self) {
        self.subscriptions.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn unsubscribed(&self) {
        self.subscriptions.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn pool_opened(&self, max: usize) {
        self.max_subscriptions.fetch_add(max, Ordering::Relaxed);
    }

    pub(crate) fn pool_closed(&self, max: usize) {
        self.max_subscriptions.fetch_sub(max, Ordering::Relaxed);
    }

    /// Fills in what is counted here.
    pub(crate) fn stats(&self, gauges: Stats) -> Stats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Stats {
            subscriptions: self.subscriptions.load(Ordering::Relaxed),
            max_subscriptions: self.max_subscriptions.load(Ordering::Relaxed),
            completed: read(&self.completed),
            cancelled: read(&self.cancelled),
            timed_out: read(&self.timed_out),
            failed: read(&self.failed),
            refused: read(&self.refused),
            ..gauges
        }
    }
}
