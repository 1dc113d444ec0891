//! An answer with something before it.

use core::fmt;
use core::future::poll_fn;
use core::task::{Context as TaskContext, Poll};

use super::execution::abandoned;
use super::frame::Frame;
use super::response::Response;
use super::work::Work;
use crate::id::Id;
use crate::jsonrpc::Unavailable;
use crate::sync;

/// The frames of one request: notifications in the order they were emitted, then exactly one response, then nothing.
///
/// Polling it polls the handler. Dropping it before its end cancels the call.
#[must_use = "a stream does nothing unless it is polled; dropping it cancels the call"]
pub struct StreamResponse {
    /// There until its notices are taken.
    work: Option<Work>,
    last: Option<Response>,
    id: Option<Id>,
}

impl StreamResponse {
    pub(super) fn new(work: Work, last: Option<Response>) -> Self {
        Self { id: Some(work.id().clone()), work: Some(work), last }
    }

    /// At most the response is left.
    pub(super) fn ended(last: Option<Response>) -> Self {
        Self { id: last.as_ref().and_then(Response::id).cloned(), work: None, last }
    }

    /// The request's id, when it could be read.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// The next frame; `None` after the response.
    pub fn poll_frame(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Frame>> {
        while let Some(work) = &mut self.work {
            if let Some(notice) = work.take_notice() {
                return Poll::Ready(Some(Frame::notice(notice, work.token())));
            }
            if self.last.is_some() {
                self.work = None;
                break;
            }
            match work.poll(cx) {
                Poll::Ready(response) => self.last = Some(response),
                Poll::Pending if work.waits(cx.waker()) => {}
                Poll::Pending => return Poll::Pending,
            }
        }
        Poll::Ready(self.last.take().map(Frame::Response))
    }

    /// The next frame; `None` after the response. Cancel-safe: dropping the future loses no frame.
    pub async fn next_frame(&mut self) -> Option<Frame> {
        poll_fn(|cx| self.poll_frame(cx)).await
    }

    /// The next frame, waiting for it on this thread: for hosts without an async runtime.
    pub fn wait_frame(&mut self) -> Option<Frame> {
        sync::block_on(|cx| self.poll_frame(cx))
    }

    /// Gives up: drops the handler as a cancellation does, and makes the error response that says why.
    pub fn abandon(self, why: Unavailable) -> Response {
        abandoned(self.id.as_ref(), why)
    }
}

impl fmt::Debug for StreamResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamResponse").field("id", &self.id).finish_non_exhaustive()
    }
}
