//! Tasks to be woken when no lock is held.

use alloc::vec::Vec;
use core::task::Waker;

/// Wakers that were taken under a lock. The first one takes no memory: most publications wake one task or none.
#[derive(Default)]
pub(super) struct Wakers {
    first: Option<Waker>,
    more: Vec<Waker>,
    most: usize,
}

impl Wakers {
    /// Tells how many there may be, so that room for them is made in one step.
    pub(super) fn expect(&mut self, most: usize) {
        self.most = most;
    }

    pub(super) fn push(&mut self, waker: Waker) {
        if self.first.is_none() {
            self.first = Some(waker);
            return;
        }
        if self.more.is_empty() {
            self.more.reserve(self.most.saturating_sub(1));
        }
        self.more.push(waker);
    }

    /// Wakes them in the order they came in.
    pub(super) fn wake(self) {
        self.first.into_iter().chain(self.more).for_each(Waker::wake);
    }
}
