//! A socket, encrypted or not.

use std::fmt;
use std::io;
use std::net::TcpStream;
use std::pin::Pin;
#[cfg(feature = "tls")]
use std::task::Waker;
use std::task::{Context, Poll};

use async_io::Async;
use futures_lite::io::{AsyncRead, AsyncWrite};
#[cfg(feature = "tls")]
use futures_rustls::client::TlsStream;

pub(super) enum Socket {
    Plain(Async<TcpStream>),
    #[cfg(feature = "tls")]
    Tls(Box<TlsStream<Async<TcpStream>>>),
}

impl Socket {
    pub(super) fn poll_read(&mut self, cx: &mut Context<'_>, space: &mut [u8]) -> Poll<io::Result<usize>> {
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, space),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => Pin::new(stream).poll_read(cx, space),
        }
    }

    pub(super) fn poll_write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    /// Writes what encryption holds back.
    #[cfg_attr(
        not(feature = "tls"),
        expect(unused_variables, reason = "nothing is held back without encryption")
    )]
    pub(super) fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Plain(_) => Poll::Ready(Ok(())),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    /// Whether nothing has arrived, no end either, as far as can be told without waiting.
    pub(super) fn is_quiet(&mut self) -> bool {
        let would_wait =
            |result: io::Result<usize>| result.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
        match self {
            Self::Plain(stream) => would_wait(stream.get_ref().peek(&mut [0])),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => {
                let cx = &mut Context::from_waker(Waker::noop());
                Pin::new(stream).poll_read(cx, &mut [0]).is_pending()
            }
        }
    }
}

impl fmt::Debug for Socket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain(_) => "Plain",
            #[cfg(feature = "tls")]
            Self::Tls(_) => "Tls",
        })
    }
}
