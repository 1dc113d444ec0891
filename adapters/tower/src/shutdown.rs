//! The end of a service, told to everything that belongs to it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};

/// Ends an [`Mcp`](crate::Mcp) in good order, from any thread; from [`Mcp::handle`](crate::Mcp::handle).
///
/// Clones are the same. Dropping it does nothing.
#[derive(Clone)]
pub struct Handle {
    shutdown: Arc<Shutdown>,
}

impl Handle {
    pub(crate) fn new(shutdown: &Arc<Shutdown>) -> Handle {
        Handle { shutdown: Arc::clone(shutdown) }
    }

    /// Begins the end and returns at once; a second call does nothing.
    ///
    /// From now on requests are answered with 503, and so are those whose body has not arrived whole. Subscriptions
    /// end, with their result as the last event. Calls that run may finish; their deadline is the
    /// [executor's](crate::McpBuilder::request_timeout). Call it before the host's own graceful shutdown, which waits
    /// for the answers, and would wait for ever for subscriptions.
    pub fn shutdown(&self) {
        self.shutdown.begin();
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("has_begun", &self.shutdown.has_begun()).finish()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Shutdown {
    begun: AtomicBool,
    watchers: Mutex<Watchers>,
}

#[derive(Debug, Default)]
struct Watchers {
    wakers: BTreeMap<u64, Waker>,
    next: u64,
}

/// Of somebody who waits and wants to be told.
#[derive(Debug)]
pub(crate) struct Watch {
    shutdown: Arc<Shutdown>,
    /// With the waker that stands in the list.
    registered: Option<(u64, Waker)>,
}

impl Shutdown {
    pub(crate) fn has_begun(&self) -> bool {
        self.begun.load(Ordering::SeqCst)
    }

    pub(crate) fn watch(self: &Arc<Shutdown>) -> Watch {
        Watch { shutdown: Arc::clone(self), registered: None }
    }

    fn begin(&self) {
        self.begun.store(true, Ordering::SeqCst);
        let wakers = std::mem::take(&mut self.lock().wakers);
        wakers.into_values().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, Watchers> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch {
    /// Whether it has begun. If not, the task is woken when it does.
    pub(crate) fn poll(&mut self, cx: &Context<'_>) -> bool {
        if self.registered.as_ref().is_none_or(|(_, waker)| !waker.will_wake(cx.waker())) {
            let waker = cx.waker().clone();
            let mut watchers = self.shutdown.lock();
            let number = match &self.registered {
                Some((number, _)) => *number,
                None => {
                    watchers.next += 1;
                    watchers.next
                }
            };
            let stale = watchers.wakers.insert(number, waker.clone());
            drop(watchers);
            drop((stale, self.registered.replace((number, waker))));
        }
        // After the waker is in its place, so that the beginning does not slip in between.
        self.shutdown.has_begun()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some((number, _)) = &self.registered {
            let own = self.shutdown.lock().wakers.remove(number);
            drop(own);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_gone_is_not_kept() {
        let shutdown = Arc::new(Shutdown::default());
        let mut watches: Vec<_> = (0..3).map(|_| shutdown.watch()).collect();
        for watch in &mut watches {
            assert!(!watch.poll(&Context::from_waker(Waker::noop())));
            assert!(!watch.poll(&Context::from_waker(Waker::noop())));
        }
        assert_eq!(shutdown.lock().wakers.len(), 3);
        drop(watches.pop());
        assert_eq!(shutdown.lock().wakers.len(), 2);
        shutdown.begin();
        assert!(watches[0].poll(&Context::from_waker(Waker::noop())));
        drop(watches);
        assert_eq!(shutdown.lock().wakers.len(), 0);
    }
}
