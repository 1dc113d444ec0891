//! The settings of the transport, and the ways to start it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_lite::{AsyncRead, AsyncWrite, FutureExt as _};
use snodo_core::lines::Lines;
use snodo_core::{Call, Server};
use snodo_executor::Executor;

use crate::error::{Error, Kind};
use crate::process;
use crate::pump::Pump;

/// What to do with a request for which the executor has no room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhenFull {
    /// Stop taking lines until there is room. At most one maximum line more is read ahead, and cancellations in
    /// it act at once. A client that pipelines and reads gets all its answers.
    #[default]
    PauseReading,
    /// Answer at once with error -32603 and `data.reason` `overloaded`.
    Refuse,
}

/// A server on a pair of byte streams: settings first, then [`serve`](Self::serve) or
/// [`serve_on`](Self::serve_on).
///
/// # Defaults
///
/// | Setting | Default |
/// | --- | --- |
/// | [`max_line`](Self::max_line) | 2,000,000 bytes |
/// | [`write_timeout`](Self::write_timeout) | 5 s |
/// | [`drain`](Self::drain) | 5 s |
/// | [`request_timeout`](Self::request_timeout) | the executor's, by default 30 s |
/// | [`max_subscriptions`](Self::max_subscriptions) | 32 |
/// | [`when_full`](Self::when_full) | [`WhenFull::PauseReading`] |
/// | [`executor`](Self::executor) | one of its own with default limits |
/// | [`isolate`](Self::isolate), [`signals`](Self::signals) | on |
///
/// Worst-case memory of one transport: the maximum line while it arrives or waits, 64 KiB and one answer of
/// output, what the executor admits, and what the subscriptions ask for.
#[must_use = "nothing is served before `serve` or `serve_on`"]
pub struct Stdio {
    pub(crate) server: Server,
    pub(crate) call: Call,
    pub(crate) max_line: usize,
    pub(crate) write_timeout: Option<Duration>,
    pub(crate) drain: Duration,
    /// Outer `None`: the executor's.
    pub(crate) request_timeout: Option<Option<Duration>>,
    pub(crate) max_subscriptions: usize,
    pub(crate) when_full: WhenFull,
    pub(crate) shutdown: Option<Shutdown>,
    pub(crate) isolate: bool,
    pub(crate) signals: bool,
    executor: Option<Executor>,
}

/// Ready when the transport should begin to drain.
pub(crate) type Shutdown = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Stdio {
    /// The default settings around a server.
    pub fn new(server: Server) -> Stdio {
        Stdio {
            server,
            call: Call::default(),
            max_line: Lines::DEFAULT_MAX_LINE,
            write_timeout: Some(Duration::from_secs(5)),
            drain: Duration::from_secs(5),
            request_timeout: None,
            max_subscriptions: 32,
            when_full: WhenFull::default(),
            shutdown: None,
            isolate: true,
            signals: true,
            executor: None,
        }
    }

    /// What the host knows about its peer, for every request on these streams. Default: nothing.
    pub fn call(self, call: Call) -> Stdio {
        Stdio { call, ..self }
    }

    /// The longest line accepted, in bytes with its newline. A longer one is answered with error -32600 without
    /// an id, since it is not decoded; the rest of it is dropped as it arrives.
    ///
    /// Default: 2,000,000. Zero is refused when serving starts. Worst-case memory: the same number, once.
    pub fn max_line(self, bytes: usize) -> Stdio {
        Stdio { max_line: bytes, ..self }
    }

    /// How long the peer may take no byte while some wait for it. After that the transport ends with an error
    /// ([`Error::is_write_timeout`]).
    ///
    /// Default: 5 s. `None` waits forever: a peer that stops reading then keeps its requests' memory. Zero is
    /// refused when serving starts.
    pub fn write_timeout(self, timeout: Option<Duration>) -> Stdio {
        Stdio { write_timeout: timeout, ..self }
    }

    /// How long requests may go on after the end of the input or a signal to shut down. What is not done by
    /// then is cancelled and answered with error -32603 and `data.reason` `shutting_down`; the peer has the same
    /// time once more to take these answers.
    ///
    /// Subscriptions end as soon as that begins: after the end of the input without a word, because their client is
    /// gone; after a signal with their result and `notifications/cancelled`. A new one is refused as
    /// `shutting_down`.
    ///
    /// Default: 5 s. Zero is refused when serving starts.
    pub fn drain(self, limit: Duration) -> Stdio {
        Stdio { drain: limit, ..self }
    }

    /// How long a request may take, its time in the queue included. After that it is cancelled and answered with
    /// error -32603 and `data.reason` `timeout`. Subscriptions stay open.
    ///
    /// Default: the executor's, which is 30 s unless set otherwise. `None` turns the deadline off. Zero is
    /// refused when serving starts.
    pub fn request_timeout(self, timeout: Option<Duration>) -> Stdio {
        Stdio { request_timeout: Some(timeout), ..self }
    }

    /// How many subscriptions (`subscriptions/listen`) are open at a time. One more is answered with error -32603 and
    /// `data.reason` `overloaded`. They take none of the executor's running places.
    ///
    /// Default: 32. With zero there are none. Worst-case memory: each keeps its filter, which takes at most the
    /// [maximum line](Self::max_line) and 40 KB (65 MB for 32 by default), and one event that waits to be written,
    /// besides what its source keeps.
    pub fn max_subscriptions(self, count: usize) -> Stdio {
        Stdio { max_subscriptions: count, ..self }
    }

    /// What to do when the executor is full. Default: [`WhenFull::PauseReading`].
    pub fn when_full(self, when_full: WhenFull) -> Stdio {
        Stdio { when_full, ..self }
    }

    /// Runs requests on `executor`, which may be shared with other transports and is not stopped when this one
    /// ends. Its clock drives this transport's timers. Default: an executor of its own with default limits, run
    /// by whoever runs the transport.
    pub fn executor(self, executor: Executor) -> Stdio {
        Stdio { executor: Some(executor), ..self }
    }

    /// Ends serving in good order once `signal` is ready, as if the input had ended; subscriptions get their result.
    pub fn shutdown_on(mut self, signal: impl Future<Output = ()> + Send + 'static) -> Stdio {
        self.shutdown = Some(match self.shutdown.take() {
            Some(other) => other.or(signal).boxed(),
            None => signal.boxed(),
        });
        self
    }

    /// For [`serve`](Self::serve): whether the rest of the process is kept away from the two streams. File
    /// descriptor 1 then points at standard error, so that a stray `println!` cannot corrupt the protocol, and
    /// file descriptor 0 at `/dev/null`, so that a child process cannot eat from it. Both are put back at the
    /// end. Default: true. Unix only.
    pub fn isolate(self, isolate: bool) -> Stdio {
        Stdio { isolate, ..self }
    }

    /// For [`serve`](Self::serve): whether SIGINT and SIGTERM begin an orderly shutdown, and a second one ends
    /// the process at once with exit status 128 and the signal's number. After `serve` has returned, both end
    /// the process again. Turn it off in a program that has handlers of its own, and use
    /// [`shutdown_on`](Self::shutdown_on). Default: true. Unix only.
    pub fn signals(self, signals: bool) -> Stdio {
        Stdio { signals, ..self }
    }

    /// Serves on the process's standard input and output until the input ends or the process is told to end.
    /// Blocks; handlers run on this thread unless an [`executor`](Self::executor) was given.
    ///
    /// Pipes and sockets are read and written without a thread and are in non-blocking mode meanwhile; files,
    /// terminals and the like get a thread for each direction. So does a stream that is the same pipe or socket
    /// as standard error, so that printing there never fails. The mode is put back at the end, though not when a
    /// second signal ends the process.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, when the streams or signals cannot be taken over, and when reading or
    /// writing fails; see [`Error`]. All work has been cancelled by then. An executable built on this should
    /// exit with a non-zero status, as it does when `main` returns the error.
    pub fn serve(self) -> Result<(), Error> {
        self.check()?;
        process::serve(self)
    }

    /// Serves on any pair of byte streams until the input ends or [`shutdown_on`](Self::shutdown_on) fires. The
    /// output is flushed at the end, not closed: dropping `writer` does that.
    ///
    /// Dropping the future cancels all requests in flight; a line may have been written in part.
    ///
    /// ```
    /// use futures_lite::future::block_on;
    /// use snodo_core::Server;
    /// use snodo_stdio::Stdio;
    ///
    /// let server = Server::builder("example", "1").build()?;
    /// let mut output = Vec::new();
    /// block_on(Stdio::new(server).serve_on(&b"not json\n"[..], &mut output))?;
    /// assert!(output.starts_with(br#"{"jsonrpc":"2.0","error":{"code":-32700,"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a setting is out of range and when reading or writing fails; see [`Error`].
    #[expect(clippy::manual_async_fn, reason = "the signature promises a future that is Send")]
    pub fn serve_on<R, W>(self, reader: R, writer: W) -> impl Future<Output = Result<(), Error>> + Send
    where
        R: AsyncRead + Unpin + Send,
        W: AsyncWrite + Unpin + Send,
    {
        async move {
            self.check()?;
            if let Some(executor) = self.executor.clone() {
                return Pump::new(self, &executor, reader, writer).await;
            }
            let tasks = Arc::new(async_executor::Executor::new());
            let executor = Executor::builder(Arc::clone(&tasks)).build().map_err(Kind::Executor)?;
            tasks.run(Pump::new(self, &executor, reader, writer)).await
        }
    }

    fn check(&self) -> Result<(), Error> {
        let zero = Some(Duration::ZERO);
        let settings = [
            ("maximum line", self.max_line == 0),
            ("write timeout", self.write_timeout == zero),
            ("drain limit", Some(self.drain) == zero),
            ("request timeout", self.request_timeout == Some(zero)),
        ];
        match settings.into_iter().find(|(_, is_zero)| *is_zero) {
            Some((name, _)) => Err(Kind::Zero(name).into()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Stdio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stdio")
            .field("max_line", &self.max_line)
            .field("write_timeout", &self.write_timeout)
            .field("drain", &self.drain)
            .field("request_timeout", &self.request_timeout)
            .field("max_subscriptions", &self.max_subscriptions)
            .field("when_full", &self.when_full)
            .field("isolate", &self.isolate)
            .field("signals", &self.signals)
            .finish_non_exhaustive()
    }
}
