//! Where a value stands in a text.

use alloc::borrow::Cow;
use core::fmt;

use super::string;

/// What a value is, as its first byte tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Kind {
    /// There is no value: the member was not given.
    #[default]
    Missing,
    /// `{…}`
    Object,
    /// `[…]`
    Array,
    /// `"…"`
    String,
    /// A number of any form.
    Number,
    /// `true`
    True,
    /// `false`
    False,
    /// `null`
    Null,
}

/// Where a value stands in the text it was read from, and of what kind it is: eight bytes that borrow nothing.
/// The default stands for a value that is not there.
///
/// The text is handed in again by the caller of [`raw`](Self::raw) and [`string`](Self::string), and must be the
/// one that was read.
//
// In one word, which a function returns in a register: from the lowest bit on the start and the end, of 30 bits each,
// the kind, and whether a string holds an escape.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Span(u64);

/// As far as a span reaches.
const PLACE: u64 = (1 << PLACE_BITS) - 1;
const PLACE_BITS: u32 = 30;
const KIND_AT: u32 = 2 * PLACE_BITS;
const ESCAPED: u64 = 1 << 63;

impl Span {
    /// The value at `start..end`, both at most [`MAX_BYTES`](super::MAX_BYTES).
    #[inline]
    pub(super) fn new(start: usize, end: usize, kind: Kind) -> Self {
        Self(start as u64 | (end as u64) << PLACE_BITS | u64::from(kind as u8) << KIND_AT)
    }

    /// A string with an escape in it.
    #[inline]
    pub(super) fn escaped_string(start: usize, end: usize) -> Self {
        Self(Self::new(start, end, Kind::String).0 | ESCAPED)
    }

    fn is_escaped(self) -> bool {
        self.0 & ESCAPED != 0
    }

    #[inline]
    fn start(self) -> u32 {
        (self.0 & PLACE) as u32
    }

    #[inline]
    fn end(self) -> u32 {
        (self.0 >> PLACE_BITS & PLACE) as u32
    }

    /// What the value is.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.0 >> KIND_AT & 0b111 {
            0 => Kind::Missing,
            1 => Kind::Object,
            2 => Kind::Array,
            3 => Kind::String,
            4 => Kind::Number,
            5 => Kind::True,
            6 => Kind::False,
            _ => Kind::Null,
        }
    }

    /// Whether there is a value, `null` included.
    #[inline]
    #[must_use]
    pub fn is_given(self) -> bool {
        self.kind() != Kind::Missing
    }

    /// The value as it stands in the text, for decoding or for echoing; empty when there is none.
    ///
    /// # Panics
    ///
    /// When `text` is not the text that was read, and has no such place.
    #[inline]
    #[must_use]
    pub fn raw(self, text: &str) -> &str {
        &text[self.start() as usize..self.end() as usize]
    }

    /// Where the value stands in the raw text of `outer`, which encloses it; `None` when there is none.
    pub(crate) fn within(self, outer: Self) -> Option<(u32, u32)> {
        self.is_given().then(|| (self.start() - outer.start(), self.end() - outer.start()))
    }

    /// The content of a string that holds no escape.
    #[inline]
    pub(crate) fn plain(self, text: &str) -> Option<&str> {
        match self.kind() {
            Kind::String if !self.is_escaped() => {
                text.get(self.start() as usize + 1..self.end() as usize - 1)
            }
            _ => None,
        }
    }

    /// The content of a string, borrowed from the text unless it holds an escape; `None` when the value is no
    /// string.
    ///
    /// # Panics
    ///
    /// When `text` is not the text that was read, and has no such place.
    #[inline]
    #[must_use]
    pub fn string(self, text: &str) -> Option<Cow<'_, str>> {
        if self.kind() != Kind::String {
            return None;
        }
        let content = &text[self.start() as usize + 1..self.end() as usize - 1];
        if self.is_escaped() {
            string::unescape(content).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(content))
        }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {}..{}", self.kind(), self.start(), self.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_small_and_missing_by_default() {
        assert_eq!(size_of::<Span>(), 8);
        let missing = Span::default();
        assert!(!missing.is_given());
        assert_eq!(missing.kind(), Kind::Missing);
        assert_eq!(missing.raw("{}"), "");
        assert_eq!(missing.string("{}"), None);
    }
}
