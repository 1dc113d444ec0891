//! A set of URIs that keeps the order they were given in.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::model::is_absolute_uri;

/// Distinct URIs in the order in which they first stood. Membership is a binary search.
#[derive(Default)]
pub(super) struct Uris(Box<[Uri]>);

struct Uri {
    text: Arc<str>,
    /// Of the n-th entry: where in the slice the n-th smallest URI stands.
    sorted: u16,
}

impl Uris {
    /// Takes at most 65,536 URIs, which the caller has made sure of; of equal ones the first stays. Takes n log n
    /// comparisons.
    pub(super) fn distinct(given: &[Arc<str>]) -> Self {
        let text = |at: u16| &*given[usize::from(at)];
        let mut by_text: Vec<u16> = (0..=u16::MAX).zip(given).map(|(at, _)| at).collect();
        by_text.sort_unstable_by(|a, b| text(*a).cmp(text(*b)).then(a.cmp(b)));
        by_text.dedup_by(|later, first| text(*later) == text(*first));
        let mut kept = by_text.clone();
        kept.sort_unstable();
        let mut places = vec![0; given.len()];
        for (place, at) in (0..=u16::MAX).zip(&kept) {
            places[usize::from(*at)] = place;
        }
        let uris = kept.iter().zip(&by_text).map(|(at, sorted)| Uri {
            text: Arc::clone(&given[usize::from(*at)]),
            sorted: places[usize::from(*sorted)],
        });
        Self(uris.collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Arc<str>> {
        self.0.get(at).map(|uri| &uri.text)
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<str>> {
        self.0.iter().map(|uri| &uri.text)
    }

    pub(super) fn contains(&self, uri: &str) -> bool {
        self.0.binary_search_by(|entry| (*self.0[usize::from(entry.sorted)].text).cmp(uri)).is_ok()
    }

    /// Whether `uri` is one of these or lies below one of them: whoever watches `file:///project` may be told of
    /// `file:///project/src/main.rs`.
    pub(super) fn cover(&self, uri: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let below = |(at, byte): (usize, u8)| match byte {
            b'/' => self.contains(&uri[..at]) || self.contains(&uri[..=at]),
            b'?' | b'#' => self.contains(&uri[..at]),
            _ => false,
        };
        self.contains(uri) || (is_absolute_uri(uri) && uri.bytes().enumerate().any(below))
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    fn uris(given: &[&str]) -> Uris {
        Uris::distinct(&given.iter().map(|uri| Arc::from(*uri)).collect::<Vec<_>>())
    }

    #[test]
    fn the_first_of_equal_ones_stays_where_it_was() {
        let set = uris(&["c:1", "a:1", "c:1", "b:1", "a:1", "a:0"]);
        assert!(set.iter().map(|uri| &**uri).eq(["c:1", "a:1", "b:1", "a:0"]));
        for uri in ["c:1", "a:1", "b:1", "a:0"] {
            assert!(set.contains(uri), "{uri}");
        }
        for uri in ["", "a:", "a:2", "d:1", "b:11"] {
            assert!(!set.contains(uri), "{uri}");
        }
    }

    #[test]
    fn every_member_of_a_large_set_is_found_and_nothing_else() {
        let given: Vec<Arc<str>> = (0..1_000).map(|n| format!("x:{}", n * 7_919 % 1_009).into()).collect();
        let set = Uris::distinct(&given);
        assert_eq!(set.len(), 1_000);
        let found = (0..1_100).filter(|n| set.contains(&format!("x:{n}"))).count();
        assert_eq!(found, 1_000);
        assert!(given.iter().all(|uri| set.contains(uri)));
    }

    #[test]
    fn what_lies_below_a_member_is_covered() {
        let set = uris(&["file:///project", "https://a/docs/", "x:y"]);
        for uri in [
            "file:///project",
            "file:///project/src/main.rs",
            "file:///project#part",
            "file:///project?v=2",
            "https://a/docs/",
            "https://a/docs/one",
            "x:y/z",
        ] {
            assert!(set.cover(uri), "{uri}");
        }
        for uri in [
            "file:///projects",
            "file:///project2/a",
            "file:///",
            "https://a/docs",
            "https://a/doc",
            "x:",
            "x:y/ z",
            "x:y/é",
            "",
        ] {
            assert!(!set.cover(uri), "{uri}");
        }
        assert!(!uris(&[]).cover("x:y"));
    }
}
