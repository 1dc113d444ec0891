//! What waits for one listener.

use alloc::boxed::Box;
use alloc::collections::VecDeque;

use super::builder::{Overflow, Settings};

/// The lists that a listener stands in, by position, and which of them have an event waiting for it.
///
/// Waiting events are positions and no copies. Conflated, they are a chain through the memberships, which are there
/// anyway: waiting takes no memory. Otherwise they are a queue, which is there while something waits.
pub(super) struct Backlog {
    memberships: Box<[Membership]>,
    /// There when events are not conflated.
    queue: Option<Box<Queue>>,
    /// The ends of the chain.
    first: u16,
    last: u16,
    /// How many events wait.
    len: u16,
}

#[derive(Clone, Copy)]
struct Membership {
    /// Where in its list the listener stands. Belongs to the index.
    place: u32,
    /// The position that waits behind this one, [`END`] for the last that waits, [`IDLE`] for one that does not.
    next: u16,
}

const END: u16 = u16::MAX;
const IDLE: u16 = u16::MAX - 1;

struct Queue {
    waiting: VecDeque<u16>,
    bound: u16,
    drops_oldest: bool,
}

/// What became of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pushed {
    /// It waits.
    Waits,
    /// One of its kind waits already.
    Merged,
    /// It waits, and the oldest event was dropped for it.
    Displaced,
    /// It was dropped.
    Refused,
}

impl Backlog {
    /// For a listener in `count` lists, which are fewer than [`IDLE`].
    pub(super) fn new(count: usize, settings: &Settings) -> Self {
        let queue = |drops_oldest| {
            Some(Box::new(Queue { waiting: VecDeque::new(), bound: settings.buffer, drops_oldest }))
        };
        Self {
            memberships: core::iter::repeat_n(Membership { place: 0, next: IDLE }, count).collect(),
            queue: match settings.overflow {
                Overflow::Conflate => None,
                Overflow::DropOldest => queue(true),
                Overflow::DropNewest => queue(false),
            },
            first: END,
            last: END,
            len: 0,
        }
    }

    pub(super) fn push(&mut self, position: u16) -> Pushed {
        let pushed = match &mut self.queue {
            Some(queue) => queue.push(position),
            None => self.chain(position),
        };
        if pushed == Pushed::Waits {
            self.len += 1;
        }
        pushed
    }

    fn chain(&mut self, position: u16) -> Pushed {
        let place = usize::from(position);
        if self.memberships[place].next != IDLE {
            return Pushed::Merged;
        }
        self.memberships[place].next = END;
        match self.last {
            END => self.first = position,
            last => self.memberships[usize::from(last)].next = position,
        }
        self.last = position;
        Pushed::Waits
    }

    /// The event that has waited longest.
    pub(super) fn pop(&mut self) -> Option<u16> {
        let position = match &mut self.queue {
            Some(queue) => queue.pop()?,
            None => self.unchain()?,
        };
        self.len -= 1;
        Some(position)
    }

    fn unchain(&mut self) -> Option<u16> {
        let position = Some(self.first).filter(|first| *first != END)?;
        let membership = &mut self.memberships[usize::from(position)];
        self.first = core::mem::replace(&mut membership.next, IDLE);
        if self.first == END {
            self.last = END;
        }
        Some(position)
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub(super) fn place(&self, position: u16) -> u32 {
        self.memberships[usize::from(position)].place
    }

    pub(super) fn set_place(&mut self, position: u16, place: u32) {
        self.memberships[usize::from(position)].place = place;
    }
}

impl Queue {
    fn push(&mut self, position: u16) -> Pushed {
        if self.waiting.len() < usize::from(self.bound) {
            self.waiting.push_back(position);
            return Pushed::Waits;
        }
        if !self.drops_oldest {
            return Pushed::Refused;
        }
        self.waiting.pop_front();
        self.waiting.push_back(position);
        Pushed::Displaced
    }

    fn pop(&mut self) -> Option<u16> {
        let position = self.waiting.pop_front();
        if self.waiting.is_empty() {
            self.waiting = VecDeque::new();
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backlog(count: usize, overflow: Overflow, buffer: u16) -> Backlog {
        Backlog::new(count, &Settings { overflow, buffer, ..Settings::default() })
    }

    #[test]
    fn conflated_events_keep_the_place_of_the_first() {
        let mut waiting = backlog(4, Overflow::Conflate, 1);
        assert_eq!(waiting.pop(), None);
        assert_eq!([2, 0, 2, 3, 0].map(|p| waiting.push(p)), {
            use Pushed::{Merged, Waits};
            [Waits, Waits, Merged, Waits, Merged]
        });
        assert_eq!(waiting.len(), 3);
        assert_eq!(waiting.pop(), Some(2));
        assert_eq!(waiting.push(2), Pushed::Waits, "it goes to the end when it comes again");
        assert_eq!([(); 5].map(|()| waiting.pop()), [Some(0), Some(3), Some(2), None, None]);
        assert_eq!(waiting.len(), 0);
        assert_eq!(waiting.push(1), Pushed::Waits);
        assert_eq!(waiting.pop(), Some(1));
    }

    #[test]
    fn a_full_queue_drops_at_one_end() {
        for (overflow, third, left) in [
            (Overflow::DropOldest, Pushed::Displaced, [Some(1), Some(0), None]),
            (Overflow::DropNewest, Pushed::Refused, [Some(0), Some(1), None]),
        ] {
            let mut waiting = backlog(2, overflow, 2);
            assert_eq!([0, 1, 0].map(|p| waiting.push(p)), [Pushed::Waits, Pushed::Waits, third]);
            assert_eq!(waiting.len(), 2);
            assert_eq!([(); 3].map(|()| waiting.pop()), left);
            assert_eq!(waiting.len(), 0);
            assert_eq!(waiting.push(1), Pushed::Waits);
        }
    }

    #[test]
    fn it_is_small() {
        assert_eq!(size_of::<Membership>(), 8);
        assert!(size_of::<Backlog>() <= 32);
    }
}
