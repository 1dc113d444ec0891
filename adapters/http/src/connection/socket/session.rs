//! A socket with a TLS session on it.

use std::io::{self, IoSlice, Read, Write};
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use rustls::ServerConnection;

use super::plain::Plain;
use crate::Tls;

/// After this many reads without a byte for the connection the other tasks of the same thread have their turn.
const READS: usize = 16;

pub(crate) struct Session {
    plain: Plain,
    tls: ServerConnection,
    /// So many bytes were encrypted and are not yet said to be taken, because some of their records still wait.
    owed: usize,
}

impl Session {
    pub(super) fn new(plain: Plain, tls: &Tls) -> io::Result<Session> {
        let tls = ServerConnection::new(Arc::clone(tls.config())).map_err(io::Error::other)?;
        Ok(Session { plain, tls, owed: 0 })
    }

    pub(super) fn poll_handshake(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.tls.is_handshaking() {
            ready!(self.poll_flush(cx))?;
            if ready!(self.poll_receive(cx))? == 0 {
                return Poll::Ready(Err(io::ErrorKind::UnexpectedEof.into()));
            }
        }
        Poll::Ready(Ok(()))
    }

    pub(super) fn poll_read(&mut self, cx: &mut Context<'_>, space: &mut [u8]) -> Poll<io::Result<usize>> {
        for _ in 0..READS {
            match self.tls.reader().read(space) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // Many end without a word. Whether a message was cut off is told by its own framing.
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Poll::Ready(Ok(0)),
                read => return Poll::Ready(read),
            }
            // What the peer's records are answered with. Should it have to wait, the task is woken.
            let _ = self.poll_flush(cx)?;
            ready!(self.poll_receive(cx))?;
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Bytes count as taken when all their records are, and until then but for one as far as records were: who does
    /// not read is known by that.
    pub(super) fn poll_write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.owed == 0 {
            ready!(self.poll_flush(cx))?;
            self.owed = self.tls.writer().write(bytes)?;
        }
        let mut wire = 0;
        while self.tls.wants_write() {
            match self.write_tls(cx) {
                Ok(count) => wire += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let taken = wire.min(self.owed.saturating_sub(1));
                    self.owed -= taken;
                    return if taken > 0 { Poll::Ready(Ok(taken)) } else { Poll::Pending };
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        Poll::Ready(Ok(std::mem::take(&mut self.owed)))
    }

    pub(super) fn end_writing(&mut self) -> io::Result<()> {
        self.say_end();
        self.plain.end_writing()
    }

    /// Takes what came from the peer, once. Zero is the end of its stream.
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let count = match self.tls.read_tls(&mut Polled { plain: &mut self.plain, cx }) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Poll::Pending,
            read => read?,
        };
        let processed = self.tls.process_new_packets();
        Poll::Ready(
            processed.map(|_| count).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error)),
        )
    }

    /// Sends all records that wait.
    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.tls.wants_write() {
            match self.write_tls(cx) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Poll::Pending,
                written => written?,
            };
        }
        Poll::Ready(Ok(()))
    }

    fn write_tls(&mut self, cx: &mut Context<'_>) -> io::Result<usize> {
        match self.tls.write_tls(&mut Polled { plain: &mut self.plain, cx }) {
            Ok(0) => Err(io::ErrorKind::WriteZero.into()),
            written => written,
        }
    }

    /// Tells the peer that this is the end and nothing was cut off, or what was wrong, as far as there is room for it.
    fn say_end(&mut self) {
        self.tls.send_close_notify();
        while self.tls.wants_write() {
            if !matches!(self.tls.write_tls(&mut self.plain.stream()), Ok(1..)) {
                break;
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.say_end();
    }
}

/// The socket as the session uses it: what would wait is an error, and wakes the task later.
struct Polled<'a, 'b> {
    plain: &'a mut Plain,
    cx: &'a mut Context<'b>,
}

fn or_would_block(polled: Poll<io::Result<usize>>) -> io::Result<usize> {
    match polled {
        Poll::Ready(result) => result,
        Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
    }
}

impl Read for Polled<'_, '_> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        or_would_block(self.plain.poll_read(self.cx, space))
    }
}

impl Write for Polled<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        or_would_block(self.plain.poll_write(self.cx, bytes))
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        or_would_block(self.plain.poll_write_vectored(self.cx, pieces))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
