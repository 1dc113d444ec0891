//! A request being carried out.

use alloc::boxed::Box;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context as TaskContext, Poll};

use super::listen::Listen;
use super::response::Response;
use super::stream::StreamResponse;
use super::work::Work;
use crate::id::Id;
use crate::jsonrpc::{Rejection, Unavailable};
use crate::sync;

/// A request being carried out: a future that owns all it needs.
///
/// It is ready with a [`Response`], or with a [`StreamResponse`] as soon as the handler has something to say before
/// it is done. Polling it polls the handler; nothing runs in between. Dropping it cancels the call: the handler's
/// future is dropped, its destructors run, and [`Context::cancelled`](crate::Context::cancelled) turns true.
///
/// # Panics
///
/// Polling it again after it was ready.
#[must_use = "an execution does nothing unless it is polled; dropping it cancels the call"]
pub struct Execution(State);

enum State {
    /// No handler is needed.
    Ready(Response),
    Working(Work),
    Listening(Box<Listen>),
    Over,
}

/// How an [`Execution`] ends.
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "complete: an answer, or an answer with something before it")]
pub enum Outcome {
    /// The answer.
    Response(Response),
    /// Notifications, then the answer.
    Stream(Box<StreamResponse>),
}

impl Execution {
    pub(super) fn new(work: Work) -> Self {
        Self(State::Working(work))
    }

    pub(super) fn listening(listen: Listen) -> Self {
        Self(State::Listening(Box::new(listen)))
    }

    pub(super) fn ready(response: Response) -> Self {
        Self(State::Ready(response))
    }

    /// The request's id, when it could be read.
    #[must_use]
    pub fn id(&self) -> Option<&Id> {
        match &self.0 {
            State::Ready(response) => response.id(),
            State::Working(work) => Some(work.id()),
            State::Listening(listen) => Some(listen.id()),
            State::Over => None,
        }
    }

    /// Whether it will be a subscription: a stream that stays open until somebody ends it, so that no deadline of a call
    /// applies.
    #[must_use]
    pub fn is_subscription(&self) -> bool {
        matches!(self.0, State::Listening(_))
    }

    /// Polls on this thread until it is ready, parking in between: for hosts without an async runtime. A handler
    /// that waits for ever blocks for ever.
    #[must_use]
    pub fn wait(mut self) -> Outcome {
        sync::block_on(|cx| Pin::new(&mut self).poll(cx))
    }

    /// A stream from the start, for hosts that see a disconnect only when they write.
    pub fn into_stream(self) -> StreamResponse {
        match self.0 {
            State::Working(work) => StreamResponse::new(work, None),
            State::Listening(listen) => StreamResponse::listening(listen),
            State::Ready(response) => StreamResponse::ended(Some(response)),
            State::Over => StreamResponse::ended(None),
        }
    }

    /// What it is ready with, when that is not the response of a handler that had nothing else to say.
    #[inline(never)]
    fn leave(&mut self, last: Option<Response>) -> Outcome {
        match core::mem::replace(&mut self.0, State::Over) {
            State::Working(work) => Outcome::Stream(Box::new(StreamResponse::new(work, last))),
            State::Listening(listen) => Outcome::Stream(Box::new(StreamResponse::listening(listen))),
            State::Ready(response) => Outcome::Response(response),
            State::Over => panic!("an execution was polled after it was ready"),
        }
    }

    /// Gives up: drops the handler as a cancellation does, and makes the error response that says why.
    pub fn abandon(self, why: Unavailable) -> Response {
        if let State::Listening(listen) = self.0 {
            return StreamResponse::listening(listen).abandon(why);
        }
        abandoned(self.id(), why)
    }
}

pub(super) fn abandoned(id: Option<&Id>, why: Unavailable) -> Response {
    let refusal = Rejection::from(why);
    match id {
        Some(id) => refusal.with_id(id.clone()).into(),
        None => refusal.into(),
    }
}

impl Future for Execution {
    type Output = Outcome;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Outcome> {
        let last = match &mut self.0 {
            State::Working(work) => match work.poll(cx) {
                Poll::Ready(response) if work.has_notices() => Some(response),
                Poll::Ready(response) => {
                    self.0 = State::Over;
                    return Poll::Ready(Outcome::Response(response));
                }
                Poll::Pending if work.waits(cx.waker()) => None,
                Poll::Pending => return Poll::Pending,
            },
            State::Ready(_) | State::Listening(_) | State::Over => None,
        };
        Poll::Ready(self.leave(last))
    }
}

impl fmt::Debug for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution").field("id", &self.id()).finish_non_exhaustive()
    }
}
