//! Bodies that come as the tests want.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use bytes::buf::{Buf, Chain};
use http_body::{Body, Frame, SizeHint};

/// A body: pieces whose bytes lie in two places each.
#[derive(Clone, Default)]
pub(crate) struct Pieces(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    frames: VecDeque<Result<Frame<Chain<Bytes, Bytes>>, ()>>,
    is_ended: bool,
    /// The host knows the length.
    length: Option<u64>,
    waker: Option<Waker>,
    polls: usize,
}

impl Pieces {
    /// A body that is there.
    pub(crate) fn all(text: &str) -> Pieces {
        let pieces = Pieces::default();
        pieces.add(text);
        pieces.end();
        pieces
    }

    /// A body that says how long it will be.
    pub(crate) fn of_length(length: u64) -> Pieces {
        let pieces = Pieces::default();
        pieces.0.lock().unwrap().length = Some(length);
        pieces
    }

    pub(crate) fn add(&self, text: &str) {
        let (a, b) = text.as_bytes().split_at(text.len() / 2);
        let data = Bytes::copy_from_slice(a).chain(Bytes::copy_from_slice(b));
        self.change(|state| state.frames.push_back(Ok(Frame::data(data))));
    }

    pub(crate) fn add_trailers(&self) {
        let trailers =
            http::HeaderMap::from_iter([(http::header::ETAG, http::HeaderValue::from_static("x"))]);
        self.change(|state| state.frames.push_back(Ok(Frame::trailers(trailers))));
    }

    pub(crate) fn fail(&self) {
        self.change(|state| state.frames.push_back(Err(())));
    }

    pub(crate) fn end(&self) {
        self.change(|state| state.is_ended = true);
    }

    /// How often it was asked for more.
    pub(crate) fn polls(&self) -> usize {
        self.0.lock().unwrap().polls
    }

    /// Pieces that nobody took.
    pub(crate) fn left(&self) -> usize {
        self.0.lock().unwrap().frames.len()
    }

    /// Whether the service has let go of it.
    pub(crate) fn is_dropped(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.0.lock().unwrap();
        change(&mut state);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }
}

impl Body for Pieces {
    type Data = Chain<Bytes, Bytes>;
    type Error = ();

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Self::Data>, ()>>> {
        let mut state = self.0.lock().unwrap();
        state.polls += 1;
        match state.frames.pop_front() {
            Some(frame) => Poll::Ready(Some(frame)),
            None if state.is_ended => Poll::Ready(None),
            None => {
                state.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        self.0.lock().unwrap().length.map_or_else(SizeHint::new, SizeHint::with_exact)
    }
}
