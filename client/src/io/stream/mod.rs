//! Newline-framed JSON over any pair of byte streams: pipes, Unix sockets, TCP.
//!
//! ```text
//! request ─▶ its turn ─▶ Output ─▶ writer          reader ─▶ Input ─▶ Route ─▶ Table ─▶ Inbox ─▶ Arrivals
//!            (Table)     (caller or pump)                     (pump)
//! ```
//!
//! Spec: basic/transports/stdio.

mod arrivals;
mod connection;
mod inbox;
mod input;
mod output;
mod pump;
mod route;
mod settings;
mod skipped;
mod stall;
mod table;

use std::fmt;
use std::sync::Arc;

use futures_lite::{AsyncRead, AsyncWrite};

pub use connection::StreamStats;
pub(crate) use connection::{Connection, Unsent};
use input::Input;
use pump::Pump;
pub use settings::StreamSettings;
pub use skipped::{SkipReason, Skipped};

use crate::error::Error;
use crate::machine::Message;
use crate::transport::{Arrivals, Transport, TransportFuture};

/// Carries messages over a pair of byte streams, one in a line.
///
/// All requests share the streams. Answers find their requests by id, and `1` is not `"1"`; progress does by its token,
/// events of subscriptions by theirs. Log messages carry nothing of the kind: each request that asks for some gets all.
/// What answers no request that waits is counted and ignored, and what is no message at all is
/// [skipped](StreamSettings::on_skipped). Nothing but requests and cancellations is ever written.
///
/// **Cancelling.** When a request is dropped before its answer came, the server is told by `notifications/cancelled`,
/// once; if its line was not begun it is never sent. A line that was begun is finished, whoever is dropped.
///
/// **The end.** When the server closes its side, reading or writing fails, or the server takes nothing for the [write
/// timeout](StreamSettings::write_timeout), every request that is on its way fails at once, and so do all later ones.
/// Closing or dropping the transport fails them as well, writes what waits to be written within the write timeout, and
/// closes the writer.
///
/// ```
/// use async_io::Async;
/// use snodo_client::{StreamSettings, StreamTransport};
///
/// # fn connect() -> Result<(), Box<dyn std::error::Error>> {
/// let socket = Async::new(std::net::TcpStream::connect("localhost:4000")?)?;
/// let transport = StreamTransport::over(socket, StreamSettings::new())?;
/// # Ok(())
/// # }
/// ```
///
/// Spec: basic/transports/stdio.
pub struct StreamTransport {
    connection: Arc<Connection>,
}

impl StreamTransport {
    /// On a stream for each direction. Starts a task that drives them; nothing is sent before the first request.
    ///
    /// # Errors
    ///
    /// The caller's fault: a setting is out of range.
    pub fn new<R, W>(reader: R, writer: W, settings: StreamSettings) -> Result<Self, Error>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        settings.check()?;
        Ok(Self { connection: start(reader, writer, settings, false) })
    }

    /// On one stream for both directions, such as a socket.
    ///
    /// # Errors
    ///
    /// The caller's fault: a setting is out of range.
    pub fn over<S>(stream: S, settings: StreamSettings) -> Result<Self, Error>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let (reader, writer) = futures_lite::io::split(stream);
        Self::new(reader, writer, settings)
    }

    /// What has been counted so far.
    #[must_use]
    pub fn stats(&self) -> StreamStats {
        self.connection.stats()
    }
}

/// A connection, and the task that drives it. With `is_explained`, [`Connection::end`] is to be called when the task has
/// let go of the streams; requests wait until then.
pub(crate) fn start(
    reader: impl AsyncRead + Send + Unpin + 'static,
    writer: impl AsyncWrite + Send + Unpin + 'static,
    mut settings: StreamSettings,
    is_explained: bool,
) -> Arc<Connection> {
    // The task shall not keep the runtime that it is on.
    let spawn = settings.take_spawn();
    let input = Input::new(reader, settings.max_line);
    let connection = Arc::new(Connection::new(settings, writer));
    spawn.spawn(Box::pin(Pump::new(Arc::clone(&connection), input, is_explained)));
    connection
}

/// What requests on a connection get that was closed here.
pub(crate) fn closed() -> Error {
    Error::connection("the connection was closed")
}

impl Transport for StreamTransport {
    fn request(&self, message: Message) -> TransportFuture<'_, Box<dyn Arrivals>> {
        Box::pin(async move {
            match self.connection.send(message).await {
                Ok(arrivals) => Ok(Box::new(arrivals) as Box<dyn Arrivals>),
                Err(unsent) => Err(unsent.error),
            }
        })
    }

    /// Ready when everything was written and the writer is closed, or the write timeout is over.
    fn close(&self) -> TransportFuture<'_, ()> {
        Box::pin(async move {
            self.connection.close(closed());
            self.connection.closed().await;
            Ok(())
        })
    }
}

impl Drop for StreamTransport {
    fn drop(&mut self) {
        self.connection.close(closed());
    }
}

impl fmt::Debug for StreamTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamTransport").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
