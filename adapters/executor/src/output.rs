//! What jobs have to say, on its way to their submitter.
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use snodo_core::Frame;

/// How many outputs may wait for a submitter to take them. With that many waiting, streams pause, and
/// further submissions are refused.
pub(crate) const MAX_WAITING: usize = 64;

/// Names a job; unique within its executor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub(crate) u64);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One frame of one job, to be written to the peer.
///
/// The frames of a job come in the order of emission, and its response last, exactly once.
#[derive(Debug)]
#[non_exhaustive]
pub struct Output {
    /// What [`Submission::Accepted`](crate::Submission::Accepted) gave.
    pub job: JobId,
    /// Notifications, then one response: [`Frame::is_last`] says that the job is over.
    pub frame: Frame,
}

/// The queue between the jobs of one submitter and its only reader.
#[derive(Default)]
pub(crate) struct Mailbox {
    state: Mutex<State>,
    /// The length of the queue, for a look without the lock.
    waiting: AtomicUsize,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Output>,
    reader: Option<Waker>,
    /// Jobs that have a frame which found no room.
    paused: BTreeMap<JobId, Waker>,
}

impl Mailbox {
    /// As much waits as a submitter may leave lying.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= MAX_WAITING
    }

    /// Takes a job's last frame, whatever else waits.
    pub(crate) fn finish(&self, job: JobId, frame: Frame) {
        let mut state = self.lock();
        state.queue.push_back(Output { job, frame });
        self.announce(state);
    }

    /// Takes a frame, or gives it back and wakes `waker` when there may be room.
    pub(crate) fn offer(&self, job: JobId, frame: Frame, waker: &Waker) -> Result<(), Frame> {
        let waker = waker.clone();
        let mut state = self.lock();
        if state.queue.len() < MAX_WAITING {
            state.queue.push_back(Output { job, frame });
            self.announce(state);
            return Ok(());
        }
        let stale = state.paused.insert(job, waker);
        drop(state);
        drop(stale);
        Err(frame)
    }

    /// The next output, in the order in which jobs handed them in.
    pub(crate) fn poll(&self, cx: &mut Context<'_>) -> Poll<Output> {
        if let Ok(output) = self.pop(self.lock()) {
            return Poll::Ready(output);
        }
        let waker = cx.waker().clone();
        match self.pop(self.lock()) {
            Ok(output) => Poll::Ready(output),
            Err(mut state) => {
                let stale = state.reader.replace(waker);
                drop(state);
                drop(stale);
                Poll::Pending
            }
        }
    }

    /// Forgets that a job was paused.
    pub(crate) fn resume(&self, job: JobId) {
        let waker = self.lock().paused.remove(&job);
        drop(waker);
    }

    fn pop<'a>(&self, mut state: MutexGuard<'a, State>) -> Result<Output, MutexGuard<'a, State>> {
        let Some(output) = state.queue.pop_front() else { return Err(state) };
        let waiting = state.queue.len();
        self.waiting.store(waiting, Ordering::Relaxed);
        // Half empty, so that paused streams go on for a while and not for one frame.
        let paused = if waiting <= MAX_WAITING / 2 { mem::take(&mut state.paused) } else { BTreeMap::new() };
        drop(state);
        paused.into_values().for_each(Waker::wake);
        Ok(output)
    }

    /// Tells the reader that something waits.
    fn announce(&self, mut state: MutexGuard<'_, State>) {
        self.waiting.store(state.queue.len(), Ordering::Relaxed);
        let reader = state.reader.take();
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
