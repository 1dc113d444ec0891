//! How much of a connection is held in memory, and how many requests it carries.

use crate::chunked::Bounds;

/// Slots for the fields of a head, on the stack while it is parsed.
pub(crate) const MAX_HEADERS: usize = 256;
/// What stands in front of a body is never larger.
const MAX_HEAD: usize = 16 * 1024 * 1024;

/// Bounds of one connection. Each has a default; a method changes it.
///
/// # Defaults
///
/// | limit | default | beyond it | worst-case memory |
/// |---|---|---|---|
/// | [`head`](Limits::head) | 32,768 bytes | 431 | its size |
/// | [`headers`](Limits::headers) | 100 fields | 431 | 32 bytes each |
/// | [`target`](Limits::target) | 8,192 bytes | 414 | part of the head |
/// | [`body`](Limits::body) | 2,000,000 bytes | 413 | its size |
/// | [`chunk_line`](Limits::chunk_line) | 4,096 bytes | 400 | none |
/// | [`trailers`](Limits::trailers) | 8,192 bytes | 431 | none |
/// | [`read_ahead`](Limits::read_ahead) | 65,536 bytes | reading pauses | its size |
/// | [`requests`](Limits::requests) | no limit | the connection closes | none |
///
/// A connection holds at most `head + body + read_ahead` bytes and the fields' places: 2.1 MB by default, and
/// half as much again for the moment in which its buffer grows. The buffer starts with 8 KiB and doubles as
/// bytes really arrive, never because a length was announced; one that grew beyond 64 KiB is given back as soon
/// as everything in it was taken and room for more is asked for, and any that is empty by
/// [`Connection::release`](super::Connection::release).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(crate) head: usize,
    pub(crate) headers: usize,
    pub(crate) target: usize,
    pub(crate) body: usize,
    pub(crate) chunk_line: usize,
    pub(crate) trailers: usize,
    pub(crate) read_ahead: usize,
    pub(crate) requests: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head: 32_768,
            headers: 100,
            target: 8_192,
            body: 2_000_000,
            chunk_line: 4_096,
            trailers: 8_192,
            read_ahead: 65_536,
            requests: None,
        }
    }
}

impl Limits {
    /// Bytes of a head: the request line, the fields and the empty line that ends it. At least 64, at most 16
    /// MiB.
    pub fn head(self, bytes: usize) -> Self {
        Self { head: bytes.clamp(64, MAX_HEAD), ..self }
    }

    /// Field lines of a head; at most 256.
    pub fn headers(self, count: usize) -> Self {
        Self { headers: count.min(MAX_HEADERS), ..self }
    }

    /// Bytes of a request target. A request line that is longer than the whole head may be is refused alike.
    pub fn target(self, bytes: usize) -> Self {
        Self { target: bytes, ..self }
    }

    /// Bytes of a body without its framing. A declared length beyond it is refused before a byte of the body is
    /// read, a chunked body as soon as the sizes of its chunks add up to more.
    pub fn body(self, bytes: usize) -> Self {
        Self { body: bytes, ..self }
    }

    /// Bytes of the line in front of a chunk: its size, its extensions and the line end.
    pub fn chunk_line(self, bytes: usize) -> Self {
        Self { chunk_line: bytes, ..self }
    }

    /// Bytes of the trailer section of a chunked body, the empty line that ends it included. At least 2.
    pub fn trailers(self, bytes: usize) -> Self {
        Self { trailers: bytes.max(2), ..self }
    }

    /// Bytes that are taken in behind a request while it is read or answered. They are later requests, which
    /// wait.
    pub fn read_ahead(self, bytes: usize) -> Self {
        Self { read_ahead: bytes, ..self }
    }

    /// Requests that one connection carries; the answer to the last one says `connection: close`. With 1 there
    /// is one request per connection, `None` sets no limit, and 0 is taken as 1.
    pub fn requests(self, count: Option<u64>) -> Self {
        Self { requests: count.map(|count| count.max(1)), ..self }
    }

    pub(crate) fn chunked(&self) -> Bounds {
        Bounds { body: self.body as u64, line: self.chunk_line, trailers: self.trailers }
    }
}
