//! Bytes on their way out.

use std::io;
use std::task::{Context, Poll};
use std::time::Instant;

use super::socket::Socket;

/// With more than this waiting, nothing new is taken on. One answer goes beyond it, however large it is.
const BOUND: usize = 64 * 1024;
/// An empty buffer larger than this is given back.
const KEPT: usize = 64 * 1024;
/// The same once the peer was silent for a while.
const KEPT_IDLE: usize = 1024;

#[derive(Debug, Default)]
pub(super) struct Output {
    /// Answers are encoded in here.
    pub(super) bytes: Vec<u8>,
    /// How many of them were taken.
    sent: usize,
    /// Since when the peer has taken none of those that wait.
    stalled: Option<Instant>,
}

impl Output {
    pub(super) fn has_room(&self) -> bool {
        self.bytes.len() - self.sent < BOUND
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether there is memory that holds nothing, and more than small answers need.
    pub(super) fn has_spare(&self) -> bool {
        self.bytes.is_empty() && self.bytes.capacity() > KEPT_IDLE
    }

    /// Gives that back.
    pub(super) fn release(&mut self) {
        if self.has_spare() {
            self.bytes = Vec::new();
        }
    }

    pub(super) fn stalled(&self) -> Option<Instant> {
        self.stalled
    }

    /// Writes as much as is taken; what is left wakes the task.
    pub(super) fn write(
        &mut self,
        cx: &mut Context<'_>,
        socket: &mut Socket,
        now: Instant,
    ) -> io::Result<()> {
        while self.sent < self.bytes.len() {
            match socket.poll_write(cx, &self.bytes[self.sent..])? {
                Poll::Ready(0) => return Err(io::ErrorKind::WriteZero.into()),
                Poll::Ready(count) => {
                    self.sent += count;
                    self.stalled = None;
                }
                Poll::Pending => {
                    self.stalled.get_or_insert(now);
                    break;
                }
            }
        }
        self.forget_sent();
        Ok(())
    }

    /// Moves no byte more often than it costs to write it.
    fn forget_sent(&mut self) {
        if self.sent == self.bytes.len() {
            self.bytes.clear();
            if self.bytes.capacity() > KEPT {
                self.bytes = Vec::new();
            }
        } else if self.sent >= self.bytes.len() / 2 {
            self.bytes.drain(..self.sent);
        } else {
            return;
        }
        self.sent = 0;
    }
}
