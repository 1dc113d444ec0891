//! The requests that wait for their answers, and those that wait for their turn.

use std::collections::{BTreeMap, HashMap};
use std::task::Waker;

use snodo_core::Id;

use super::inbox::{Bounds, Inbox, Kind};
use super::route::Route;
use crate::error::Error;
use crate::machine::Message;
use crate::transport::Arrived;

/// All that is known of requests on one stream. Wakers that it gives out are to be woken outside of its lock.
pub(super) struct Table {
    phase: Phase,
    requests: HashMap<u64, Inbox>,
    /// Whose progress a token means.
    tokens: HashMap<Id, u64>,
    /// In the order of their coming.
    waiting: BTreeMap<u64, Waker>,
    tickets: u64,
    /// Bytes of answers that wait to be taken.
    untaken: usize,
    /// The reader, while too many wait.
    reader: Option<Waker>,
    /// Who wants to know when it is over.
    watcher: Option<Waker>,
    max_requests: usize,
    bounds: Bounds,
}

/// What can become of a request.
enum Phase {
    Open,
    /// The stream is over for this reason, and a better one is being found out.
    Ending(Error),
    Over(Error),
}

/// What became of a line.
#[derive(Debug, Default)]
pub(super) struct Delivered {
    /// Somebody waited for it.
    pub(super) is_wanted: bool,
    pub(super) is_answer: bool,
    /// Notifications that were dropped for it.
    pub(super) dropped: u64,
    pub(super) wakers: Vec<Waker>,
}

/// Whether a request may go out.
pub(super) enum Turn {
    Now,
    Later,
    Never(Error),
}

impl Table {
    pub(super) fn new(max_requests: usize, bounds: Bounds) -> Self {
        Self {
            phase: Phase::Open,
            requests: HashMap::new(),
            tokens: HashMap::new(),
            waiting: BTreeMap::new(),
            tickets: 0,
            untaken: 0,
            reader: None,
            watcher: None,
            max_requests,
            bounds,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Open)
    }

    /// Why it is over, if it is.
    pub(super) fn error(&self) -> Option<&Error> {
        match &self.phase {
            Phase::Over(error) => Some(error),
            _ => None,
        }
    }

    /// Lets `message` in when it is its turn. `ticket` is its place among those that wait, taken at the first call.
    /// `has_room` says whether its line may be queued. Gives the waker that it waited with before.
    pub(super) fn admit(
        &mut self,
        message: &Message,
        ticket: &mut Option<u64>,
        has_room: bool,
        waker: Waker,
    ) -> (Turn, Option<Waker>) {
        match &self.phase {
            Phase::Over(error) => return (Turn::Never(error.clone()), Some(waker)),
            Phase::Open if has_room && self.requests.len() < self.max_requests && self.is_first(*ticket) => {
                return (self.insert(message), Some(waker));
            }
            Phase::Open | Phase::Ending(_) => {}
        }
        let number = *ticket.get_or_insert_with(|| {
            self.tickets += 1;
            self.tickets
        });
        (Turn::Later, self.waiting.insert(number, waker))
    }

    fn is_first(&self, ticket: Option<u64>) -> bool {
        match (self.waiting.keys().next(), ticket) {
            (None, _) => true,
            (first, ticket) => first == ticket.as_ref(),
        }
    }

    fn insert(&mut self, message: &Message) -> Turn {
        if self.requests.contains_key(&message.id) {
            return Turn::Never(Error::usage("a request with this id is on its way already"));
        }
        if let Some(token) = &message.progress_token {
            if self.tokens.contains_key(token) {
                return Turn::Never(Error::usage("a request with this progress token is on its way already"));
            }
            self.tokens.insert(token.clone(), message.id);
        }
        let is_listen = &*message.method == "subscriptions/listen";
        let inbox = Inbox::new(is_listen, message.wants_log, message.progress_token.clone());
        self.requests.insert(message.id, inbox);
        Turn::Now
    }

    /// The place of one that waits no longer. Gives its waker, and that of the one whose turn it may be now.
    pub(super) fn leave(&mut self, ticket: u64) -> (Option<Waker>, Option<Waker>) {
        (self.waiting.remove(&ticket), self.first())
    }

    /// The first of those that wait, to see whether it is its turn.
    pub(super) fn first(&self) -> Option<Waker> {
        self.waiting.values().next().cloned()
    }

    /// Gives a line to whom it is for. Those that wait for nothing, or not for this, take nothing.
    pub(super) fn deliver(&mut self, route: &Route, line: &[u8]) -> Delivered {
        let mut delivered = Delivered::default();
        if let Route::Log = route {
            for inbox in self.requests.values_mut().filter(|inbox| inbox.wants_log && !inbox.is_over()) {
                delivered.dropped += inbox.tell(Kind::Other, line, self.bounds);
                delivered.wakers.extend(inbox.waker());
                delivered.is_wanted = true;
            }
            return delivered;
        }
        let number = match route {
            Route::Progress(token) => self.tokens.get(token).copied(),
            Route::Answer(id) | Route::Cancelled(id) | Route::Event { subscription: id, .. } => number(id),
            Route::Log | Route::Skip(_) => None,
        };
        let inbox = number.and_then(|number| self.requests.get_mut(&number));
        let Some(inbox) = inbox.filter(|inbox| !inbox.is_over()) else { return delivered };
        match route {
            Route::Answer(_) => {
                inbox.answer(line);
                self.untaken += line.len();
                delivered.is_answer = true;
            }
            Route::Progress(_) => delivered.dropped = inbox.tell(Kind::Progress, line, self.bounds),
            Route::Event { is_acknowledgement, .. } if inbox.is_listen => {
                let kind = if *is_acknowledgement { inbox.acknowledge() } else { Kind::Other };
                delivered.dropped = inbox.tell(kind, line, self.bounds);
            }
            Route::Cancelled(_) if inbox.is_listen => {
                delivered.dropped = inbox.tell(Kind::Kept, line, self.bounds);
                inbox.end();
            }
            _ => return delivered,
        }
        delivered.is_wanted = true;
        delivered.wakers.extend(inbox.waker());
        delivered
    }

    /// Whether it is over; if not, wakes `waker` when it is. One watches.
    pub(super) fn watch(&mut self, waker: &Waker) -> bool {
        let is_over = matches!(self.phase, Phase::Over(_));
        self.watcher = (!is_over).then(|| waker.clone());
        is_over
    }

    /// What came for a request: a message, nothing more, or not yet.
    pub(super) fn take(&mut self, number: u64) -> Taken {
        let Some(inbox) = self.requests.get_mut(&number) else { return Taken::Nothing };
        let before = inbox.untaken();
        let taken = inbox.take();
        let after = inbox.untaken();
        let is_over = inbox.is_over();
        self.untaken -= before - after;
        match (taken, &self.phase) {
            (Some(arrived), _) => Taken::Message(arrived),
            (None, _) if is_over => Taken::Nothing,
            (None, Phase::Over(error)) => Taken::Failed(error.clone()),
            (None, _) => Taken::NotYet,
        }
    }

    /// Wakes `waker` when something comes for a request; gives the waker that it replaces.
    pub(super) fn wait(&mut self, number: u64, waker: &Waker) -> Option<Waker> {
        self.requests.get_mut(&number).and_then(|inbox| inbox.wait(waker))
    }

    /// Nobody takes what comes for a request any more. Says whether its answer was still to come.
    pub(super) fn forget(&mut self, number: u64) -> bool {
        let Some(inbox) = self.requests.remove(&number) else { return false };
        if let Some(token) = &inbox.token {
            self.tokens.remove(token);
        }
        self.untaken -= inbox.untaken();
        self.is_open() && !inbox.is_over()
    }

    /// Whether more than `limit` bytes of answers wait. If so, [`reader`](Self::reader) gives `waker` once they do not.
    pub(super) fn is_full(&mut self, limit: usize, waker: &Waker) -> bool {
        let is_full = self.untaken > limit;
        self.reader = is_full.then(|| waker.clone());
        is_full
    }

    pub(super) fn reader(&mut self, limit: usize) -> Option<Waker> {
        (self.untaken <= limit).then(|| self.reader.take()).flatten()
    }

    /// The stream is over for this reason, unless [`end`](Self::end) finds a better one.
    pub(super) fn stop(&mut self, reason: Error) {
        if self.is_open() {
            self.phase = Phase::Ending(reason);
        }
    }

    /// Why the stream stopped, while nobody has said more.
    pub(super) fn reason(&self) -> Option<&Error> {
        match &self.phase {
            Phase::Ending(reason) => Some(reason),
            _ => None,
        }
    }

    /// Fails everything that has no answer yet, and all that comes. The first reason counts.
    #[must_use = "those that wait are to be woken"]
    pub(super) fn end(&mut self, error: Error) -> Vec<Waker> {
        if let Phase::Over(_) = self.phase {
            return Vec::new();
        }
        self.phase = Phase::Over(error);
        let mut wakers: Vec<Waker> = self.requests.values_mut().filter_map(Inbox::waker).collect();
        wakers.extend(std::mem::take(&mut self.waiting).into_values());
        wakers.extend(self.reader.take());
        wakers.extend(self.watcher.take());
        wakers
    }
}

/// What there is for a request.
pub(super) enum Taken {
    Message(Arrived),
    NotYet,
    Nothing,
    Failed(Error),
}

/// Requests have integers above zero; nothing else is equal to one.
fn number(id: &Id) -> Option<u64> {
    id.to_string().parse().ok()
}
