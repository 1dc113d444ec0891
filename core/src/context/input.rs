//! Waiting for the client's answer to a question.

use alloc::boxed::Box;
use alloc::format;
use alloc::sync::Arc;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context as TaskContext, Poll};

use super::shared::Shared;
use crate::failure::Failure;
use crate::jsonrpc::code;
use crate::model::Ask;

/// A question to the client; see [`Context::input`](crate::Context::input).
///
/// As a future it is ready when an earlier round has brought the answer; otherwise awaiting it ends this round.
#[must_use = "a question that is not awaited goes out only along with one that is"]
pub struct Input<T>(State<T>);

enum State<T> {
    Answered(Option<Result<T, Failure>>),
    Asked(Awaited),
}

/// A question without an answer yet.
struct Awaited {
    shared: Arc<Shared>,
    /// It was polled, so that the handler waits for it as long as this lives.
    counts: bool,
}

impl Drop for Awaited {
    fn drop(&mut self) {
        if self.counts {
            self.shared.give_input_up();
        }
    }
}

impl<T> Input<T> {
    pub(super) fn new<A: Ask<Answer = T>>(shared: &Arc<Shared>, key: Box<str>, ask: A) -> Self {
        let answered = |answer| Self(State::Answered(Some(answer)));
        if !shared.may_ask {
            return answered(Err(Failure::internal("this kind of request cannot ask for input")));
        }
        let answer = shared.answer(&key, |json| ask.decode(json));
        match answer {
            Some(Ok(answer)) => answered(Ok(answer)),
            Some(Err(problem)) => {
                let message = format!("Invalid params: the answer to {key:?}: {problem}");
                answered(Err(Failure::protocol(code::INVALID_PARAMS, message)))
            }
            None => {
                shared.asked(|asked| asked.ask(key, ask.into()));
                Self(State::Asked(Awaited { shared: Arc::clone(shared), counts: false }))
            }
        }
    }
}

impl<T> Unpin for Input<T> {}

impl<T> Future for Input<T> {
    type Output = Result<T, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            State::Answered(answer) => match answer.take() {
                Some(answer) => Poll::Ready(answer),
                None => Poll::Ready(Err(Failure::internal("an answer was awaited twice"))),
            },
            // The round ends after this poll, and the handler's own future with it. What has moved elsewhere is told.
            State::Asked(awaited) => {
                if !core::mem::replace(&mut awaited.counts, true) {
                    awaited.shared.await_input();
                }
                match awaited.shared.is_over_or_tells(cx.waker()) {
                    true => Poll::Ready(Err(Failure::internal("the round is over"))),
                    false => Poll::Pending,
                }
            }
        }
    }
}

impl<T> fmt::Debug for Input<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("asked", &matches!(self.0, State::Asked(_))).finish()
    }
}
