//! The part that all submitters share.
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::admission::Admission;
use crate::clock::{Clock, Sleep};
use crate::output::JobId;
use crate::settings::ExecutorBuilder;
use crate::spawn::{Spawn, Task};
use crate::stats::{Stats, Tally};
use crate::submitter::Submitter;
use crate::subscriptions::Subscriptions;

/// Bounded capacity for handlers: running places, a queue, deadlines.
///
/// Cheap to clone; clones share the capacity. Transports that are given clones share it too, and none of
/// them stops it: it lasts as long as the host keeps it.
#[derive(Clone)]
pub struct Executor {
    shared: Arc<Shared>,
}

struct Shared {
    admission: Arc<Admission>,
    tally: Arc<Tally>,
    spawn: Box<dyn Spawn>,
    clock: Arc<dyn Clock>,
    timeout: Option<Duration>,
    last_job: AtomicU64,
    limits: Stats,
}

impl Executor {
    /// An executor with the [default limits](ExecutorBuilder), whose tasks `spawn` runs.
    pub fn new(spawn: impl Spawn) -> Self {
        Self::with(ExecutorBuilder::new(spawn))
    }

    /// Other limits, deadline and clock.
    pub fn builder(spawn: impl Spawn) -> ExecutorBuilder {
        ExecutorBuilder::new(spawn)
    }

    pub(crate) fn with(settings: ExecutorBuilder) -> Self {
        let ExecutorBuilder { spawn, clock, max_running, max_queued, max_queued_bytes, timeout } = settings;
        let admission = Arc::new(Admission::new(max_running, max_queued, max_queued_bytes));
        let limits = Stats { max_running, max_queued, max_queued_bytes, ..Stats::default() };
        let (tally, last_job) = (Arc::default(), AtomicU64::new(0));
        Self { shared: Arc::new(Shared { admission, tally, spawn, clock, timeout, last_job, limits }) }
    }

    /// A place for one transport, or one connection of it.
    pub fn submitter(&self) -> Submitter {
        Submitter::new(self.clone(), self.shared.timeout)
    }

    /// A pool for at most `max` subscriptions at a time; none with zero. A transport makes one and gives it to its
    /// [submitters](Submitter::subscriptions).
    ///
    /// Memory at worst, for each subscription: a task of some hundred bytes; its filter, which takes at most 40 KB more
    /// than the message that asked for it; and one event that waits to be taken, besides what its source keeps.
    #[must_use]
    pub fn subscriptions(&self, max: usize) -> Subscriptions {
        Subscriptions::new(max, &self.shared.tally)
    }

    /// What is running and waiting now, and what has been.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let (running, queued, queued_bytes) = self.shared.admission.counts();
        self.shared.tally.stats(Stats { running, queued, queued_bytes, ..self.shared.limits })
    }

    /// The clock that deadlines go by, for the transports' own.
    #[must_use]
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.shared.clock
    }

    pub(crate) fn admission(&self) -> &Arc<Admission> {
        &self.shared.admission
    }

    pub(crate) fn tally(&self) -> &Arc<Tally> {
        &self.shared.tally
    }

    pub(crate) fn next_job(&self) -> JobId {
        JobId(self.shared.last_job.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Ends in `timeout` from now; nothing when that is too far away to say.
    pub(crate) fn deadline(&self, timeout: Duration) -> Option<Sleep> {
        let clock = &self.shared.clock;
        clock.now().checked_add(timeout).map(|deadline| clock.sleep_until(deadline))
    }

    pub(crate) fn spawn(&self, task: Task) {
        self.shared.spawn.spawn(task);
    }
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
