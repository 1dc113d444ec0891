//! One open subscription of a hub.

use alloc::sync::Arc;
use core::sync::atomic::Ordering;
use core::task::{Context as TaskContext, Poll, Waker};

use super::Shared;
use super::backlog::{Backlog, Pushed};
use super::builder::Settings;
use crate::subscription::event::Event;
use crate::subscription::filter::Filter;
use crate::subscription::source::Events;
use crate::sync::Mutex;

/// What the index and the stream of a subscription share.
///
/// Its lists have positions: the lists of the filter in their fixed order, then its resources in theirs.
pub(super) struct Listener {
    accepted: Filter,
    state: Mutex<State>,
}

struct State {
    backlog: Backlog,
    /// There while the stream waits and nothing waits for it.
    waker: Option<Waker>,
    phase: Phase,
}

/// How a listener stands to the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// It is in its lists.
    Listed,
    /// It was completed, and takes what waits.
    Closing,
    /// Its stream was dropped.
    Gone,
}

impl Listener {
    pub(super) fn new(accepted: Filter, settings: &Settings) -> Self {
        let count = accepted.lists().lists().count() + accepted.resources().len();
        let backlog = Backlog::new(count, settings);
        Self { accepted, state: Mutex::new(State { backlog, waker: None, phase: Phase::Listed }) }
    }

    pub(super) fn accepted(&self) -> &Filter {
        &self.accepted
    }

    /// An event for the list at `position`. The waker of a stream that waited for it is to be woken.
    pub(super) fn push(&self, position: u16) -> (Pushed, Option<Waker>) {
        self.state.with(|state| (state.backlog.push(position), state.waker.take()))
    }

    pub(super) fn place(&self, position: u16) -> u32 {
        self.state.with(|state| state.backlog.place(position))
    }

    pub(super) fn set_place(&self, position: u16, place: u32) {
        self.state.with(|state| state.backlog.set_place(position, place));
    }

    /// Goes from listed to closing; the waker of a stream that waited is to be woken. `None` when it is elsewhere.
    pub(super) fn complete(&self) -> Option<Option<Waker>> {
        self.state.with(|state| {
            let is_listed = state.phase == Phase::Listed;
            is_listed.then(|| {
                state.phase = Phase::Closing;
                state.waker.take()
            })
        })
    }

    /// Its stream was dropped. The phase before.
    pub(super) fn leave(&self) -> Phase {
        self.state.with(|state| core::mem::replace(&mut state.phase, Phase::Gone))
    }

    fn event(&self, position: u16) -> Option<Event> {
        let (mut lists, position) = (self.accepted.lists().lists(), usize::from(position));
        let count = self.accepted.lists().lists().count();
        match position.checked_sub(count) {
            None => lists.nth(position).map(Event::from),
            Some(at) => self.accepted.resource(at).map(|uri| Event::ResourceUpdated(Arc::clone(uri))),
        }
    }
}

/// The events of a subscription. Dropping it takes the listener out of the index.
pub(super) struct Listening {
    hub: Arc<Shared>,
    listener: Arc<Listener>,
}

/// What a look at the state says.
enum Look {
    Event(u16),
    Complete,
    /// Nothing waits, and the waker is kept.
    Waits,
    /// Nothing waits, and no waker is kept yet.
    NeedsWaker,
}

impl Listening {
    pub(super) fn new(hub: Arc<Shared>, listener: Arc<Listener>) -> Self {
        Self { hub, listener }
    }

    /// Keeps `waker`, when it is given and nothing waits, and gives back the one that was kept before.
    fn look(&self, cx: &TaskContext<'_>, waker: &mut Option<Waker>) -> Look {
        self.listener.state.with(|state| {
            if let Some(position) = state.backlog.pop() {
                return Look::Event(position);
            }
            if state.phase != Phase::Listed {
                return Look::Complete;
            }
            if waker.is_some() {
                core::mem::swap(&mut state.waker, waker);
                return Look::Waits;
            }
            match &state.waker {
                Some(kept) if kept.will_wake(cx.waker()) => Look::Waits,
                _ => Look::NeedsWaker,
            }
        })
    }
}

impl Events for Listening {
    fn poll_next(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Event>> {
        // Wakers are cloned and dropped without a lock: what they do is not ours.
        let mut waker = None;
        loop {
            match self.look(cx, &mut waker) {
                Look::Event(position) => {
                    self.hub.queued.fetch_sub(1, Ordering::Relaxed);
                    return Poll::Ready(self.listener.event(position));
                }
                Look::Complete => return Poll::Ready(None),
                Look::Waits => return Poll::Pending,
                Look::NeedsWaker => waker = Some(cx.waker().clone()),
            }
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.hub.index.with(|index| index.remove(&self.listener));
        let left = self.listener.state.with(|state| state.backlog.len());
        self.hub.queued.fetch_sub(left, Ordering::Relaxed);
    }
}
