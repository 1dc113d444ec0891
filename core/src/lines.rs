//! Newline framing: bytes in, one message per line out; and the other way, an encoded message into a line.
//!
//! [`Lines`] is a buffer without a stream. Read into [`space`](Lines::space), say how much came with
//! [`filled`](Lines::filled), take messages with [`next_line`](Lines::next_line) until there is none, repeat;
//! at the end of the stream take what is left with [`finish`](Lines::finish).
//!
//! ```
//! use snodo_core::lines::{Line, Lines};
//!
//! let mut lines = Lines::new(Lines::DEFAULT_MAX_LINE);
//! lines.push(b"{\"a\":1}\r\n\n{\"b\"");
//! assert_eq!(lines.next_line(), Some(Line::Message(b"{\"a\":1}")));
//! assert_eq!(lines.next_line(), None);
//! lines.push(b":2}");
//! assert_eq!(lines.finish(), Some(Line::Message(b"{\"b\":2}")));
//! assert_eq!(lines.finish(), None);
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::Range;

use memchr::memchr;

/// What the buffer starts with and shrinks back to.
const SMALL: usize = 8 * 1024;
/// An empty buffer larger than this is given back.
const KEPT: usize = 64 * 1024;
/// With less free space than this the buffer is moved together or grown, so that reads do not become tiny.
const LOW: usize = 4 * 1024;

/// One line of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a line either fits or does not")]
pub enum Line<'a> {
    /// The bytes of the line without its newline (LF or CRLF); at least one of them is not white space.
    Message(&'a [u8]),
    /// The line is longer than the limit. It comes once per such line and as soon as this is known; the rest
    /// of the line is dropped as it arrives, and the lines after it come as usual.
    TooLong,
}

/// Cuts a stream of bytes into lines of bounded length.
///
/// Blank lines are passed over. No byte is searched for a newline twice, however small the pieces are in
/// which a line arrives.
///
/// Worst-case memory: the limit and one byte more. The buffer starts with 8 KiB, doubles while a line needs
/// it, and is given back once it is empty again.
pub struct Lines {
    /// Zero-filled once; what was read stands in `next.line..end`.
    buffer: Vec<u8>,
    end: usize,
    /// Where the next line starts.
    next: Cursor,
    /// Where the next line starts that was not yet peeked at; never relevant before `next`.
    ahead: Cursor,
    /// The line at `next` was reported as too long, and its end has not come yet.
    dropping: bool,
    max_line: usize,
}

impl Lines {
    /// The limit used by the ready-made servers: 2,000,000 bytes.
    pub const DEFAULT_MAX_LINE: usize = 2_000_000;

    /// A buffer for lines of at most `max_line` bytes, the newline included. A last line without a newline
    /// may also have `max_line` bytes. With 0, every line is too long.
    #[must_use]
    pub fn new(max_line: usize) -> Lines {
        let start = Cursor { line: 0, searched: 0 };
        Lines { buffer: Vec::new(), end: 0, next: start, ahead: start, dropping: false, max_line }
    }

    /// Free space to read into; follow up with [`filled`](Self::filled).
    ///
    /// It is empty only when the buffer is full; there is space again once [`next_line`](Self::next_line) was called
    /// until there is none.
    pub fn space(&mut self) -> &mut [u8] {
        if self.next.line == self.end {
            self.rewind();
        } else if self.buffer.len() - self.end < LOW {
            self.make_room();
        }
        &mut self.buffer[self.end..]
    }

    /// Takes note that the first `count` bytes of [`space`](Self::space) were written.
    ///
    /// # Panics
    ///
    /// When `count` is more than the space there was.
    pub fn filled(&mut self, count: usize) {
        assert!(count <= self.buffer.len() - self.end, "more bytes were read than there was space for");
        self.end += count;
    }

    /// Copies bytes in and returns how many were taken: less than all only when the buffer is full, see
    /// [`space`](Self::space).
    pub fn push(&mut self, bytes: &[u8]) -> usize {
        let mut taken = 0;
        while taken < bytes.len() {
            let space = self.space();
            let count = space.len().min(bytes.len() - taken);
            if count == 0 {
                break;
            }
            space[..count].copy_from_slice(&bytes[taken..taken + count]);
            self.filled(count);
            taken += count;
        }
        taken
    }

    /// Takes the next complete line, if there is one.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        let found = self.find()?;
        Some(self.show(found))
    }

    /// Like [`next_line`](Self::next_line), at the end of the stream: the last line needs no newline. Call it
    /// until there is none; the buffer is empty then.
    pub fn finish(&mut self) -> Option<Line<'_>> {
        let found = self.find().or_else(|| self.rest())?;
        Some(self.show(found))
    }

    /// Looks at the next complete line that was neither taken nor looked at before, without taking it. Blank
    /// and overlong lines are passed over.
    ///
    /// This is for a reader that has to wait before it may take more and must not miss a cancellation in what
    /// waits: every line is shown once, and still comes from [`next_line`](Self::next_line) in its turn.
    pub fn peek_line(&mut self) -> Option<&[u8]> {
        if self.ahead.line < self.next.line {
            self.ahead = self.next;
        }
        while let Some(line) = self.ahead.advance(&self.buffer[..self.end]) {
            let dropped = self.dropping && line.start == self.next.line;
            if !dropped && line.len() < self.max_line && !is_blank(&self.buffer[line.clone()]) {
                return Some(without_cr(&self.buffer[line]));
            }
        }
        None
    }

    fn find(&mut self) -> Option<Found> {
        while let Some(line) = self.next.advance(&self.buffer[..self.end]) {
            if mem::take(&mut self.dropping) {
                continue;
            }
            // The newline counts.
            if line.len() >= self.max_line {
                return Some(Found::TooLong);
            }
            if !is_blank(&self.buffer[line.clone()]) {
                return Some(Found::Message(line));
            }
        }
        let too_long = !self.dropping && self.held() > self.max_line;
        self.dropping |= too_long;
        if self.dropping {
            self.next = Cursor::at(self.end);
        }
        too_long.then_some(Found::TooLong)
    }

    /// What stands behind the last newline; it fits, or [`find`](Self::find) would have said so.
    fn rest(&mut self) -> Option<Found> {
        let line = self.next.line..self.end;
        self.next = Cursor::at(self.end);
        let dropped = mem::take(&mut self.dropping);
        (!dropped && !is_blank(&self.buffer[line.clone()])).then_some(Found::Message(line))
    }

    fn show(&self, found: Found) -> Line<'_> {
        match found {
            Found::Message(line) => Line::Message(without_cr(&self.buffer[line])),
            Found::TooLong => Line::TooLong,
        }
    }

    /// How many bytes stand in the buffer.
    fn held(&self) -> usize {
        self.end - self.next.line
    }

    /// One byte more than a line may have shows that it has too many.
    fn capacity(&self) -> usize {
        self.max_line.saturating_add(1)
    }

    fn rewind(&mut self) {
        self.end = 0;
        self.next = Cursor::at(0);
        self.ahead = Cursor::at(0);
        let small = SMALL.min(self.capacity());
        if self.buffer.is_empty() {
            self.buffer.resize(small, 0);
        } else if self.buffer.len() > KEPT {
            self.buffer.truncate(small);
            self.buffer.shrink_to_fit();
        }
    }

    /// Moves what is held to the front or grows the buffer, whichever costs no more than what was read since
    /// the last time.
    fn make_room(&mut self) {
        let full = self.buffer.len() >= self.capacity();
        let no_line_inside = self.next.searched == self.end;
        if self.held() <= self.next.line || (full && no_line_inside) {
            self.move_to_front();
        } else if !full {
            self.move_to_front();
            let len = self.buffer.len().saturating_mul(2).min(self.capacity());
            self.buffer.reserve_exact(len - self.buffer.len());
            self.buffer.resize(len, 0);
        }
    }

    fn move_to_front(&mut self) {
        let by = self.next.line;
        self.buffer.copy_within(by..self.end, 0);
        self.end -= by;
        self.ahead = self.ahead.moved(by);
        self.next = self.next.moved(by);
    }
}

/// Where a line starts, and up to where no newline is known to follow.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    line: usize,
    searched: usize,
}

impl fmt::Debug for Lines {
    /// Without what was read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("max_line", &self.max_line)
            .field("buffered", &(self.end - self.next.line))
            .finish_non_exhaustive()
    }
}

impl Cursor {
    fn at(line: usize) -> Cursor {
        Cursor { line, searched: line }
    }

    /// The line that starts here, without its newline; the cursor moves behind it.
    fn advance(&mut self, bytes: &[u8]) -> Option<Range<usize>> {
        let Some(offset) = memchr(b'\n', &bytes[self.searched..]) else {
            self.searched = bytes.len();
            return None;
        };
        let line = self.line..self.searched + offset;
        *self = Cursor::at(line.end + 1);
        Some(line)
    }

    /// The same place after everything moved towards the front. What falls off is not looked at again.
    fn moved(self, by: usize) -> Cursor {
        Cursor { line: self.line.saturating_sub(by), searched: self.searched.saturating_sub(by) }
    }
}

/// A line as a place in the buffer.
enum Found {
    Message(Range<usize>),
    TooLong,
}

/// Only what JSON calls white space.
fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Makes what stands in `out` from `from` on a line: every code point above 0x7E becomes `\uXXXX` in lower-case
/// hexadecimal (a surrogate pair above U+FFFF), and a newline follows.
///
/// The output is pure ASCII, hence the same bytes whatever encoding the device behind it assumes. What stands
/// there must be one JSON text without raw line breaks, as the engine encodes it: code points above 0x7E then
/// occur inside strings only. Text that is ASCII already costs one look at each byte and no allocation.
///
/// ```
/// let mut out = "{\"text\":\"naïve 🦀\"}".to_owned().into_bytes();
/// snodo_core::lines::seal(&mut out, 0);
/// assert_eq!(out, b"{\"text\":\"na\\u00efve \\ud83e\\udd80\"}\n");
/// ```
pub fn seal(out: &mut Vec<u8>, from: usize) {
    if let Some(first) = first_above_7e(&out[from..]) {
        escape(out, from + first);
    }
    out.push(b'\n');
}

/// Blocks first: the compiler turns the inner loop into a few vector instructions.
fn first_above_7e(bytes: &[u8]) -> Option<usize> {
    let is_above = |byte: &u8| *byte > 0x7E;
    let plain =
        bytes.chunks(64).take_while(|block| !block.iter().fold(false, |any, byte| any | is_above(byte)));
    let start = plain.map(<[u8]>::len).sum();
    bytes[start..].iter().position(is_above).map(|offset| start + offset)
}

fn escape(out: &mut Vec<u8>, from: usize) {
    let text = String::from_utf8_lossy(&out[from..]).into_owned();
    out.truncate(from);
    out.reserve(2 * text.len());
    let mut chars = text.chars();
    while let Some(plain) = chars.as_str().bytes().position(|byte| byte > 0x7E) {
        out.extend_from_slice(&chars.as_str().as_bytes()[..plain]);
        chars = chars.as_str()[plain..].chars();
        for unit in chars.next().unwrap_or_default().encode_utf16(&mut [0; 2]) {
            let digit = |shift: u16| b"0123456789abcdef"[usize::from(*unit >> shift & 0xF)];
            out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
        }
    }
    out.extend_from_slice(chars.as_str().as_bytes());
}

#[cfg(test)]
mod tests;
