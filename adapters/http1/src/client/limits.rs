//! How much of an answer is taken in.

use crate::chunked::Bounds;

/// Bounds of the answers on one connection. Each has a default; a method changes it.
///
/// # Defaults
///
/// | limit | default | beyond it | worst-case memory |
/// |---|---|---|---|
/// | [`head`](Limits::head) | 32,768 bytes | refused | its size |
/// | [`headers`](Limits::headers) | 100 fields | refused | 32 bytes each |
/// | [`body`](Limits::body) | 16 MiB | refused | none: bodies are passed on as they arrive |
/// | [`chunk_line`](Limits::chunk_line) | 4,096 bytes | refused | none |
/// | [`trailers`](Limits::trailers) | 8,192 bytes | refused | none |
///
/// A connection holds at most `head` bytes and the fields' places: 36 KB by default, and half as much again for the
/// moment in which its buffer grows. The buffer starts with 8 KiB and stays there as long as events are taken between
/// two reads and heads are no larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(super) head: usize,
    pub(super) headers: usize,
    pub(super) body: Option<u64>,
    pub(super) chunk_line: usize,
    pub(super) trailers: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { head: 32_768, headers: 100, body: Some(16 * 1024 * 1024), chunk_line: 4_096, trailers: 8_192 }
    }
}

impl Limits {
    /// Bytes of an answer's head: the status line, the fields and the empty line that ends it, and the same of all
    /// interim answers in front of it. At least 64.
    pub fn head(self, bytes: usize) -> Self {
        Self { head: bytes.max(64), ..self }
    }

    /// Field lines of a head.
    pub fn headers(self, count: usize) -> Self {
        Self { headers: count, ..self }
    }

    /// Bytes of a body without its framing; `None` sets no limit, for streams. A declared length beyond it is
    /// refused before a byte of the body is given, a chunk before its data when the sizes of the chunks add up to
    /// more, and the end of the connection isn't waited for any longer. It can be
    /// [chosen for each answer](super::Connection::limit_body) by its head.
    pub fn body(self, bytes: Option<u64>) -> Self {
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

    /// For a chunked body of at most `body` bytes.
    pub(super) fn chunked(&self, body: u64) -> Bounds {
        Bounds { body, line: self.chunk_line, trailers: self.trailers }
    }
}
