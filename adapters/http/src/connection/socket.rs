//! The socket: tried first, waited for after.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::task::{Context, Poll, ready};

use async_io::Async;

/// Remembers in which directions trying is worth a system call. Readiness is level-triggered, so waiting without a
/// try loses nothing.
#[derive(Debug)]
pub(super) struct Socket {
    io: Async<TcpStream>,
    reading: Reading,
    writable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// There may be something.
    Try,
    /// There was no more than what was read. The next request may be there when the other tasks had their turn; then
    /// it costs one system call to read it, and waiting would cost more.
    TryLater,
    Wait,
}

impl Socket {
    pub(super) fn new(io: Async<TcpStream>) -> Socket {
        // A request often comes with the connection.
        Socket { io, reading: Reading::Try, writable: true }
    }

    pub(super) fn poll_read(&mut self, cx: &mut Context<'_>, space: &mut [u8]) -> Poll<io::Result<usize>> {
        loop {
            match self.reading {
                Reading::Try => {}
                Reading::TryLater => {
                    self.reading = Reading::Try;
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                Reading::Wait => {
                    ready!(self.io.poll_readable(cx))?;
                    self.reading = Reading::Try;
                }
            }
            match self.io.get_ref().read(space) {
                Ok(count) => {
                    let filled = count == space.len();
                    self.reading = if filled { Reading::Try } else { Reading::TryLater };
                    return Poll::Ready(Ok(count));
                }
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => self.reading = Reading::Wait,
                    io::ErrorKind::Interrupted => {}
                    _ => return Poll::Ready(Err(error)),
                },
            }
        }
    }

    pub(super) fn poll_write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            if !self.writable {
                ready!(self.io.poll_writable(cx))?;
                self.writable = true;
            }
            match self.io.get_ref().write(bytes) {
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => self.writable = false,
                    io::ErrorKind::Interrupted => {}
                    _ => return Poll::Ready(Err(error)),
                },
                written => return Poll::Ready(written),
            }
        }
    }

    /// Tells the peer that nothing more comes.
    pub(super) fn end_writing(&self) -> io::Result<()> {
        self.io.get_ref().shutdown(Shutdown::Write)
    }
}
