//! Where a value stands in a text.

use alloc::borrow::Cow;

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

/// Where a value stands in the text it was read from, and of what kind it is: twelve bytes that borrow nothing.
/// The default stands for a value that is not there.
///
/// The text is handed in again by the caller of [`raw`](Self::raw) and [`string`](Self::string), and must be the
/// one that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) kind: Kind,
    pub(super) escaped: bool,
}

impl Span {
    /// What the value is.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Whether there is a value, `null` included.
    #[inline]
    #[must_use]
    pub fn is_given(self) -> bool {
        self.kind != Kind::Missing
    }

    /// The value as it stands in the text, for decoding or for echoing; empty when there is none.
    ///
    /// # Panics
    ///
    /// When `text` is not the text that was read, and has no such place.
    #[inline]
    #[must_use]
    pub fn raw(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// Where the value stands in the raw text of `outer`, which encloses it; `None` when there is none.
    pub(crate) fn within(self, outer: Self) -> Option<(u32, u32)> {
        self.is_given().then(|| (self.start - outer.start, self.end - outer.start))
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
        if self.kind != Kind::String {
            return None;
        }
        let content = &text[self.start as usize + 1..self.end as usize - 1];
        if self.escaped {
            string::unescape(content).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(content))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_small_and_missing_by_default() {
        assert_eq!(size_of::<Span>(), 12);
        let missing = Span::default();
        assert!(!missing.is_given());
        assert_eq!(missing.kind(), Kind::Missing);
        assert_eq!(missing.raw("{}"), "");
        assert_eq!(missing.string("{}"), None);
    }
}
