//! Who is next: jobs that are queued, room in the queue that is promised, and submitters that wait for room.
use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::Waker;

use crate::admission::Start;

/// Bookkeeping behind the lock of [`Admission`](crate::admission::Admission): plain data, no callbacks.
///
/// A number, given out in ascending order, stands in at most one of the three maps. Whatever is taken out
/// goes back to the caller, because dropping a waker or a job may run foreign code, which must not happen
/// under the lock.
pub(crate) struct Line {
    max_entries: usize,
    max_bytes: usize,
    last_number: u64,
    queued: BTreeMap<u64, Queued>,
    queued_bytes: usize,
    /// Room that is spoken for, in bytes by number.
    reserved: BTreeMap<u64, usize>,
    reserved_bytes: usize,
    waiting: BTreeMap<u64, Waiting>,
}

struct Queued {
    bytes: usize,
    job: Arc<dyn Start>,
}

struct Waiting {
    bytes: usize,
    waker: Option<Waker>,
}

/// What [`Line::remove`] took out; to be dropped once the lock is released.
#[derive(Default)]
#[must_use = "to be dropped once the lock is released"]
pub(crate) struct Removed {
    _job: Option<Arc<dyn Start>>,
    _waker: Option<Waker>,
}

impl Line {
    pub(crate) fn new(max_entries: usize, max_bytes: usize) -> Self {
        Self {
            max_entries,
            max_bytes,
            last_number: 0,
            queued: BTreeMap::new(),
            queued_bytes: 0,
            reserved: BTreeMap::new(),
            reserved_bytes: 0,
            waiting: BTreeMap::new(),
        }
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    pub(crate) fn queued(&self) -> usize {
        self.queued.len()
    }

    pub(crate) fn queued_bytes(&self) -> usize {
        self.queued_bytes
    }

    /// Nobody has to be told when a place or room becomes free.
    pub(crate) fn is_idle(&self) -> bool {
        self.queued.is_empty() && self.waiting.is_empty()
    }

    /// Someone other than `number` was waiting for room first.
    pub(crate) fn is_behind(&self, number: Option<u64>) -> bool {
        self.waiting.first_key_value().is_some_and(|(first, _)| Some(*first) != number)
    }

    pub(crate) fn fits(&self, bytes: usize) -> bool {
        self.queued.len() + self.reserved.len() < self.max_entries
            && self.queued_bytes.saturating_add(self.reserved_bytes).saturating_add(bytes) <= self.max_bytes
    }

    pub(crate) fn reserve(&mut self, number: u64, bytes: usize) {
        self.reserved.insert(number, bytes);
        self.reserved_bytes += bytes;
    }

    pub(crate) fn reserved(&self, number: u64) -> Option<usize> {
        self.reserved.get(&number).copied()
    }

    pub(crate) fn unreserve(&mut self, number: u64) -> Option<usize> {
        let bytes = self.reserved.remove(&number)?;
        self.reserved_bytes -= bytes;
        Some(bytes)
    }

    pub(crate) fn enqueue(&mut self, number: u64, bytes: usize, job: Arc<dyn Start>) {
        self.queued.insert(number, Queued { bytes, job });
        self.queued_bytes += bytes;
    }

    /// The job that has been queued longest.
    pub(crate) fn pop(&mut self) -> Option<Arc<dyn Start>> {
        let (_, Queued { bytes, job }) = self.queued.pop_first()?;
        self.queued_bytes -= bytes;
        Some(job)
    }

    pub(crate) fn wait(&mut self, number: u64, bytes: usize, waker: Option<Waker>) -> Option<Waker> {
        self.waiting.insert(number, Waiting { bytes, waker })?.waker
    }

    pub(crate) fn remove(&mut self, number: u64) -> Removed {
        let mut removed = Removed::default();
        if let Some(Queued { bytes, job }) = self.queued.remove(&number) {
            self.queued_bytes -= bytes;
            removed._job = Some(job);
        }
        self.unreserve(number);
        removed._waker = self.waiting.remove(&number).and_then(|waiting| waiting.waker);
        removed
    }

    /// Promises free room to those who wait, strictly in order: a large message is not overtaken for ever by
    /// small ones. Gives the wakers of the lucky ones.
    pub(crate) fn grant(&mut self) -> Vec<Waker> {
        let mut lucky = Vec::new();
        while let Some(first) = self.waiting.first_entry() {
            let (number, bytes) = (*first.key(), first.get().bytes);
            if !self.fits(bytes) {
                break;
            }
            lucky.extend(self.waiting.pop_first().and_then(|(_, waiting)| waiting.waker));
            self.reserve(number, bytes);
        }
        lucky
    }

    /// Everyone who waits for room, to be told that a running place is free; they keep their turn.
    pub(crate) fn waiters(&mut self) -> Vec<Waker> {
        self.waiting.values_mut().filter_map(|waiting| waiting.waker.take()).collect()
    }
}
