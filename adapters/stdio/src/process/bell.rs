//! What wakes the serving thread out of its sleep: wakers and signal handlers ring, the thread hears.

use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::Wake;

/// Rings by one byte over a pair of sockets, and only for a thread that sleeps or is about to.
pub(super) struct Bell {
    state: AtomicU8,
    ring: UnixStream,
    hear: UnixStream,
}

const AWAKE: u8 = 0;
const RUNG: u8 = 1;
const ASLEEP: u8 = 2;

impl Bell {
    pub(super) fn new() -> io::Result<Bell> {
        let (ring, hear) = UnixStream::pair()?;
        ring.set_nonblocking(true)?;
        hear.set_nonblocking(true)?;
        Ok(Bell { state: AtomicU8::new(AWAKE), ring, hear })
    }

    /// For a signal handler, which writes a byte each time.
    pub(super) fn rope(&self) -> io::Result<UnixStream> {
        self.ring.try_clone()
    }

    /// Before the thread sleeps: false when it was rung for meanwhile and should not.
    pub(super) fn may_sleep(&self) -> bool {
        let slept = self.state.compare_exchange(AWAKE, ASLEEP, Ordering::AcqRel, Ordering::Acquire).is_ok();
        if !slept {
            self.state.store(AWAKE, Ordering::Release);
        }
        slept
    }

    /// After it slept. What rang in between counts as heard.
    pub(super) fn woke(&self, is_readable: bool) {
        self.state.store(AWAKE, Ordering::Release);
        if is_readable {
            // Nothing is left after a short read. Errors mean the same: there is nothing to hear.
            let mut bytes = [0; 64];
            while (&self.hear).read(&mut bytes).is_ok_and(|count| count == bytes.len()) {}
        }
    }
}

impl AsFd for Bell {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.hear.as_fd()
    }
}

impl Wake for Bell {
    fn wake(self: std::sync::Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &std::sync::Arc<Self>) {
        if self.state.swap(RUNG, Ordering::AcqRel) == ASLEEP {
            // When the buffer is full, there is plenty to hear.
            let _ = (&self.ring).write(&[0]);
        }
    }
}
