//! Reading a request's body, bounded in size and time.

use std::future::poll_fn;
use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::{Buf, Bytes};

use crate::shared::{Shared, Times};
use crate::shutdown::{Shutdown, Watch};
use crate::timer::Timer;

/// So many pieces are taken before other tasks get their turn and deadlines are looked at.
const PIECES_PER_POLL: usize = 64;

/// Why there is no whole body.
#[derive(Debug)]
pub(crate) enum Unread {
    TooLarge,
    TooSlow,
    /// The host could not read it.
    Failed,
    ShuttingDown,
}

/// Reads all of `body`, and no more of it than the limit and one piece.
pub(crate) async fn read<B: http_body::Body>(shared: &Shared, body: B) -> Result<Bytes, Unread> {
    let mut body = pin!(body);
    let max = shared.endpoint.max_body();
    if u64::try_from(max).is_ok_and(|max| body.size_hint().lower() > max) {
        return Err(Unread::TooLarge);
    }
    let mut content = Content { max, collected: Collected::One(Bytes::new()) };
    let mut patience = Patience::new(shared);
    poll_fn(|cx| {
        for _ in 0..PIECES_PER_POLL {
            match body.as_mut().poll_frame(cx) {
                Poll::Ready(None) => return Poll::Ready(Ok(content.take())),
                Poll::Ready(Some(Err(_))) => return Poll::Ready(Err(Unread::Failed)),
                Poll::Ready(Some(Ok(frame))) => {
                    patience.heard = None;
                    // Trailers say nothing to the endpoint.
                    if let Ok(data) = frame.into_data()
                        && !content.add(data)
                    {
                        return Poll::Ready(Err(Unread::TooLarge));
                    }
                    if body.is_end_stream() {
                        return Poll::Ready(Ok(content.take()));
                    }
                }
                Poll::Pending => return patience.poll(cx).map(Err),
            }
        }
        cx.waker().wake_by_ref();
        patience.poll(cx).map(Err)
    })
    .await
}

/// What has come.
struct Content {
    max: usize,
    collected: Collected,
}

enum Collected {
    /// A piece that is all is not copied.
    One(Bytes),
    Many(Vec<u8>),
}

impl Content {
    /// Adds a piece, unless that is too much.
    fn add(&mut self, mut piece: impl Buf) -> bool {
        let (length, more) = (self.length(), piece.remaining());
        if more > self.max - length {
            return false;
        }
        match &mut self.collected {
            Collected::One(first) if first.is_empty() => *first = piece.copy_to_bytes(more),
            Collected::One(first) => {
                let mut all = Vec::new();
                all.reserve_exact(room(length, more, self.max));
                all.extend_from_slice(first);
                append(&mut all, piece);
                self.collected = Collected::Many(all);
            }
            Collected::Many(all) => {
                if all.capacity() - length < more {
                    all.reserve_exact(room(length, more, self.max) - length);
                }
                append(all, piece);
            }
        }
        true
    }

    fn length(&self) -> usize {
        match &self.collected {
            Collected::One(first) => first.len(),
            Collected::Many(all) => all.len(),
        }
    }

    fn take(&mut self) -> Bytes {
        match mem::replace(&mut self.collected, Collected::One(Bytes::new())) {
            Collected::One(first) => first,
            Collected::Many(all) => all.into(),
        }
    }
}

/// How much space there is to be: twice as much each time, and never more than the limit.
fn room(length: usize, more: usize, max: usize) -> usize {
    length.saturating_mul(2).min(max).max(length + more)
}

fn append(all: &mut Vec<u8>, mut piece: impl Buf) {
    while piece.has_remaining() {
        let chunk = piece.chunk();
        all.extend_from_slice(chunk);
        let length = chunk.len();
        piece.advance(length);
    }
}

/// How long it is waited for.
struct Patience {
    times: Times,
    timer: Timer,
    shutdown: Arc<Shutdown>,
    watch: Option<Watch>,
    began: Option<Instant>,
    /// When it was first waited for the next piece.
    heard: Option<Instant>,
}

impl Patience {
    fn new(shared: &Shared) -> Patience {
        let (times, timer, shutdown) = (shared.times, shared.timer(), Arc::clone(&shared.shutdown));
        Patience { times, timer, shutdown, watch: None, began: None, heard: None }
    }

    /// Ready when it is over.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Unread> {
        if self.watch.get_or_insert_with(|| self.shutdown.watch()).poll(cx) {
            return Poll::Ready(Unread::ShuttingDown);
        }
        let now = self.timer.now();
        let began = *self.began.get_or_insert(now);
        let heard = *self.heard.get_or_insert(now);
        let end = |from: Instant, limit: Option<Duration>| limit.and_then(|limit| from.checked_add(limit));
        let ends = [end(began, self.times.body), end(heard, self.times.read)];
        match ends.into_iter().flatten().min() {
            Some(end) => self.timer.poll(end, cx).map(|()| Unread::TooSlow),
            None => Poll::Pending,
        }
    }
}
