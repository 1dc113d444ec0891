//! The end of a listener, told to everything that belongs to it.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

/// How far a listener is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    Serving,
    /// No new requests; those that run may finish.
    Draining,
    /// Nobody waits for what is left.
    Over,
}

const STAGES: [Stage; 3] = [Stage::Serving, Stage::Draining, Stage::Over];

#[derive(Debug, Default)]
pub(crate) struct Shutdown {
    stage: AtomicU8,
    began: OnceLock<Instant>,
    watchers: Mutex<Watchers>,
}

#[derive(Debug, Default)]
struct Watchers {
    wakers: BTreeMap<u64, Waker>,
    next: u64,
    /// Waits until there is no watcher left.
    last: Option<Waker>,
}

/// Belongs to a connection, which is told about the end and waited for.
#[derive(Debug)]
pub(crate) struct Watch {
    shutdown: Arc<Shutdown>,
    number: u64,
    waker: Waker,
}

impl Shutdown {
    /// Begins the drain; what has begun does not begin again.
    pub(crate) fn begin(&self, now: Instant) {
        if self.began.set(now).is_ok() {
            self.enter(Stage::Draining);
        }
    }

    /// Nothing is left to wait for.
    pub(crate) fn end(&self) {
        self.enter(Stage::Over);
    }

    /// When the drain began.
    pub(crate) fn began(&self) -> Option<Instant> {
        self.began.get().copied()
    }

    pub(crate) fn watch(self: &Arc<Shutdown>) -> Watch {
        let mut watchers = self.lock();
        let number = watchers.next;
        watchers.next += 1;
        watchers.wakers.insert(number, Waker::noop().clone());
        Watch { shutdown: Arc::clone(self), number, waker: Waker::noop().clone() }
    }

    /// Waits until every [`Watch`] is gone.
    pub(crate) async fn unwatched(&self) {
        poll_fn(|cx| {
            let mut watchers = self.lock();
            if watchers.wakers.is_empty() {
                return Poll::Ready(());
            }
            let stale = watchers.last.replace(cx.waker().clone());
            drop(watchers);
            drop(stale);
            Poll::Pending
        })
        .await;
    }

    fn enter(&self, stage: Stage) {
        self.stage.fetch_max(stage as u8, Ordering::SeqCst);
        let wakers: Vec<_> = self.lock().wakers.values().cloned().collect();
        wakers.into_iter().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, Watchers> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch {
    /// How far it is now. The task is woken when it goes on.
    pub(crate) fn poll(&mut self, cx: &Context<'_>) -> Stage {
        if !self.waker.will_wake(cx.waker()) {
            self.waker = cx.waker().clone();
            let stale = self.shutdown.lock().wakers.insert(self.number, self.waker.clone());
            drop(stale);
        }
        // After the waker is in its place, so that no change slips in between.
        STAGES[usize::from(self.shutdown.stage.load(Ordering::SeqCst))]
    }

    /// Waits for the drain.
    pub(crate) async fn drain(&mut self) {
        self.wait_for(Stage::Draining).await;
    }

    /// Waits for the end.
    pub(crate) async fn end(&mut self) {
        self.wait_for(Stage::Over).await;
    }

    async fn wait_for(&mut self, stage: Stage) {
        poll_fn(|cx| if self.poll(cx) < stage { Poll::Pending } else { Poll::Ready(()) }).await;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut watchers = self.shutdown.lock();
        let own = watchers.wakers.remove(&self.number);
        let last = if watchers.wakers.is_empty() { watchers.last.take() } else { None };
        drop(watchers);
        drop(own);
        if let Some(last) = last {
            last.wake();
        }
    }
}
