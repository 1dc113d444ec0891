//! The whole transport as one future: lines in, answers out, and nothing of its own that runs elsewhere.
//!
//! ```text
//!            read              take            submit
//!  reader ─────────► Input ──────────► Requests ─────► executor
//!                                        │  ▲ outputs ────┘
//!  writer ◄───────── Output ◄────────────┘
//!            write            encode
//! ```
//!
//! Each round moves what can be moved, so everything that is ready leaves in one write. What limits whom: a full
//! [`Output`] stops outputs and lines; a full executor stops lines; lines that wait fill [`Input`], which stops
//! reading. Reading never waits for writing before that.

mod input;
mod output;
mod requests;
mod timer;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_lite::{AsyncRead, AsyncWrite};
use log::debug;
use snodo_executor::{Clock, Executor};

use self::input::Input;
use self::output::Output;
use self::requests::Requests;
use self::timer::Timer;
use crate::settings::Shutdown;
use crate::{Error, LOG, Stdio};

/// After this many rounds other tasks of the same thread have their turn.
const ROUNDS: usize = 16;

pub(crate) struct Pump<R, W> {
    input: Input<R>,
    output: Output<W>,
    requests: Requests,
    phase: Phase,
    shutdown: Option<Shutdown>,
    clock: Arc<dyn Clock>,
    drain: Duration,
}

enum Phase {
    Serving,
    /// No more is read; what was admitted finishes, subscriptions first.
    Draining(Timer),
    /// Everything is cancelled; the answers are written.
    Closing(Timer),
}

enum Round {
    /// There may be more to move.
    Again,
    /// Whatever can move next wakes the task.
    Wait,
    Over,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Future for Pump<R, W> {
    type Output = Result<(), Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        for _ in 0..ROUNDS {
            match self.round(cx)? {
                Round::Again => {}
                Round::Wait => return Poll::Pending,
                Round::Over => return Poll::Ready(self.input.result().map_err(Error::from)),
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Pump<R, W> {
    pub(crate) fn new(settings: Stdio, executor: &Executor, reader: R, writer: W) -> Pump<R, W> {
        let clock = Arc::clone(executor.clock());
        let submitter =
            executor.submitter().subscriptions(&executor.subscriptions(settings.max_subscriptions));
        let submitter = match settings.request_timeout {
            Some(timeout) => submitter.timeout(timeout),
            None => submitter,
        };
        Pump {
            input: Input::new(reader, settings.max_line),
            output: Output::new(writer, settings.write_timeout, &clock),
            requests: Requests::new(&settings, submitter),
            phase: Phase::Serving,
            shutdown: settings.shutdown,
            drain: settings.drain,
            clock,
        }
    }

    /// Moves everything once.
    fn round(&mut self, cx: &mut Context<'_>) -> Result<Round, Error> {
        if self.poll_phase(cx).is_ready() {
            return Ok(Round::Over);
        }
        self.requests.take_outputs(cx, &mut self.output);
        let blocked = !self.take_lines(cx);
        let wrote = self.output.write(cx)?;
        if !blocked && !self.input.is_open() && self.requests.is_idle() && self.output.is_done() {
            return Ok(Round::Over);
        }
        let read = self.input.read(cx);
        let cancelled = blocked && self.take_cancellations();
        Ok(if read || cancelled || (wrote && blocked) { Round::Again } else { Round::Wait })
    }

    fn poll_phase(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(shutdown) = &mut self.shutdown
            && shutdown.as_mut().poll(cx).is_ready()
        {
            self.shutdown = None;
            self.input.stop();
        }
        loop {
            self.phase = match &mut self.phase {
                Phase::Serving if self.input.is_open() => return Poll::Pending,
                Phase::Serving => {
                    debug!(target: LOG, "no more input: draining");
                    if self.input.is_stopped() {
                        self.requests.end_subscriptions();
                    } else {
                        self.requests.disconnect();
                    }
                    Phase::Draining(Timer::new(&self.clock, self.drain))
                }
                Phase::Draining(limit) => {
                    ready!(limit.poll(cx));
                    self.requests.close(&mut self.output);
                    Phase::Closing(Timer::new(&self.clock, self.drain))
                }
                Phase::Closing(limit) => return limit.poll(cx),
            }
        }
    }

    /// Takes lines while there is room for their answers. Says whether all were taken.
    fn take_lines(&mut self, cx: &mut Context<'_>) -> bool {
        while self.output.has_room() && self.requests.is_ready(cx, &mut self.output) {
            let Some(line) = self.input.next_line() else { return true };
            self.requests.take_line(line, &mut self.output);
        }
        false
    }

    /// Lets cancellations act among the lines that have to wait. Says whether one did.
    fn take_cancellations(&mut self) -> bool {
        let mut any = false;
        while let Some(message) = self.input.peek_line() {
            any |= self.requests.take_early(message);
        }
        any
    }
}
