//! What the callers on a stream and the task that drives it share.

use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use futures_lite::AsyncWrite;
use snodo_core::lines::Line;

use super::arrivals::StreamArrivals;
use super::inbox::Bounds;
use super::output::Output;
use super::route::Route;
use super::settings::StreamSettings;
use super::skipped::{SkipReason, Skipped};
use super::table::{Table, Turn};
use crate::error::Error;
use crate::machine::Message;

/// One stream to a server. The two locks are never held at once, and no waker is woken under either.
pub(crate) struct Connection {
    pub(super) settings: StreamSettings,
    table: Mutex<Table>,
    output: Mutex<Output>,
    /// Those that wait for the pump to be done.
    closing: Mutex<Closing>,
    counts: Counts,
}

#[derive(Default)]
struct Closing {
    is_done: bool,
    wakers: Vec<Waker>,
}

#[derive(Default)]
struct Counts {
    answered: AtomicU64,
    skipped: AtomicU64,
    unwanted: AtomicU64,
    dropped: AtomicU64,
}

/// What one stream has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamStats {
    /// Answers that somebody waited for.
    pub answered: u64,
    /// Lines that were [no message for a client](super::Skipped).
    pub skipped: u64,
    /// Messages that nobody waited for: answers that came late or twice or to no request, progress and events after
    /// the end.
    pub unwanted: u64,
    /// Notifications that were dropped because too many waited to be taken.
    pub dropped: u64,
}

/// A request that was not begun, and why.
pub(crate) struct Unsent {
    pub(crate) message: Message,
    pub(crate) error: Error,
}

impl Connection {
    pub(super) fn new(settings: StreamSettings, writer: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        let bounds =
            Bounds { notifications: settings.max_notifications, bytes: settings.max_notification_bytes };
        Self {
            table: Mutex::new(Table::new(settings.max_requests, bounds)),
            output: Mutex::new(Output::new(writer)),
            closing: Mutex::default(),
            counts: Counts::default(),
            settings,
        }
    }

    pub(super) fn table(&self) -> MutexGuard<'_, Table> {
        lock(&self.table)
    }

    pub(super) fn output(&self) -> MutexGuard<'_, Output> {
        lock(&self.output)
    }

    /// Sends a request when its turn has come: at once, unless too many are on their way or too much waits to be written.
    pub(crate) async fn send(self: &Arc<Self>, message: Message) -> Result<StreamArrivals, Unsent> {
        let mut place = Place { connection: self, ticket: None };
        let turn = poll_fn(|cx| {
            let has_room = self.output().has_room();
            let waker = cx.waker().clone();
            let (turn, old) = self.table().admit(&message, &mut place.ticket, has_room, waker);
            drop(old);
            match turn {
                Turn::Now => Poll::Ready(Ok(())),
                Turn::Never(error) => Poll::Ready(Err(error)),
                // Room that was made since it was looked for has woken nobody.
                Turn::Later if !has_room && self.output().has_room() => {
                    cx.waker().wake_by_ref();
                    Poll::Pending
                }
                Turn::Later => Poll::Pending,
            }
        });
        if let Err(error) = turn.await {
            drop(place);
            return Err(Unsent { message, error });
        }
        let arrivals = StreamArrivals::new(Arc::clone(self), message.id);
        let pump = self.output().request(message.id, &message.body);
        wake(pump);
        // Frees its place among those that wait, and calls the next.
        drop(place);
        Ok(arrivals)
    }

    /// Nobody waits for a request any more.
    pub(super) fn forget(&self, id: u64, reason: &str) {
        let (is_pending, reader, next) = {
            let mut table = self.table();
            (table.forget(id), table.reader(self.untaken_limit()), table.first())
        };
        if is_pending {
            log::debug!("request {id} is cancelled: {reason}");
            wake(self.output().cancel(id, reason));
        }
        wake(reader);
        wake(next);
    }

    /// More bytes of answers than this are not read before some are taken.
    pub(super) fn untaken_limit(&self) -> usize {
        self.settings.max_line.saturating_mul(4)
    }

    /// Takes a line that came.
    pub(super) fn receive(&self, line: &Line<'_>) {
        let Line::Message(line) = line else { return self.skip(SkipReason::TooLong, &[]) };
        // As editors and some runtimes put it before each line.
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        let route = Route::of(line);
        if let Route::Skip(reason) = route {
            return self.skip(reason, line);
        }
        let delivered = self.table().deliver(&route, line);
        self.counts.dropped.fetch_add(delivered.dropped, Ordering::Relaxed);
        if delivered.is_answer {
            self.counts.answered.fetch_add(1, Ordering::Relaxed);
        } else if !delivered.is_wanted {
            self.counts.unwanted.fetch_add(1, Ordering::Relaxed);
            log::debug!("a message came that nobody waits for");
        }
        delivered.wakers.into_iter().for_each(Waker::wake);
    }

    fn skip(&self, reason: SkipReason, line: &[u8]) {
        let count = self.counts.skipped.fetch_add(1, Ordering::Relaxed) + 1;
        if count.is_power_of_two() {
            log::warn!("a line of the server was skipped, the {count}. of them: {reason}");
        }
        if let Some(hook) = &self.settings.on_skipped {
            hook(Skipped { reason, sample: &line[..line.len().min(Skipped::SAMPLE)], count });
        }
    }

    /// Something was written: requests may have their turn.
    pub(super) fn made_room(&self) {
        let first = self.table().first();
        wake(first);
    }

    /// Fails what is on its way and what comes. The first reason counts.
    pub(crate) fn end(&self, error: Error) {
        let wakers = self.table().end(error);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Whether it is over; if not, wakes `waker` when it is. One watches.
    pub(crate) fn watch(&self, waker: &Waker) -> bool {
        self.table().watch(waker)
    }

    /// Why it is over, if it is.
    pub(crate) fn error(&self) -> Option<Error> {
        self.table().error().cloned()
    }

    /// Why the streams ended, while [`end`](Self::end) was not called.
    pub(crate) fn reason(&self) -> Option<Error> {
        self.table().reason().cloned()
    }

    /// Fails everything with `error`, writes what waits to be written, and closes the writer.
    pub(crate) fn close(&self, error: Error) {
        self.end(error);
        let pump = self.output().close();
        wake(pump);
    }

    /// The pump has let go of the streams.
    pub(super) fn done(&self) {
        let wakers = {
            let mut closing = lock(&self.closing);
            closing.is_done = true;
            std::mem::take(&mut closing.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Waits until the pump has let go of the streams.
    pub(crate) async fn closed(&self) {
        poll_fn(|cx| {
            let mut closing = lock(&self.closing);
            if closing.is_done {
                return Poll::Ready(());
            }
            if !closing.wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
                closing.wakers.push(cx.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }

    pub(crate) fn stats(&self) -> StreamStats {
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Counts { answered, skipped, unwanted, dropped } = &self.counts;
        StreamStats {
            answered: get(answered),
            skipped: get(skipped),
            unwanted: get(unwanted),
            dropped: get(dropped),
        }
    }
}

/// A place among the requests that wait for their turn.
struct Place<'a> {
    connection: &'a Connection,
    ticket: Option<u64>,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let Some(ticket) = self.ticket else { return };
        let (own, next) = self.connection.table().leave(ticket);
        drop(own);
        wake(next);
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
