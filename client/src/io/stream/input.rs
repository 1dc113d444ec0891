//! Lines on their way in.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_lite::AsyncRead;
use snodo_core::lines::{Line, Lines};

/// The reader, and what was read of a line that is not complete.
pub(super) struct Input {
    reader: Box<dyn AsyncRead + Send + Unpin>,
    lines: Lines,
}

/// How reading ended.
pub(super) enum End {
    Closed,
    Failed(io::Error),
}

impl Input {
    pub(super) fn new(reader: impl AsyncRead + Send + Unpin + 'static, max_line: usize) -> Self {
        Self { reader: Box::new(reader), lines: Lines::new(max_line) }
    }

    /// Reads once, and gives each line that is complete to `take`. At the end of the stream, what stands behind the last
    /// line break is a line too.
    pub(super) fn poll(
        &mut self,
        cx: &mut Context<'_>,
        mut take: impl FnMut(&Line<'_>),
    ) -> Poll<Result<(), End>> {
        match ready!(Pin::new(&mut self.reader).poll_read(cx, self.lines.space())) {
            Ok(0) => {
                while let Some(line) = self.lines.finish() {
                    take(&line);
                }
                return Poll::Ready(Err(End::Closed));
            }
            Ok(count) => self.lines.filled(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Poll::Ready(Err(End::Failed(error))),
        }
        while let Some(line) = self.lines.next_line() {
            take(&line);
        }
        Poll::Ready(Ok(()))
    }
}
