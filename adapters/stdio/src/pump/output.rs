//! Lines on their way out.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_lite::AsyncWrite;
use snodo_core::{Frame, Response, lines};
use snodo_executor::Clock;

use super::timer::Timer;
use crate::error::{Error, Kind};

/// With more than this waiting, nothing new is taken on.
const BOUND: usize = 64 * 1024;
/// An empty buffer larger than this is given back.
const KEPT: usize = 4 * BOUND;

/// Encodes answers into one buffer and writes it with as few writes as possible.
pub(super) struct Output<W> {
    writer: W,
    buffer: Vec<u8>,
    /// How much of the buffer the writer has taken.
    written: usize,
    unflushed: bool,
    /// How long the peer has taken nothing.
    stall: Option<Timer>,
}

impl<W: AsyncWrite + Unpin> Output<W> {
    pub(super) fn new(writer: W, timeout: Option<Duration>, clock: &Arc<dyn Clock>) -> Output<W> {
        let stall = timeout.map(|limit| Timer::new(clock, limit));
        Output { writer, buffer: Vec::new(), written: 0, unflushed: false, stall }
    }

    /// Whether more may be added. One answer goes beyond the bound, however large it is.
    pub(super) fn has_room(&self) -> bool {
        self.buffer.len() - self.written < BOUND
    }

    /// Whether everything has been written and flushed.
    pub(super) fn is_done(&self) -> bool {
        self.buffer.is_empty() && !self.unflushed
    }

    pub(super) fn respond(&mut self, response: &Response) {
        self.line(|buffer| response.encode(buffer));
    }

    /// Says that the subscription which this was the response of is over: on a channel that all share, its response is
    /// not enough.
    pub(super) fn cancelled(&mut self, response: &Response) {
        self.line(|buffer| response.encode_cancelled(buffer));
    }

    pub(super) fn frame(&mut self, frame: &Frame) {
        self.line(|buffer| frame.encode(buffer));
    }

    fn line(&mut self, encode: impl FnOnce(&mut Vec<u8>)) {
        let from = self.buffer.len();
        encode(&mut self.buffer);
        lines::seal(&mut self.buffer, from);
    }

    /// Writes what there is. Says whether bytes were taken; when some are left, `cx` is woken for them and for
    /// the timeout.
    pub(super) fn write(&mut self, cx: &mut Context<'_>) -> Result<bool, Error> {
        let mut moved = false;
        while self.written < self.buffer.len() {
            match Pin::new(&mut self.writer).poll_write(cx, &self.buffer[self.written..]) {
                Poll::Ready(Ok(0)) => return Err(Kind::Write(io::ErrorKind::WriteZero.into()).into()),
                Poll::Ready(Ok(count)) => {
                    self.written += count;
                    self.unflushed = true;
                    moved = true;
                }
                Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                Poll::Ready(Err(error)) => return Err(Kind::Write(error).into()),
                Poll::Pending => {
                    self.forget_written();
                    return self.wait(cx, moved);
                }
            }
        }
        self.forget_written();
        if self.unflushed {
            match Pin::new(&mut self.writer).poll_flush(cx) {
                Poll::Ready(Ok(())) => self.unflushed = false,
                Poll::Ready(Err(error)) => return Err(Kind::Write(error).into()),
                Poll::Pending => return self.wait(cx, moved),
            }
        }
        if let Some(stall) = &mut self.stall {
            stall.stop();
        }
        Ok(moved)
    }

    /// Moves no byte more often than it costs to write it.
    fn forget_written(&mut self) {
        if self.written == self.buffer.len() {
            self.buffer.clear();
            if self.buffer.capacity() > KEPT {
                self.buffer = Vec::new();
            }
        } else if self.written >= self.buffer.len() / 2 {
            self.buffer.drain(..self.written);
        } else {
            return;
        }
        self.written = 0;
    }

    fn wait(&mut self, cx: &mut Context<'_>, moved: bool) -> Result<bool, Error> {
        let Some(stall) = &mut self.stall else { return Ok(moved) };
        if moved {
            stall.restart();
        }
        match stall.poll(cx) {
            Poll::Ready(()) => Err(Kind::WriteTimeout(stall.limit()).into()),
            Poll::Pending => Ok(moved),
        }
    }
}
