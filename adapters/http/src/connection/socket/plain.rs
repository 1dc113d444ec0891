//! A socket without encryption: tried first, waited for after.

#[cfg(feature = "tls")]
use std::io::IoSlice;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::task::{Context, Poll, ready};

use async_io::Async;

/// Remembers in which directions trying is worth a system call. Readiness is level-triggered, so waiting without a
/// try loses nothing.
#[derive(Debug)]
pub(crate) struct Plain {
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

impl Plain {
    pub(super) fn new(io: Async<TcpStream>) -> Plain {
        // A request often comes with the connection.
        Plain { io, reading: Reading::Try, writable: true }
    }

    pub(super) fn poll_readable(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.reading == Reading::Wait {
            ready!(self.io.poll_readable(cx))?;
            self.reading = Reading::Try;
        }
        Poll::Ready(Ok(()))
    }

    pub(super) fn poll_read(&mut self, cx: &mut Context<'_>, space: &mut [u8]) -> Poll<io::Result<usize>> {
        loop {
            if self.reading == Reading::TryLater {
                self.reading = Reading::Try;
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
            ready!(self.poll_readable(cx))?;
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
        self.poll_writing(cx, |mut stream| stream.write(bytes))
    }

    #[cfg(feature = "tls")]
    pub(super) fn poll_write_vectored(
        &mut self,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_writing(cx, |mut stream| stream.write_vectored(pieces))
    }

    fn poll_writing(
        &mut self,
        cx: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            if !self.writable {
                ready!(self.io.poll_writable(cx))?;
                self.writable = true;
            }
            match write(self.io.get_ref()) {
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

    #[cfg(feature = "tls")]
    pub(super) fn stream(&self) -> &TcpStream {
        self.io.get_ref()
    }
}
