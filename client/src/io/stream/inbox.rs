//! What came for one request and was not taken yet.

use std::collections::VecDeque;
use std::task::Waker;

use snodo_core::Id;

use crate::transport::Arrived;

/// How much of it is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) notifications: usize,
    pub(super) bytes: usize,
}

/// Notifications in the order of their coming, then the answer.
#[derive(Debug)]
pub(super) struct Inbox {
    /// The request opened a subscription: it gets events, and the server may end it.
    pub(super) is_listen: bool,
    pub(super) wants_log: bool,
    pub(super) token: Option<Id>,
    notifications: VecDeque<(Kind, Box<[u8]>)>,
    bytes: usize,
    /// Dropped since the last message that was taken.
    missed: u64,
    answer: Option<Vec<u8>>,
    is_acknowledged: bool,
    is_over: bool,
    waker: Option<Waker>,
}

/// What decides which notification is dropped for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A later one says more.
    Progress,
    Other,
    /// It comes once, and what waits for it waits for nothing else. So does the end that a server tells.
    Kept,
}

impl Inbox {
    pub(super) fn new(is_listen: bool, wants_log: bool, token: Option<Id>) -> Self {
        Self {
            is_listen,
            wants_log,
            token,
            notifications: VecDeque::new(),
            bytes: 0,
            missed: 0,
            answer: None,
            is_acknowledged: false,
            is_over: false,
            waker: None,
        }
    }

    /// Whether the answer has come, or the server's word that none will.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// How many bytes of an answer wait.
    pub(super) fn untaken(&self) -> usize {
        self.answer.as_ref().map_or(0, Vec::len)
    }

    /// What an acknowledgement is: the first one is not dropped.
    pub(super) fn acknowledge(&mut self) -> Kind {
        if std::mem::replace(&mut self.is_acknowledged, true) { Kind::Other } else { Kind::Kept }
    }

    /// Adds a notification, and says how many were dropped for it; it may be the one.
    #[must_use]
    pub(super) fn tell(&mut self, kind: Kind, message: &[u8], bounds: Bounds) -> u64 {
        if message.len() > bounds.bytes {
            self.missed += 1;
            return 1;
        }
        let mut dropped = 0;
        while self.notifications.len() >= bounds.notifications
            || self.bytes.saturating_add(message.len()) > bounds.bytes
        {
            if !self.drop_one() {
                break;
            }
            dropped += 1;
        }
        self.missed += dropped;
        self.bytes += message.len();
        self.notifications.push_back((kind, message.into()));
        dropped
    }

    fn drop_one(&mut self) -> bool {
        let oldest = |kind| self.notifications.iter().position(|(of, _)| *of == kind);
        let found = oldest(Kind::Progress).or_else(|| oldest(Kind::Other));
        let Some((_, message)) = found.and_then(|at| self.notifications.remove(at)) else { return false };
        self.bytes -= message.len();
        true
    }

    /// The answer: nothing that comes after it counts.
    pub(super) fn answer(&mut self, message: &[u8]) {
        self.answer = Some(message.to_vec());
        self.is_over = true;
    }

    /// No answer will come.
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    /// The next message, if there is one.
    pub(super) fn take(&mut self) -> Option<Arrived> {
        let message = match self.notifications.pop_front() {
            Some((_, message)) => {
                self.bytes -= message.len();
                message.into_vec()
            }
            None => self.answer.take()?,
        };
        let mut arrived = Arrived::new(message);
        arrived.missed = std::mem::take(&mut self.missed);
        Some(arrived)
    }

    /// Is woken when there is something new. Gives back a waker that it replaces, to be dropped outside of locks.
    pub(super) fn wait(&mut self, waker: &Waker) -> Option<Waker> {
        match &mut self.waker {
            Some(old) if old.will_wake(waker) => None,
            other => other.replace(waker.clone()),
        }
    }

    pub(super) fn waker(&mut self) -> Option<Waker> {
        self.waker.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { notifications: 3, bytes: 8 };

    fn taken(inbox: &mut Inbox) -> Vec<(String, u64)> {
        let text = |arrived: Arrived| (String::from_utf8(arrived.message).unwrap(), arrived.missed);
        std::iter::from_fn(|| inbox.take().map(text)).collect()
    }

    fn inbox() -> Inbox {
        Inbox::new(true, false, None)
    }

    #[test]
    fn the_oldest_goes_first_but_progress_before_it_and_an_acknowledgement_never() {
        let mut inbox = inbox();
        let mut tell = |kind, message: &str| inbox.tell(kind, message.as_bytes(), BOUNDS);
        assert_eq!(tell(Kind::Kept, "a"), 0);
        assert_eq!(tell(Kind::Other, "b"), 0);
        assert_eq!(tell(Kind::Progress, "c"), 0);
        assert_eq!(tell(Kind::Other, "d"), 1);
        assert_eq!(tell(Kind::Other, "e"), 1);
        inbox.answer(b"f");
        let expected =
            [("a", 2), ("d", 0), ("e", 0), ("f", 0)].map(|(text, missed)| (text.to_owned(), missed));
        assert_eq!(taken(&mut inbox), expected);
    }

    #[test]
    fn bytes_count_too_and_what_fits_never_is_dropped_itself() {
        let mut inbox = inbox();
        let mut tell = |message: &str| inbox.tell(Kind::Other, message.as_bytes(), BOUNDS);
        assert_eq!(tell("1234"), 0);
        assert_eq!(tell("5678"), 0);
        assert_eq!(tell("123456789"), 1);
        assert_eq!(tell("90"), 1);
        assert_eq!(taken(&mut inbox), [("5678".to_owned(), 2), ("90".to_owned(), 0)]);
        assert_eq!(inbox.tell(Kind::Other, b"12345678", BOUNDS), 0, "taking makes room");
    }
}
