//! The pages of one kind of component, from one text that is written at build.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::json::Writer;
use crate::model::CacheHint;

/// All definitions of one kind, separated by commas.
#[derive(Debug)]
pub(crate) struct Listing {
    text: String,
    /// Where each definition ends.
    ends: Vec<usize>,
    cache: CacheHint,
}

/// The definitions on one page, by their places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Page {
    /// The same for everyone: a slice of the text.
    Whole(Range<usize>),
    /// What a policy leaves to this caller.
    Picked(Vec<u32>),
}

impl Listing {
    pub(super) fn new(definitions: impl Iterator<Item = String>, cache: CacheHint) -> Self {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for definition in definitions {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&definition);
            ends.push(text.len());
        }
        text.shrink_to_fit();
        Self { text, ends, cache }
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.text == other.text
    }

    /// Writes the members of a result that lists `page` under `member`.
    pub(super) fn write(&self, member: &str, page: &Page, next: Option<&str>, w: &mut Writer<'_>) {
        w.literal("\"").literal(member).literal("\":[");
        match page {
            Page::Whole(places) => drop(w.literal(self.slice(places.clone()))),
            Page::Picked(places) => {
                let mut separator = "";
                for &place in places {
                    w.literal(separator).literal(self.slice(place as usize..place as usize + 1));
                    separator = ",";
                }
            }
        }
        w.literal("]");
        if let Some(cursor) = next {
            w.literal(",\"nextCursor\":").string(cursor);
        }
        self.cache.write(w);
    }

    fn slice(&self, places: Range<usize>) -> &str {
        let start = places.start.checked_sub(1).map_or(0, |before| self.ends[before] + 1);
        let end = places.end.checked_sub(1).map_or(0, |last| self.ends[last]);
        self.text.get(start..end).unwrap_or_default()
    }
}
