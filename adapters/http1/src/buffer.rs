//! What was received and not yet taken: one stretch of bytes in a buffer that grows with what arrives.

use alloc::vec::Vec;
use core::ops::Range;

/// What the buffer starts with and shrinks back to.
const SMALL: usize = 8 * 1024;
/// An empty buffer larger than this is given back.
const KEPT: usize = 64 * 1024;
/// With less free space than this the buffer is moved together or grown, so that reads do not become tiny.
const LOW: usize = 4 * 1024;

/// Offsets count from the first byte that is held, so they survive that the buffer moves or grows.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    /// Zero-filled once; what is held stands in `start..end`.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl Buffer {
    pub(crate) fn held(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    pub(crate) fn len(&self) -> usize {
        self.end - self.start
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Whether it has memory and holds nothing.
    pub(crate) fn is_spare(&self) -> bool {
        self.is_empty() && self.bytes.capacity() > 0
    }

    /// Free space, such that no more than `most` bytes are ever held. Empty when as many are.
    pub(crate) fn space(&mut self, most: usize) -> &mut [u8] {
        if self.is_empty() {
            self.rewind();
        }
        let room = most.saturating_sub(self.len());
        if self.bytes.len() - self.end < room.min(LOW) {
            self.make_room(most);
        }
        let free = room.min(self.bytes.len() - self.end);
        &mut self.bytes[self.end..self.end + free]
    }

    /// Copies in as many bytes as are allowed, and returns how many those are.
    pub(crate) fn receive(&mut self, bytes: &[u8], most: usize) -> usize {
        let mut rest = bytes;
        while !rest.is_empty() {
            let space = self.space(most);
            let count = space.len().min(rest.len());
            if count == 0 {
                break;
            }
            let (now, later) = rest.split_at(count);
            space[..count].copy_from_slice(now);
            self.end += count;
            rest = later;
        }
        bytes.len() - rest.len()
    }

    /// The first `count` bytes of the space were written.
    pub(crate) fn filled(&mut self, count: usize) {
        assert!(count <= self.bytes.len() - self.end, "more bytes were read than there was space for");
        self.end += count;
    }

    /// Takes the first `count` bytes. They stay where they are until more is received.
    pub(crate) fn take(&mut self, count: usize) -> &[u8] {
        assert!(count <= self.len(), "only what is held can be taken");
        let start = self.start;
        self.start += count;
        &self.bytes[start..start + count]
    }

    pub(crate) fn clear(&mut self) {
        self.start = self.end;
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.end = self.start + len;
    }

    pub(crate) fn copy_within(&mut self, from: Range<usize>, to: usize) {
        self.bytes.copy_within(self.start + from.start..self.start + from.end, self.start + to);
    }

    pub(crate) fn set(&mut self, at: usize, byte: u8) {
        self.bytes[self.start + at] = byte;
    }

    fn rewind(&mut self) {
        self.start = 0;
        self.end = 0;
        if self.bytes.is_empty() || self.bytes.len() > KEPT {
            self.make_small();
        }
    }

    /// Apart as it is rare, like what follows, so that the usual way is short.
    #[cold]
    fn make_small(&mut self) {
        self.bytes.truncate(SMALL);
        self.bytes.shrink_to_fit();
        self.bytes.resize(SMALL, 0);
    }

    /// Moves what is held to the front or grows the buffer, whichever costs no more than what was received
    /// since the last time.
    #[cold]
    fn make_room(&mut self, most: usize) {
        let worth_moving = self.len() <= self.start;
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if !worth_moving && self.bytes.len() < most {
            let len = self.bytes.len().saturating_mul(2).min(most);
            self.bytes.reserve_exact(len - self.bytes.len());
            self.bytes.resize(len, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffer, KEPT, LOW, SMALL};

    #[test]
    fn holds_no_more_than_it_may() {
        let mut buffer = Buffer::default();
        assert_eq!(buffer.receive(&[7; 20_000], 10_000), 10_000);
        assert!(buffer.space(10_000).is_empty());
        assert_eq!(buffer.bytes.len(), 10_000);
        assert_eq!(buffer.take(9_999).len(), 9_999);
        assert_eq!(buffer.space(10_000).len(), 9_999);
        assert_eq!(buffer.held(), [7]);
    }

    #[test]
    fn grows_with_what_arrives_and_shrinks_when_empty() {
        let mut buffer = Buffer::default();
        buffer.receive(&[1; 100], 2_000_000);
        assert_eq!(buffer.bytes.len(), SMALL);
        buffer.receive(&[1; KEPT], 2_000_000);
        assert_eq!(buffer.bytes.len(), 2 * KEPT);
        assert_eq!(buffer.take(KEPT + 100).len(), KEPT + 100);
        assert_eq!(buffer.space(2_000_000).len(), SMALL);
        assert_eq!(buffer.bytes.capacity(), SMALL);
    }

    #[test]
    fn many_small_messages_never_grow_it() {
        let mut buffer = Buffer::default();
        for _ in 0..1_000 {
            assert_eq!(buffer.receive(&[3; 500], 1 << 20), 500);
            buffer.take(490);
            if buffer.len() > LOW / 2 {
                buffer.take(LOW / 2);
            }
        }
        assert_eq!(buffer.bytes.len(), SMALL);
    }

    #[test]
    #[should_panic(expected = "more bytes were read than there was space for")]
    fn a_count_beyond_the_space_is_the_callers_bug() {
        let mut buffer = Buffer::default();
        buffer.space(100);
        buffer.filled(SMALL + 1);
    }
}
