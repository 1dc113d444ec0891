//! Lines on their way out.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};

use futures_lite::AsyncWrite;

/// With more than this waiting, requests wait for their turn.
const BOUND: usize = 1024 * 1024;

/// Writes lines whole and in order, whoever writes: the one who adds a line, as far as the writer takes it at once, and
/// the pump whatever is left.
pub(super) struct Output {
    /// None once it is closed.
    writer: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    lines: VecDeque<Line>,
    /// How much of the first line the writer has taken.
    written: usize,
    is_unflushed: bool,
    /// Bytes of lines that are not written.
    queued: usize,
    /// All bytes that the writer has ever taken: how a peer that takes none is told from a slow one.
    taken: u64,
    is_closing: bool,
    failure: Option<io::Error>,
    /// Wakes the pump, which writes what could not be written at once.
    pump: Option<Waker>,
}

struct Line {
    /// The request that it is; none when it cancels one.
    request: Option<u64>,
    bytes: Vec<u8>,
}

impl Output {
    pub(super) fn new(writer: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self {
            writer: Some(Box::new(writer)),
            lines: VecDeque::new(),
            written: 0,
            is_unflushed: false,
            queued: 0,
            taken: 0,
            is_closing: false,
            failure: None,
            pump: None,
        }
    }

    /// Whether a request may be added. One goes beyond the bound, however long it is.
    pub(super) fn has_room(&self) -> bool {
        self.queued < BOUND
    }

    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    pub(super) fn is_closed(&self) -> bool {
        self.writer.is_none()
    }

    /// Adds a request. Gives the pump's waker when it has something to do.
    #[must_use]
    pub(super) fn request(&mut self, id: u64, body: &[u8]) -> Option<Waker> {
        self.add(Some(id), body)
    }

    /// Takes back a request that is not begun; when its line is out, or partly, tells the server that it is cancelled.
    #[must_use]
    pub(super) fn cancel(&mut self, id: u64, reason: &str) -> Option<Waker> {
        let begun = usize::from(self.written > 0);
        let waits = self.lines.iter().skip(begun).position(|line| line.request == Some(id));
        if let Some(line) = waits.and_then(|at| self.lines.remove(begun + at)) {
            self.queued -= line.bytes.len();
            // When nothing waits any more, the server is not slow.
            return self.pump.clone().filter(|_| self.lines.is_empty());
        }
        let mut body = Vec::new();
        let w = &mut snodo_core::json::Writer::new(&mut body);
        w.literal("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":");
        w.unsigned(id).literal(",\"reason\":").string(reason).literal("}}");
        self.add(None, &body)
    }

    fn add(&mut self, request: Option<u64>, body: &[u8]) -> Option<Waker> {
        if self.writer.is_none() || self.is_closing || self.failure.is_some() {
            return None;
        }
        let mut bytes = Vec::with_capacity(body.len() + 1);
        // A raw line break in JSON is white space, and would end the line.
        bytes.extend(body.iter().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte }));
        bytes.push(b'\n');
        self.queued += bytes.len();
        let is_idle = self.lines.is_empty() && !self.is_unflushed;
        self.lines.push_back(Line { request, bytes });
        if !is_idle {
            return None;
        }
        // Whatever wakes the writer wakes the pump, which also watches the time.
        let pump = self.pump.clone();
        match self.write(&mut Context::from_waker(pump.as_ref().unwrap_or(Waker::noop()))) {
            Poll::Ready(Ok(())) => None,
            Poll::Ready(Err(error)) => {
                self.failure = Some(error);
                pump
            }
            Poll::Pending => pump,
        }
    }

    /// Closes the writer once everything is written. Nothing can be added from now on.
    #[must_use]
    pub(super) fn close(&mut self) -> Option<Waker> {
        self.is_closing = true;
        self.pump.clone()
    }

    /// For the pump: writes what there is, then closes the writer if it is to. Ready when nothing is left to do.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.pump.as_ref().is_some_and(|pump| pump.will_wake(cx.waker())) {
            self.pump = Some(cx.waker().clone());
        }
        if let Some(failure) = self.failure.take() {
            return Poll::Ready(Err(failure));
        }
        ready!(self.write(cx))?;
        if self.is_closing
            && let Some(writer) = &mut self.writer
        {
            ready!(Pin::new(writer).poll_close(cx))?;
            self.writer = None;
        }
        Poll::Ready(Ok(()))
    }

    fn write(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(writer) = &mut self.writer else { return Poll::Ready(Ok(())) };
        while let Some(line) = self.lines.front() {
            match ready!(Pin::new(&mut *writer).poll_write(cx, &line.bytes[self.written..])) {
                Ok(0) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Ok(count) => {
                    self.written += count;
                    self.queued -= count;
                    self.taken += count as u64;
                    self.is_unflushed = true;
                    if self.written == line.bytes.len() {
                        self.written = 0;
                        self.lines.pop_front();
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        if self.is_unflushed {
            ready!(Pin::new(&mut *writer).poll_flush(cx))?;
            self.is_unflushed = false;
        }
        Poll::Ready(Ok(()))
    }

    /// Gives up what is not written; the writer goes with it.
    pub(super) fn shut(&mut self) -> Option<Box<dyn AsyncWrite + Send + Unpin>> {
        self.lines.clear();
        self.written = 0;
        self.queued = 0;
        self.is_closing = true;
        self.pump = None;
        self.writer.take()
    }
}
