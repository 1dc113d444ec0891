//! Waiting until a report was taken.

use alloc::sync::Arc;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context as TaskContext, Poll};

use super::shared::Shared;

/// A progress report on its way; see [`Context::progress`](crate::Context::progress).
///
/// It need not be awaited: dropping it takes nothing back. As a future it is ready when the transport has taken the
/// report, when the call is over, or at once when nothing was to be sent.
pub struct Written(Option<(Arc<Shared>, u64)>);

impl Written {
    pub(super) fn new(shared: &Arc<Shared>, number: Option<u64>) -> Self {
        Self(number.map(|number| (Arc::clone(shared), number)))
    }
}

impl Future for Written {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<()> {
        if let Some((shared, number)) = &self.0 {
            if !shared.is_taken(*number, cx.waker()) {
                return Poll::Pending;
            }
            self.0 = None;
        }
        Poll::Ready(())
    }
}

impl fmt::Debug for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Written").field("waits", &self.0.is_some()).finish()
    }
}
