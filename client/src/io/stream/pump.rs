//! The task that reads and writes.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use super::connection::Connection;
use super::input::{End, Input};
use super::stall::Stall;
use crate::error::Error;

/// After so many reads others have their turn.
const READS: u32 = 32;

/// Reads until the stream ends or is closed, and writes what callers could not write at once. It lets go of both streams
/// when it is done or dropped.
pub(super) struct Pump {
    connection: Arc<Connection>,
    input: Input,
    stall: Stall,
    /// Somebody else says why the stream ended: they know more.
    is_explained: bool,
    is_over: bool,
}

impl Pump {
    pub(super) fn new(connection: Arc<Connection>, input: Input, is_explained: bool) -> Self {
        let settings = &connection.settings;
        let stall = Stall::new(Arc::clone(&settings.clock), settings.write_timeout);
        Self { connection, input, stall, is_explained, is_over: false }
    }

    /// Ready when nothing waits to be written; says whether the writer is closed.
    fn write(&mut self, cx: &mut Context<'_>) -> Poll<Result<bool, Error>> {
        let (written, is_closed, taken, made_room) = {
            let mut output = self.connection.output();
            let had_room = output.has_room();
            (output.poll(cx), output.is_closed(), output.taken(), !had_room && output.has_room())
        };
        if made_room {
            self.connection.made_room();
        }
        match written {
            Poll::Ready(Ok(())) => {
                self.stall.stop();
                Poll::Ready(Ok(is_closed))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(failed("writing to the server failed", error))),
            Poll::Pending => self.stall.poll(taken, cx).map(|limit| Err(stalled(limit))),
        }
    }

    fn read(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        for _ in 0..READS {
            let limit = self.connection.untaken_limit();
            if self.connection.table().is_full(limit, cx.waker()) {
                return Poll::Pending;
            }
            let connection = &self.connection;
            match self.input.poll(cx, |line| connection.receive(line)) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(End::Closed)) => {
                    return Poll::Ready(Err(Error::connection("the server closed the connection")));
                }
                Poll::Ready(Err(End::Failed(error))) => {
                    return Poll::Ready(Err(failed("reading from the server failed", error)));
                }
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

fn failed(message: &str, error: io::Error) -> Error {
    Error::connection(format!("{message}: {error}")).with_source(error)
}

fn stalled(limit: Duration) -> Error {
    Error::connection(format!("the server took nothing for {} ms", limit.as_millis()))
}

impl Future for Pump {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let ended = match self.write(cx) {
            Poll::Ready(Ok(true)) => Poll::Ready(Ok(())),
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            // Also while it closes: a server that cannot write might not read.
            _ => self.read(cx),
        };
        let Poll::Ready(ended) = ended else { return Poll::Pending };
        self.is_over = true;
        match ended {
            Err(error) if self.is_explained => {
                self.connection.table().stop(error);
            }
            Err(error) => self.connection.end(error),
            Ok(()) => {}
        }
        Poll::Ready(())
    }
}

impl Drop for Pump {
    fn drop(&mut self) {
        if !self.is_over {
            self.connection.end(Error::connection("the task that drove the connection is gone"));
        }
        // A writer's drop runs code of its own: not under the lock.
        let writer = self.connection.output().shut();
        drop(writer);
        self.connection.done();
    }
}
