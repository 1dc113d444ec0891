//! Waiting for a future on this thread, with an eye on everything else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How often a thread that waits looks up: so late may it notice that its peer is gone or that time is up.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// Calls `poll` when it is woken, until it is ready, and `look` at every tick, until it has something to say.
pub(super) fn wait<T, I>(
    mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>,
    mut look: impl FnMut(Instant) -> Option<I>,
) -> Result<T, I> {
    let parked = Arc::new(Parked { thread: thread::current(), woken: AtomicBool::new(true) });
    let waker = Waker::from(Arc::clone(&parked));
    let mut tick = Instant::now() + TICK;
    loop {
        if parked.woken.swap(false, Ordering::Acquire)
            && let Poll::Ready(value) = poll(&mut Context::from_waker(&waker))
        {
            return Ok(value);
        }
        let now = Instant::now();
        if now >= tick {
            if let Some(interruption) = look(now) {
                return Err(interruption);
            }
            tick = now + TICK;
        }
        if !parked.woken.load(Ordering::Relaxed) {
            // A wake in between makes it return at once.
            thread::park_timeout(tick.saturating_duration_since(now));
        }
    }
}

struct Parked {
    thread: Thread,
    woken: AtomicBool,
}

impl Wake for Parked {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.woken.swap(true, Ordering::Release) {
            self.thread.unpark();
        }
    }
}
