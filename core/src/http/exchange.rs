//! A request on its way to its reply.

use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context as TaskContext, Poll};

use super::reply::{Reply, Response};
use crate::server::Execution;
use crate::sync;

/// A request on its way to its [`Reply`]. Dropping it cancels the call.
///
/// # Panics
///
/// Polling it again after it was ready.
#[must_use = "an exchange does nothing unless it is polled; dropping it cancels the call"]
pub struct Exchange(State);

enum State {
    Ready(Option<Response>),
    Running(Execution),
}

impl Exchange {
    pub(super) fn ready(response: Response) -> Self {
        Self(State::Ready(Some(response)))
    }

    pub(super) fn running(execution: Execution) -> Self {
        Self(State::Running(execution))
    }

    /// Waits on this thread until it is ready: for hosts without an async runtime.
    #[must_use]
    pub fn wait(mut self) -> Reply {
        sync::block_on(|cx| Pin::new(&mut self).poll(cx))
    }
}

impl Future for Exchange {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Reply> {
        match &mut self.0 {
            State::Running(execution) => Pin::new(execution).poll(cx).map(Reply::from),
            State::Ready(response) => {
                let response = response.take().expect("an exchange is not polled after it was ready");
                Poll::Ready(Reply::Response(response))
            }
        }
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("is_running", &matches!(self.0, State::Running(_))).finish()
    }
}
