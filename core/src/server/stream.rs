//! An answer with something before it.

use alloc::boxed::Box;
use core::fmt;
use core::future::poll_fn;
use core::task::{Context as TaskContext, Poll};

use super::execution::abandoned;
use super::frame::Frame;
use super::listen::Listen;
use super::response::Response;
use super::work::Work;
use crate::id::Id;
use crate::jsonrpc::Unavailable;
use crate::subscription::CloseReason;
use crate::sync;

/// The frames of one request: notifications in the order they were emitted, then exactly one response, then nothing.
///
/// Polling it polls the handler, or the source of a subscription. Dropping it before its end cancels it.
#[must_use = "a stream does nothing unless it is polled; dropping it cancels the call"]
pub struct StreamResponse {
    /// There until its notices are taken.
    origin: Option<Origin>,
    last: Option<Response>,
    id: Option<Id>,
}

/// Where frames come from.
enum Origin {
    Work(Work),
    Listen(Box<Listen>),
}

impl StreamResponse {
    pub(super) fn new(work: Work, last: Option<Response>) -> Self {
        Self { id: Some(work.id().clone()), origin: Some(Origin::Work(work)), last }
    }

    pub(super) fn listening(listen: Box<Listen>) -> Self {
        Self { id: Some(listen.id().clone()), origin: Some(Origin::Listen(listen)), last: None }
    }

    /// At most the response is left.
    pub(super) fn ended(last: Option<Response>) -> Self {
        Self { id: last.as_ref().and_then(Response::id).cloned(), origin: None, last }
    }

    /// The request's id, when it could be read.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        self.id.as_ref()
    }

    /// Whether it is a subscription: open until somebody ends it, so that no deadline of a call applies.
    #[must_use]
    pub fn is_subscription(&self) -> bool {
        matches!(self.origin, Some(Origin::Listen(_)))
    }

    /// Ends a subscription from the server's side: its source is closed now, and its result is the last frame. A call
    /// goes on.
    pub fn finish(&mut self, reason: CloseReason) {
        if let Some(Origin::Listen(listen)) = &mut self.origin {
            listen.finish(reason);
        }
    }

    /// The next frame; `None` after the response.
    pub fn poll_frame(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Frame>> {
        loop {
            let work = match &mut self.origin {
                None => return Poll::Ready(self.last.take().map(Frame::Response)),
                Some(Origin::Work(work)) => work,
                Some(Origin::Listen(listen)) => {
                    let frame = listen.poll(cx);
                    if let Poll::Ready(None | Some(Frame::Response(_))) = frame {
                        self.origin = None;
                    }
                    return frame;
                }
            };
            if let Some(notice) = work.take_notice() {
                return Poll::Ready(Some(Frame::notice(notice)));
            }
            if self.last.is_some() {
                self.origin = None;
                continue;
            }
            match work.poll(cx) {
                Poll::Ready(response) => self.last = Some(response),
                Poll::Pending if work.waits(cx.waker()) => {}
                Poll::Pending => return Poll::Pending,
            }
        }
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
    pub fn abandon(mut self, why: Unavailable) -> Response {
        self.finish(why.into());
        abandoned(self.id.as_ref(), why)
    }
}

impl fmt::Debug for StreamResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamResponse").field("id", &self.id).finish_non_exhaustive()
    }
}
