//! Who may have a connection, and which are kept for the next request.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::future::poll_fn;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use crate::error::Error;

/// How many connections there may be and how long they are kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// At work at a time.
    pub(super) connections: usize,
    /// Requests that wait for one.
    pub(super) waiting: usize,
    /// Streams without an end, which are not at work.
    pub(super) streams: usize,
    /// Kept while nobody needs them.
    pub(super) idle: usize,
    pub(super) idle_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 64, waiting: 4_096, streams: 64, idle: 8, idle_timeout: Duration::from_secs(30) }
    }
}

/// Places for requests at work, in the order of asking, and connections of type `C` that are idle.
pub(super) struct Pool<C> {
    state: Mutex<State<C>>,
}

struct State<C> {
    limits: Limits,
    closed: bool,
    next: u64,
    /// Requests without a place, the first to ask first.
    waiting: BTreeMap<u64, Waker>,
    /// Requests that have one, and whom to wake when the pool is closed.
    working: BTreeMap<u64, Option<Waker>>,
    /// The same for streams.
    streams: BTreeMap<u64, Option<Waker>>,
    /// The one that was used last is the last.
    idle: VecDeque<Idle<C>>,
}

struct Idle<C> {
    connection: C,
    /// From then on it is not used; `None` is never.
    until: Option<Instant>,
}

impl<C> Pool<C> {
    pub(super) fn new(limits: Limits) -> Self {
        let state = State {
            limits,
            closed: false,
            next: 0,
            waiting: BTreeMap::new(),
            working: BTreeMap::new(),
            streams: BTreeMap::new(),
            idle: VecDeque::new(),
        };
        Self { state: Mutex::new(state) }
    }

    pub(super) fn limit(&self, change: impl FnOnce(&mut Limits)) {
        change(&mut self.lock().limits);
    }

    /// Takes the connection that was idle for the shortest time. Those whose time is over are closed.
    pub(super) fn take(&self, now: Instant) -> Option<C> {
        let mut state = self.lock();
        let expired = state.expire(now);
        let taken = state.idle.pop_back();
        drop(state);
        drop(expired);
        taken.map(|idle| idle.connection)
    }

    /// Keeps a connection, unless the pool is closed. The one that was idle longest goes when there are too many.
    /// `patience` is how long the other end says to keep it.
    pub(super) fn keep(&self, connection: C, now: Instant, patience: Option<Duration>) {
        let mut state = self.lock();
        let mut dropped = state.expire(now);
        let own = state.limits.idle_timeout;
        let until = now.checked_add(patience.map_or(own, |patience| own.min(patience)));
        state.idle.push_back(Idle { connection, until });
        let most = if state.closed { 0 } else { state.limits.idle };
        let beyond = state.idle.len().saturating_sub(most);
        dropped.extend(state.idle.drain(..beyond));
        drop(state);
        drop(dropped);
    }

    /// Closes what is idle, and tells all that wait or work. Nothing is given or kept any more.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        let idle = mem::take(&mut state.idle);
        let waiting = mem::take(&mut state.waiting).into_values();
        let State { working, streams, .. } = &mut *state;
        let open = working.values_mut().chain(streams.values_mut()).filter_map(Option::take);
        let woken: Vec<_> = waiting.chain(open).collect();
        drop(state);
        drop(idle);
        woken.into_iter().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, State<C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C> State<C> {
    fn next_key(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Takes out what was idle for too long.
    fn expire(&mut self, now: Instant) -> Vec<Idle<C>> {
        let is_over = |idle: &Idle<C>| idle.until.is_some_and(|until| until <= now);
        let (over, good) = mem::take(&mut self.idle).into_iter().partition::<Vec<_>, _>(is_over);
        self.idle = good.into();
        over
    }

    /// Gives places to those that wait, as far as there are any.
    fn hand_over(&mut self) -> Vec<Waker> {
        let mut woken = Vec::new();
        while self.working.len() < self.limits.connections
            && let Some((key, waker)) = self.waiting.pop_first()
        {
            self.working.insert(key, None);
            woken.push(waker);
        }
        woken
    }
}

impl<C> fmt::Debug for Pool<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        f.debug_struct("Pool")
            .field("limits", &state.limits)
            .field("waiting", &state.waiting.len())
            .field("working", &state.working.len())
            .field("streams", &state.streams.len())
            .field("idle", &state.idle.len())
            .field("closed", &state.closed)
            .finish()
    }
}

/// A place for one request or stream. Dropping it gives it to the next that waits.
#[derive(Debug)]
pub(super) struct Lease<C> {
    pool: Arc<Pool<C>>,
    key: Option<u64>,
}

impl<C> Lease<C> {
    /// Waits for a place; those that asked before come first.
    ///
    /// # Errors
    ///
    /// When the pool is closed, or too many wait.
    pub(super) async fn new(pool: &Arc<Pool<C>>) -> Result<Self, Error> {
        let mut lease = Self { pool: Arc::clone(pool), key: None };
        poll_fn(|cx| lease.poll_place(cx)).await?;
        Ok(lease)
    }

    /// A place for a stream without an end. Those have places of their own, so that they do not keep requests waiting for
    /// ever.
    ///
    /// # Errors
    ///
    /// When the pool is closed, or there are too many.
    pub(super) fn of_stream(pool: &Arc<Pool<C>>) -> Result<Self, Error> {
        let mut state = pool.lock();
        if state.closed {
            return Err(closed());
        }
        let most = state.limits.streams;
        if state.streams.len() >= most {
            return Err(Error::connection(format!("there are {most} subscriptions already")));
        }
        let key = state.next_key();
        state.streams.insert(key, None);
        Ok(Self { pool: Arc::clone(pool), key: Some(key) })
    }

    fn poll_place(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        let mut state = self.pool.lock();
        if state.closed {
            return Poll::Ready(Err(closed()));
        }
        let Some(key) = self.key else {
            // With a place free nobody waits: each that is given back goes to who waits.
            let has_room = state.working.len() < state.limits.connections;
            if !has_room && state.waiting.len() >= state.limits.waiting {
                let most = state.limits.waiting;
                return Poll::Ready(Err(Error::connection(format!(
                    "{most} requests wait for a connection already"
                ))));
            }
            let key = state.next_key();
            self.key = Some(key);
            if has_room {
                state.working.insert(key, None);
                return Poll::Ready(Ok(()));
            }
            state.waiting.insert(key, cx.waker().clone());
            return Poll::Pending;
        };
        if state.working.contains_key(&key) {
            return Poll::Ready(Ok(()));
        }
        let old = state.waiting.insert(key, cx.waker().clone());
        drop(state);
        drop(old);
        Poll::Pending
    }

    /// Ends with an error when the pool is closed. The last task that asked is woken then.
    pub(super) fn poll_closed(&self, cx: &mut Context<'_>) -> Poll<Error> {
        let mut state = self.pool.lock();
        if state.closed {
            return Poll::Ready(closed());
        }
        let key = self.key.expect("a lease has a place");
        let State { working, streams, .. } = &mut *state;
        let waker = working.get_mut(&key).or_else(|| streams.get_mut(&key)).expect("a lease has a place");
        if !waker.as_ref().is_some_and(|waker| waker.will_wake(cx.waker())) {
            let old = waker.replace(cx.waker().clone());
            drop(state);
            drop(old);
        }
        Poll::Pending
    }

    /// The pool that it belongs to.
    pub(super) fn pool(&self) -> &Arc<Pool<C>> {
        &self.pool
    }
}

impl<C> Drop for Lease<C> {
    fn drop(&mut self) {
        let Some(key) = self.key else { return };
        let mut state = self.pool.lock();
        let waker = (state.waiting.remove(&key), state.working.remove(&key), state.streams.remove(&key));
        let woken = state.hand_over();
        drop(state);
        drop(waker);
        woken.into_iter().for_each(Waker::wake);
    }
}

/// What requests get when the transport is closed.
fn closed() -> Error {
    Error::connection("the connection was closed here")
}
