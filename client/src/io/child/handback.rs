//! A pipe that comes back from the one who read it.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use futures_lite::AsyncRead;

/// A reader that is lent: when it is dropped, the lender has the pipe again. A child that is told to end may write to the
/// last, and shall not find its pipe broken.
pub(super) struct Lent<R> {
    pipe: Option<R>,
    is_at_end: bool,
    lender: Arc<Lender<R>>,
}

/// Where the pipe comes back to.
pub(super) struct Lender<R>(Mutex<State<R>>);

enum State<R> {
    Lent(Option<Waker>),
    /// None when nothing more will come from it.
    Back(Option<R>),
}

pub(super) fn lend<R>(pipe: R) -> (Lent<R>, Arc<Lender<R>>) {
    let lender = Arc::new(Lender(Mutex::new(State::Lent(None))));
    (Lent { pipe: Some(pipe), is_at_end: false, lender: Arc::clone(&lender) }, lender)
}

impl<R> Lender<R> {
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pipe, once it is back; none when it is at its end, and ever after.
    pub(super) fn poll(&self, cx: &mut Context<'_>) -> Poll<Option<R>> {
        match &mut *self.lock() {
            State::Lent(waker) => {
                *waker = Some(cx.waker().clone());
                Poll::Pending
            }
            State::Back(pipe) => Poll::Ready(pipe.take()),
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Lent<R> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut [u8]) -> Poll<io::Result<usize>> {
        let Some(pipe) = &mut self.pipe else { return Poll::Ready(Ok(0)) };
        let read = Pin::new(pipe).poll_read(cx, into);
        self.is_at_end = match &read {
            Poll::Ready(Ok(count)) => *count == 0 && !into.is_empty(),
            Poll::Ready(Err(error)) => error.kind() != io::ErrorKind::Interrupted,
            Poll::Pending => false,
        };
        read
    }
}

impl<R> Drop for Lent<R> {
    fn drop(&mut self) {
        let pipe = self.pipe.take().filter(|_| !self.is_at_end);
        let before = std::mem::replace(&mut *self.lender.lock(), State::Back(pipe));
        if let State::Lent(Some(waker)) = before {
            waker.wake();
        }
    }
}
