//! Watches one child to its end, and sees to it that there is one.

use std::future::poll_fn;
use std::pin::Pin;
use std::process::{ChildStdout, ExitStatus};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use async_io::Async;
use futures_lite::AsyncRead;
use rustix::process::Signal;
use snodo_executor::Clock;

use super::ended::{Ended, EndedBy};
use super::handback::Lender;
use super::process::{Exited, Process};
use super::stderr::Drain;
use crate::error::Error;
use crate::io::stream::Connection;

/// How long the other sign of an end is waited for before one is taken for all: the exit after the end of the output, and
/// the ends of the outputs after the exit.
const NOTICE: Duration = Duration::from_millis(250);
/// How long a process may take to die of SIGKILL. One that hangs in the kernel longer is left to a thread.
const DEATH: Duration = Duration::from_secs(2);
/// After so many reads others have their turn.
const READS: usize = 16;

/// Watches one child: reads its standard error, tells its connection why it is over, closes, signals, reaps.
pub(super) struct Supervisor {
    process: Process,
    watched: Watched,
    connection: Arc<Connection>,
    clock: Arc<dyn Clock>,
    exit_timeout: Duration,
    terminate_timeout: Duration,
}

/// What is seen of a child.
struct Watched {
    exited: Option<Exited>,
    /// Nothing is sent any more, and nobody waits: it was closed here, or its end is explained.
    is_closed: bool,
    /// The connection has let go of its output.
    is_stream_over: bool,
    lender: Arc<Lender<Async<ChildStdout>>>,
    /// What comes after that is read and dropped.
    stdout: Option<Async<ChildStdout>>,
    stderr: Drain,
}

impl Supervisor {
    pub(super) fn new(
        process: Process,
        lender: Arc<Lender<Async<ChildStdout>>>,
        stderr: Drain,
        connection: Arc<Connection>,
        clock: Arc<dyn Clock>,
        (exit_timeout, terminate_timeout): (Duration, Duration),
    ) -> Self {
        let watched =
            Watched { exited: None, is_closed: false, is_stream_over: false, lender, stdout: None, stderr };
        Self { process, watched, connection, clock, exit_timeout, terminate_timeout }
    }

    /// Until the child's connection is over. `on_end` is called then, before the child is ended.
    pub(super) async fn run(mut self, on_end: impl FnOnce()) -> Ended {
        self.until(None, |watched| watched.exited.is_some() || watched.is_stream_over || watched.is_closed)
            .await;
        // When it was closed here, there is nothing to find out.
        if !self.watched.is_closed {
            match self.watched.exited {
                Some(_) => self.until(Some(NOTICE), Watched::is_gone).await,
                None => self.until(Some(NOTICE), |watched| watched.exited.is_some()).await,
            };
        }
        on_end();
        self.connection.close(self.explain());

        let by = self.finish().await;
        let status = self.reap();
        log::debug!("a child ended: {status:?}, {by:?}");
        Ended { status, by }
    }

    /// Its input is closed by now, or as soon as what was begun is written; the time for that counts.
    async fn finish(&mut self) -> EndedBy {
        if self.until(Some(self.exit_timeout), Watched::is_gone).await {
            return EndedBy::Itself;
        }
        self.process.signal(Signal::TERM);
        if self.until(Some(self.terminate_timeout), Watched::is_gone).await {
            return EndedBy::Terminated;
        }
        self.process.signal(Signal::KILL);
        self.until(Some(DEATH), |watched| watched.exited.is_some()).await;
        EndedBy::Killed
    }

    fn reap(self) -> Option<ExitStatus> {
        // What is left of the group holds none of our pipes. The number is still the child's, since it was not reaped.
        self.process.signal(Signal::KILL);
        // A process that is not dead is left to its drop.
        self.watched.exited.is_some().then(|| self.process.reap()).flatten()
    }

    /// Why the connection is over.
    fn explain(&self) -> Error {
        let reason = self.connection.reason();
        let error = match (self.watched.exited, reason) {
            (Some(Exited::Status(status)), _) => {
                Error::connection(format!("the server exited with status {status}"))
            }
            (Some(Exited::Signal(signal)), _) => {
                Error::connection(format!("the server was ended by signal {signal}"))
            }
            (_, Some(reason)) => reason,
            (Some(Exited::Unknown), None) => Error::connection("the server exited"),
            (None, None) => Error::connection("the connection to the server is over"),
        };
        match self.watched.stderr.tail() {
            Some(tail) => error.with_stderr(tail),
            None => error,
        }
    }

    /// Watches until something is so, or the limit is over. Says whether it is so.
    async fn until(&mut self, limit: Option<Duration>, goal: fn(&Watched) -> bool) -> bool {
        let deadline = limit.and_then(|limit| self.clock.now().checked_add(limit));
        let (process, connection, clock) = (&self.process, &self.connection, &self.clock);
        let watched = &mut self.watched;
        let mut sleep = None;
        poll_fn(|cx| {
            watched.poll(process, connection, cx);
            if goal(watched) {
                return Poll::Ready(true);
            }
            // A limit beyond what the clock can count to never comes.
            let Some(deadline) = deadline else { return Poll::Pending };
            let sleep = sleep.get_or_insert_with(|| clock.sleep_until(deadline));
            sleep.as_mut().poll(cx).map(|()| false)
        })
        .await
    }
}

impl Watched {
    /// The child has exited, and nobody writes to its outputs any more.
    fn is_gone(&self) -> bool {
        self.exited.is_some() && self.is_stream_over && self.stdout.is_none() && self.stderr.is_at_end()
    }

    fn poll(&mut self, process: &Process, connection: &Connection, cx: &mut Context<'_>) {
        self.is_closed = connection.watch(cx.waker());
        if self.exited.is_none() {
            self.exited = process.exit(cx);
        }
        if !self.is_stream_over
            && let Poll::Ready(pipe) = self.lender.poll(cx)
        {
            self.is_stream_over = true;
            self.stdout = pipe;
        }
        self.drain_stdout(cx);
        let _ = self.stderr.poll(cx);
    }

    fn drain_stdout(&mut self, cx: &mut Context<'_>) {
        let mut buffer = [0; 4096];
        for _ in 0..READS {
            let Some(stdout) = &mut self.stdout else { return };
            match Pin::new(stdout).poll_read(cx, &mut buffer) {
                Poll::Pending => return,
                Poll::Ready(Ok(count)) if count > 0 => {}
                Poll::Ready(Err(error)) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Poll::Ready(_) => self.stdout = None,
            }
        }
        cx.waker().wake_by_ref();
    }
}
