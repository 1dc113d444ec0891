//! A future that is polled only when it was woken itself, as those of a join or a set are.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// Polls `future` once, and then each time it is woken.
pub(super) async fn selective<F: Future + Unpin>(future: F) -> F::Output {
    let task = poll_fn(|cx| Poll::Ready(cx.waker().clone())).await;
    Selective { future, signal: Arc::new(Signal { woken: AtomicBool::new(true), task }) }.await
}

struct Selective<F> {
    future: F,
    signal: Arc<Signal>,
}

struct Signal {
    woken: AtomicBool,
    task: Waker,
}

impl<F: Future + Unpin> Future for Selective<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<F::Output> {
        if !self.signal.woken.swap(false, Ordering::Relaxed) {
            return Poll::Pending;
        }
        let waker = Waker::from(Arc::clone(&self.signal));
        Pin::new(&mut self.future).poll(&mut Context::from_waker(&waker))
    }
}

impl Wake for Signal {
    fn wake(self: Arc<Self>) {
        self.woken.store(true, Ordering::Relaxed);
        self.task.wake_by_ref();
    }
}
