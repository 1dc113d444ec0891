//! Ending a listener from elsewhere.

use std::fmt;
use std::sync::Arc;

use crate::shared::Shared;

/// Ends a [`Listener`](crate::Listener) in good order, from any thread; from
/// [`Listener::handle`](crate::Listener::handle).
///
/// Clones are the same. Dropping it does nothing.
#[derive(Clone)]
pub struct Handle {
    shared: Arc<Shared>,
}

impl Handle {
    pub(crate) fn new(shared: &Arc<Shared>) -> Handle {
        Handle { shared: Arc::clone(shared) }
    }

    /// Begins the drain and returns at once; a second call does nothing.
    ///
    /// The listening socket closes. Idle connections close. A request that has not arrived whole is answered with
    /// 503. Subscriptions end with their result as the last event. A call that runs may finish within the [drain limit](crate::Http::drain); then it is cancelled and answered
    /// with 503, or with a last event where its stream has begun. After that, [`run`](crate::Listener::run) returns.
    pub fn shutdown(&self) {
        self.shared.shutdown.begin(self.shared.clock.now());
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").finish_non_exhaustive()
    }
}
