//! Pipes and sockets by readiness: tried first, waited for when they have nothing to give or take.
//!
//! A call that comes in and is answered at once costs three system calls: one to wait, one to read, one to write.

use std::fs::File;
use std::future::Future;
use std::io::{self, Read as _, Write as _};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;

use super::bell::Bell;

/// A stream in non-blocking mode, until it is dropped.
pub(super) struct Pollable {
    file: File,
    /// To be put back.
    flags: OFlags,
    direction: PollFlags,
    /// The last attempt got less than it asked for: until readiness is told, another one is in vain.
    spent: AtomicBool,
    /// An attempt waits for readiness.
    wanted: AtomicBool,
}

impl Pollable {
    /// For reading with [`PollFlags::IN`], for writing with [`PollFlags::OUT`].
    pub(super) fn new(file: File, flags: OFlags, direction: PollFlags) -> io::Result<Pollable> {
        fcntl_setfl(&file, flags | OFlags::NONBLOCK)?;
        Ok(Pollable { file, flags, direction, spent: AtomicBool::new(false), wanted: AtomicBool::new(false) })
    }

    pub(super) fn read(&self, buf: &mut [u8]) -> Poll<io::Result<usize>> {
        self.attempt(buf.len(), || (&self.file).read(buf))
    }

    pub(super) fn write(&self, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.attempt(buf.len(), || (&self.file).write(buf))
    }

    /// Leaves no waker: the thread that polls is the one that waits, in [`block_on`].
    fn attempt(&self, len: usize, operate: impl FnOnce() -> io::Result<usize>) -> Poll<io::Result<usize>> {
        if !self.spent.load(Ordering::Relaxed) {
            match operate() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(count) => {
                    self.spent.store(count < len, Ordering::Relaxed);
                    return Poll::Ready(Ok(count));
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
            self.spent.store(true, Ordering::Relaxed);
        }
        self.wanted.store(true, Ordering::Relaxed);
        Poll::Pending
    }
}

impl Drop for Pollable {
    fn drop(&mut self) {
        // It fails only for a descriptor that is not open.
        let _ = fcntl_setfl(&self.file, self.flags);
    }
}

/// Runs a future on this thread, which sleeps until one of `streams` is ready or somebody rings.
pub(super) fn block_on<T>(
    future: impl Future<Output = T>,
    streams: &[Arc<Pollable>],
    bell: &Arc<Bell>,
) -> io::Result<T> {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::clone(bell));
    let mut cx = Context::from_waker(&waker);
    let mut fds = Vec::with_capacity(1 + streams.len());
    loop {
        // Whoever still waits says so again.
        streams.iter().for_each(|stream| stream.wanted.store(false, Ordering::Relaxed));
        if let Poll::Ready(output) = future.as_mut().poll(&mut cx) {
            return Ok(output);
        }
        if !bell.may_sleep() {
            continue;
        }
        let wanted = || streams.iter().filter(|stream| stream.wanted.load(Ordering::Relaxed));
        fds.clear();
        fds.push(PollFd::new(&**bell, PollFlags::IN));
        fds.extend(wanted().map(|stream| PollFd::new(&stream.file, stream.direction)));
        let slept = poll(&mut fds, None);
        bell.woke(!fds[0].revents().is_empty());
        match slept {
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        for (stream, fd) in wanted().zip(&fds[1..]) {
            // Errors and the end are told by the next attempt.
            if !fd.revents().is_empty() {
                stream.spent.store(false, Ordering::Relaxed);
            }
        }
    }
}
