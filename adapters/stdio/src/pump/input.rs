//! Lines on their way in.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_lite::AsyncRead;
use snodo_core::lines::{Line, Lines};

use crate::error::Kind;

/// The reader and what was read and not yet taken.
pub(super) struct Input<R> {
    reader: R,
    lines: Lines,
    source: Source,
}

/// What can still come from the reader.
enum Source {
    Open,
    /// What stands behind the last newline is a whole line.
    Ended,
    /// It is not, in these two.
    Stopped,
    Failed(io::Error),
}

impl<R: AsyncRead + Unpin> Input<R> {
    pub(super) fn new(reader: R, max_line: usize) -> Input<R> {
        Input { reader, lines: Lines::new(max_line), source: Source::Open }
    }

    pub(super) fn is_open(&self) -> bool {
        matches!(self.source, Source::Open)
    }

    /// Whether it was [stopped](Self::stop), rather than ended by its peer.
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self.source, Source::Stopped)
    }

    /// Reads no more; lines that are complete can still be taken.
    pub(super) fn stop(&mut self) {
        if self.is_open() {
            self.source = Source::Stopped;
        }
    }

    /// What reading ended with, once.
    pub(super) fn result(&mut self) -> Result<(), Kind> {
        match std::mem::replace(&mut self.source, Source::Stopped) {
            Source::Failed(error) => Err(Kind::Read(error)),
            _ => Ok(()),
        }
    }

    pub(super) fn next_line(&mut self) -> Option<Line<'_>> {
        match self.source {
            Source::Ended => self.lines.finish(),
            _ => self.lines.next_line(),
        }
    }

    /// The next line that waits and was not looked at before.
    pub(super) fn peek_line(&mut self) -> Option<&[u8]> {
        self.lines.peek_line()
    }

    /// Reads once, if there is space. Says whether something came, be it the end.
    pub(super) fn read(&mut self, cx: &mut Context<'_>) -> bool {
        while self.is_open() {
            let space = self.lines.space();
            if space.is_empty() {
                return false;
            }
            match Pin::new(&mut self.reader).poll_read(cx, space) {
                Poll::Ready(Ok(0)) => self.source = Source::Ended,
                Poll::Ready(Ok(count)) => self.lines.filled(count),
                Poll::Ready(Err(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
                Poll::Ready(Err(error)) => self.source = Source::Failed(error),
                Poll::Pending => return false,
            }
            return true;
        }
        false
    }
}
