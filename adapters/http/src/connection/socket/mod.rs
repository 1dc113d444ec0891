//! What a connection reads from and writes to.

mod plain;
#[cfg(feature = "tls")]
mod session;

use std::io;
use std::net::TcpStream;
use std::task::{Context, Poll};

use async_io::Async;

use self::plain::Plain;
#[cfg(feature = "tls")]
use self::session::Session;

pub(crate) enum Socket {
    Plain(Plain),
    #[cfg(feature = "tls")]
    Tls(Box<Session>),
}

impl Socket {
    pub(crate) fn plain(stream: Async<TcpStream>) -> Socket {
        Socket::Plain(Plain::new(stream))
    }

    /// # Errors
    ///
    /// When a session cannot be begun, for want of random bytes for instance.
    #[cfg(feature = "tls")]
    pub(crate) fn tls(stream: Async<TcpStream>, tls: &crate::Tls) -> io::Result<Socket> {
        Ok(Socket::Tls(Box::new(Session::new(Plain::new(stream), tls)?)))
    }

    /// Pending until bytes of requests and answers can travel.
    #[cfg(feature = "tls")]
    pub(super) fn poll_handshake(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Socket::Plain(_) => Poll::Ready(Ok(())),
            Socket::Tls(session) => session.poll_handshake(cx),
        }
    }

    /// Pending while it is known that there is nothing to read.
    pub(super) fn poll_readable(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Socket::Plain(plain) => plain.poll_readable(cx),
            // Its session knows more.
            #[cfg(feature = "tls")]
            Socket::Tls(_) => Poll::Ready(Ok(())),
        }
    }

    /// Zero is the peer's end.
    pub(super) fn poll_read(&mut self, cx: &mut Context<'_>, space: &mut [u8]) -> Poll<io::Result<usize>> {
        match self {
            Socket::Plain(plain) => plain.poll_read(cx, space),
            #[cfg(feature = "tls")]
            Socket::Tls(session) => session.poll_read(cx, space),
        }
    }

    /// Says how many of the bytes were taken. Those that were not begin the next call's.
    pub(super) fn poll_write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self {
            Socket::Plain(plain) => plain.poll_write(cx, bytes),
            #[cfg(feature = "tls")]
            Socket::Tls(session) => session.poll_write(cx, bytes),
        }
    }

    /// Tells the peer that nothing more comes.
    pub(super) fn end_writing(&mut self) -> io::Result<()> {
        match self {
            Socket::Plain(plain) => plain.end_writing(),
            #[cfg(feature = "tls")]
            Socket::Tls(session) => session.end_writing(),
        }
    }
}
