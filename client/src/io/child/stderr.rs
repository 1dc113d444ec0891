//! What a child writes to its standard error.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::process::{ChildStderr, Stdio};
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use async_io::Async;
use futures_lite::AsyncRead;

/// The most bytes that are kept for errors, and the most that a line has.
const KEPT: usize = 8 * 1024;
/// After so many reads others have their turn.
const READS: usize = 16;

/// What becomes of a child's standard error. It is read in every case where it is a pipe, so that a child that writes
/// much never waits for a reader.
#[derive(Clone)]
pub struct Stderr(Mode);

#[derive(Clone)]
enum Mode {
    Captured,
    Inherited,
    Discarded,
    Lines(Arc<Listener>),
}

type Listener = dyn Fn(&str) + Send + Sync;

impl Stderr {
    /// It is read, and the last 8 KiB are kept: errors that tell of the child's end have them.
    #[must_use]
    pub fn captured() -> Self {
        Self(Mode::Captured)
    }

    /// It is this process's standard error.
    #[must_use]
    pub fn inherited() -> Self {
        Self(Mode::Inherited)
    }

    /// It leads nowhere.
    #[must_use]
    pub fn discarded() -> Self {
        Self(Mode::Discarded)
    }

    /// It is captured, and `listener` gets each line, without its end, when it is complete; lines of more than 8 KiB come
    /// in pieces. What is not UTF-8 is replaced. It is called where the child is watched and should return soon; when it
    /// panics, the child is killed.
    #[must_use]
    pub fn lines(listener: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Mode::Lines(Arc::new(listener)))
    }

    pub(super) fn stdio(&self) -> Stdio {
        match self.0 {
            Mode::Captured | Mode::Lines(_) => Stdio::piped(),
            Mode::Inherited => Stdio::inherit(),
            Mode::Discarded => Stdio::null(),
        }
    }
}

impl fmt::Debug for Stderr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Mode::Captured => "captured",
            Mode::Inherited => "inherited",
            Mode::Discarded => "discarded",
            Mode::Lines(_) => "lines",
        })
    }
}

/// Reads a child's standard error to its end.
pub(super) struct Drain {
    /// None at its end, and when there is nothing to read.
    pipe: Option<Async<ChildStderr>>,
    tail: Tail,
    lines: Option<Splitter>,
}

impl Drain {
    pub(super) fn new(pipe: Option<Async<ChildStderr>>, stderr: &Stderr) -> Self {
        let lines = match &stderr.0 {
            Mode::Lines(listener) => Some(Splitter { listener: Arc::clone(listener), line: Vec::new() }),
            _ => None,
        };
        Self { pipe, tail: Tail::default(), lines }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.pipe.is_none()
    }

    /// Reads what there is. Ready at the end.
    pub(super) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut buffer = [0; 4096];
        for _ in 0..READS {
            let Some(pipe) = &mut self.pipe else { return Poll::Ready(()) };
            match ready!(Pin::new(pipe).poll_read(cx, &mut buffer)) {
                Ok(count) if count > 0 => {
                    self.tail.push(&buffer[..count]);
                    if let Some(lines) = &mut self.lines {
                        lines.push(&buffer[..count]);
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => {
                    self.pipe = None;
                    if let Some(lines) = &mut self.lines {
                        lines.finish();
                    }
                }
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// The end of what came, if anything did.
    pub(super) fn tail(&self) -> Option<String> {
        let (front, back) = self.tail.0.as_slices();
        let bytes = [front, back].concat();
        (!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The last bytes of a stream.
#[derive(Default)]
struct Tail(VecDeque<u8>);

impl Tail {
    fn push(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(KEPT)..];
        let excess = (self.0.len() + bytes.len()).saturating_sub(KEPT);
        self.0.drain(..excess);
        self.0.extend(bytes);
    }
}

/// Cuts a stream into lines.
struct Splitter {
    listener: Arc<Listener>,
    line: Vec<u8>,
}

impl Splitter {
    fn push(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, is_complete) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            for part in text.chunks(KEPT) {
                if self.line.len() + part.len() > KEPT {
                    self.emit();
                }
                self.line.extend_from_slice(part);
            }
            if is_complete {
                self.emit();
            }
        }
    }

    fn emit(&mut self) {
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        (self.listener)(&String::from_utf8_lossy(line));
        self.line.clear();
    }

    fn finish(&mut self) {
        if !self.line.is_empty() {
            self.emit();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn lines_come_whole_whatever_the_pieces() {
        let text = b"one\r\n\n two \xff\nthree";
        for size in 1..=text.len() {
            let seen = Arc::new(Mutex::new(Vec::new()));
            let into = Arc::clone(&seen);
            let listener = Arc::new(move |line: &str| into.lock().unwrap().push(line.to_owned()));
            let mut splitter = Splitter { listener, line: Vec::new() };
            text.chunks(size).for_each(|piece| splitter.push(piece));
            splitter.finish();
            assert_eq!(*seen.lock().unwrap(), ["one", "", " two \u{fffd}", "three"], "in pieces of {size}");
        }
    }

    #[test]
    fn a_line_without_end_comes_in_pieces_and_the_tail_is_bounded() {
        let lengths = Arc::new(Mutex::new(Vec::new()));
        let into = Arc::clone(&lengths);
        let listener = Arc::new(move |line: &str| into.lock().unwrap().push(line.len()));
        let mut splitter = Splitter { listener, line: Vec::new() };
        let mut tail = Tail::default();
        for _ in 0..5 {
            splitter.push(&[b'x'; 4096]);
            tail.push(&[b'x'; 4096]);
        }
        splitter.finish();
        tail.push(b"end");
        assert_eq!(*lengths.lock().unwrap(), [8192, 8192, 4096]);
        assert_eq!((tail.0.len(), tail.0.back()), (8192, Some(&b'd')));
    }
}
