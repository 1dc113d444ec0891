//! A question to the gate.

use std::future::Future;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use log::error;
use snodo_core::Call;

use super::{GateHead, Refusal};
use crate::LOG;

type Verdict = Pin<Box<dyn Future<Output = Result<Call, Refusal>> + Send>>;
pub(crate) type Ask = Arc<dyn Fn(GateHead, Call) -> Verdict + Send + Sync>;

/// A question that was asked. Whatever the gate's code does, nothing of it unwinds into the connection.
pub(crate) struct Admission {
    head: GateHead,
    /// Emptied when dropped.
    verdict: Option<Verdict>,
}

impl Admission {
    pub(crate) fn new(ask: &Ask, head: GateHead, call: Call) -> Admission {
        Admission { verdict: Some(ask(head.clone(), call)), head }
    }

    pub(crate) fn head(&self) -> &GateHead {
        &self.head
    }

    /// The verdict; not to be asked for again once it is there.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<Call, Refusal>> {
        let polled = self.verdict.as_mut().and_then(|verdict| contain(|| verdict.as_mut().poll(cx)));
        polled.unwrap_or(Poll::Ready(Err(Refusal::internal())))
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let verdict = self.verdict.take();
        contain(|| drop(verdict));
    }
}

/// Runs the gate's code. `None` when it panicked.
fn contain<T>(code: impl FnOnce() -> T) -> Option<T> {
    let caught = catch_unwind(AssertUnwindSafe(code));
    caught
        .map_err(|thrown| {
            error!(target: LOG, "the gate panicked");
            // What was thrown may be of any type, and panic once more when it is dropped.
            if let Err(thrown) = catch_unwind(AssertUnwindSafe(|| drop(thrown))) {
                mem::forget(thrown);
            }
        })
        .ok()
}
