//! Tasks to be woken when no lock is held.

use alloc::vec::Vec;
use core::task::Waker;

/// Wakers that were taken under a lock. The first one takes no memory: most publications have one listener or none.
#[derive(Default)]
pub(super) struct Wakers {
    first: Option<Waker>,
    more: Vec<Waker>,
}

impl Wakers {
    /// Makes room for `count` in one step.
    pub(super) fn reserve(&mut self, count: usize) {
        if count > 1 {
            self.more.reserve(count - 1);
        }
    }

    pub(super) fn push(&mut self, waker: Waker) {
        if self.first.is_none() {
            self.first = Some(waker);
        } else {
            self.more.push(waker);
        }
    }

    /// Wakes them in the order they came in.
    pub(super) fn wake(self) {
        self.first.into_iter().chain(self.more).for_each(Waker::wake);
    }
}
