//! The one file that needs `std`: a mutex, a swap cell, a hash map, panic containment and a parking waker.

extern crate std;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::task::Wake;
use core::any::Any;
use core::hash::{BuildHasherDefault, Hasher};
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Context, Poll, Waker};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::thread::{self, Thread};

/// A mutex that a panic cannot poison: what it guards is valid between any two statements.
#[derive(Debug, Default)]
pub(crate) struct Mutex<T>(std::sync::Mutex<T>);

impl<T> Mutex<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(std::sync::Mutex::new(value))
    }

    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A shared value that can be exchanged while others read it. Readers never wait for each other.
#[derive(Debug)]
pub(crate) struct Swap<T>(std::sync::RwLock<Arc<T>>);

impl<T> Swap<T> {
    pub(crate) fn new(value: Arc<T>) -> Self {
        Self(std::sync::RwLock::new(value))
    }

    pub(crate) fn load(&self) -> Arc<T> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The value before, so that the caller drops it outside the lock.
    pub(crate) fn store(&self, value: Arc<T>) -> Arc<T> {
        core::mem::replace(&mut *self.0.write().unwrap_or_else(PoisonError::into_inner), value)
    }
}

/// A map from names fixed at build to places. Nothing hostile is ever inserted, so an unkeyed hash is safe:
/// a forged name costs its own look-up one comparison more.
pub(crate) type NameMap = std::collections::HashMap<Box<str>, u32, BuildHasherDefault<NameHasher>>;

#[derive(Debug, Default)]
pub(crate) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        const K: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hash = self.0;
        let mut rest = bytes;
        while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
            hash = (hash.rotate_left(5) ^ u64::from_le_bytes(*chunk)).wrapping_mul(K);
            rest = tail;
        }
        let last = rest.iter().fold(rest.len() as u64, |word, &byte| word << 8 | u64::from(byte));
        hash = (hash.rotate_left(5) ^ last).wrapping_mul(K);
        self.0 = hash ^ hash >> 29;
    }

    /// The terminator that `str` appends; names are hashed one at a time.
    fn write_u8(&mut self, _: u8) {}
}

/// A map by URIs that clients choose. Its hash is keyed by chance, so that no client can choose URIs that collide; the
/// order of its entries, which chance decides too, must not show in any message.
pub(crate) type UriMap<V> = std::collections::HashMap<Arc<str>, V>;

/// Runs `f`. The error is what its panic said, when it said it in text.
pub(crate) fn contain<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        let message = message(&*payload);
        // What was thrown may be of any type, and panic once more when it is dropped.
        if let Err(thrown) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            core::mem::forget(thrown);
        }
        message
    })
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").into()
}

/// Wakes the thread that waits in [`block_on`].
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

/// Calls `poll` on this thread until it is ready, parking in between.
pub(crate) fn block_on<T>(mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>) -> T {
    if let Poll::Ready(value) = poll(&mut Context::from_waker(Waker::noop())) {
        return value;
    }
    let parked = Arc::new(Parked { thread: thread::current(), woken: AtomicBool::new(false) });
    let waker = Waker::from(Arc::clone(&parked));
    loop {
        if let Poll::Ready(value) = poll(&mut Context::from_waker(&waker)) {
            return value;
        }
        while !parked.woken.swap(false, Ordering::Acquire) {
            thread::park();
        }
    }
}
