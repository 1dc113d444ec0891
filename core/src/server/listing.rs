//! The pages of a catalogue, as slices of one text that is written at build.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::dialect::v2026_07_28::CacheHint;
use crate::json::Writer;

/// All definitions of one kind, separated by commas.
#[derive(Debug)]
pub(crate) struct Listing {
    text: String,
    /// Where each definition ends.
    ends: Vec<usize>,
    cache: CacheHint,
}

impl Listing {
    pub(super) fn new<'a>(definitions: impl Iterator<Item = &'a str>, cache: CacheHint) -> Self {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for definition in definitions {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(definition);
            ends.push(text.len());
        }
        text.shrink_to_fit();
        Self { text, ends, cache }
    }

    /// The definitions from place `first` on, at most `size`.
    pub(super) fn page(&self, first: usize, size: usize) -> Range<usize> {
        first..self.ends.len().min(first.saturating_add(size))
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Writes the members of a result that lists `page` under `member`.
    pub(super) fn write(&self, member: &str, page: Range<usize>, next: Option<&str>, w: &mut Writer<'_>) {
        let start = page.start.checked_sub(1).map_or(0, |before| self.ends[before] + 1);
        let end = page.end.checked_sub(1).map_or(0, |last| self.ends[last]);
        w.literal("\"").literal(member).literal("\":[");
        w.literal(self.text.get(start..end).unwrap_or_default()).literal("]");
        if let Some(cursor) = next {
            w.literal(",\"nextCursor\":").string(cursor);
        }
        self.cache.write(w);
    }
}
