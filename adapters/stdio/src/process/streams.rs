//! Standard input and output as asynchronous streams.

use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_lite::{AsyncRead, AsyncWrite};
use rustix::event::PollFlags;
use rustix::fs::{FileType, fcntl_getfl, fstat};
use rustix::stdio::{stderr, stdin, stdout};

use super::pollable::Pollable;
use super::thread::{ThreadReader, ThreadWriter};

/// Standard input.
pub(super) enum Input {
    Pollable(Arc<Pollable>),
    Threaded(ThreadReader),
}

/// Standard output.
pub(super) enum Output {
    Pollable(Arc<Pollable>),
    Threaded(ThreadWriter),
}

/// Both streams, independent of file descriptors 0 and 1 from then on.
pub(super) struct Streams {
    pub(super) input: Input,
    pub(super) output: Output,
    /// Those that have to be waited for.
    pub(super) pollable: Vec<Arc<Pollable>>,
}

impl Streams {
    pub(super) fn open() -> io::Result<Streams> {
        // Both may be the same socket: ask for the flags of both before one is changed.
        let (input_flags, output_flags) = (fcntl_getfl(stdin())?, fcntl_getfl(stdout())?);
        let (input, output) = (duplicate(stdin())?, duplicate(stdout())?);
        let mut pollable = Vec::new();
        let mut wait_for = |file, flags, direction| {
            let stream = Arc::new(Pollable::new(file, flags, direction)?);
            pollable.push(Arc::clone(&stream));
            io::Result::Ok(stream)
        };
        let input = if can_be_polled(&input)? {
            Input::Pollable(wait_for(input, input_flags, PollFlags::IN)?)
        } else {
            Input::Threaded(ThreadReader::new(input)?)
        };
        let output = if can_be_polled(&output)? {
            Output::Pollable(wait_for(output, output_flags, PollFlags::OUT)?)
        } else {
            Output::Threaded(ThreadWriter::new(output)?)
        };
        Ok(Streams { input, output, pollable })
    }
}

fn duplicate(fd: BorrowedFd<'_>) -> io::Result<File> {
    Ok(File::from(fd.try_clone_to_owned()?))
}

/// Whether the stream is a pipe or a socket, and not the one that is standard error too: non-blocking mode
/// belongs to what both share, and printing there would fail whenever it is full.
fn can_be_polled(stream: &File) -> io::Result<bool> {
    let stat = fstat(stream)?;
    let kind = FileType::from_raw_mode(stat.st_mode);
    let is_stderr =
        fstat(stderr()).is_ok_and(|other| (other.st_dev, other.st_ino) == (stat.st_dev, stat.st_ino));
    Ok(matches!(kind, FileType::Fifo | FileType::Socket) && !is_stderr)
}

impl AsyncRead for Input {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut [u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Input::Pollable(stream) => stream.read(buf),
            Input::Threaded(thread) => Pin::new(thread).poll_read(cx, buf),
        }
    }
}

impl AsyncWrite for Output {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Output::Pollable(stream) => stream.write(buf),
            Output::Threaded(thread) => Pin::new(thread).poll_write(cx, buf),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Output::Pollable(_) => Poll::Ready(Ok(())),
            Output::Threaded(thread) => Pin::new(thread).poll_flush(cx),
        }
    }

    /// The stream itself is closed when this is dropped.
    fn poll_close(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(cx)
    }
}
