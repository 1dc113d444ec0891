//! A URI in its parts, and percent-decoding.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use memchr::memchr_iter;

/// A URI that some template might match, cut where its parts end and not decoded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Uri<'a> {
    pub(super) scheme: &'a str,
    pub(super) authority: Option<&'a str>,
    pub(super) rooted: bool,
    /// The segments, none of them empty, without the slash before the first one.
    pub(super) path: &'a str,
    /// How many segments there are.
    pub(super) segments: usize,
    pub(super) query: Option<&'a str>,
}

impl<'a> Uri<'a> {
    /// Takes time linear in the text. `None` if it is no absolute URI, has a fragment, or has an empty segment: then no
    /// template matches.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        #[cfg(test)]
        super::tests::cost::add(text.len());
        if !is_spelled_well(text) {
            return None;
        }
        let (scheme, rest) = text.split_once(':')?;
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        let rooted = path.starts_with('/');
        let segments = if path.is_empty() { 0 } else { slashes(path) + usize::from(!rooted) };
        if path.ends_with('/') || path.contains("//") {
            return None;
        }
        Some(Self {
            scheme,
            authority,
            rooted,
            path: path.strip_prefix('/').unwrap_or(path),
            segments,
            query,
        })
    }
}

fn slashes(text: &str) -> usize {
    memchr_iter(b'/', text.as_bytes()).count()
}

/// Whether all characters may stand in a URI without a fragment, each `%` with two hexadecimal digits behind it.
fn is_spelled_well(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fine = match byte {
            b'%' => [bytes.next(), bytes.next()].into_iter().all(|digit| digit.and_then(hex).is_some()),
            b'"' | b'#' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => false,
            _ => byte.is_ascii_graphic(),
        };
        if !fine {
            return false;
        }
    }
    true
}

/// The bytes that a part stands for. It ends before a `%` that has no two hexadecimal digits behind it.
pub(super) fn decoded(part: &str) -> impl Iterator<Item = u8> + '_ {
    let mut bytes = part.bytes();
    iter::from_fn(move || {
        #[cfg(test)]
        super::tests::cost::add(1);
        match bytes.next()? {
            b'%' => Some(hex(bytes.next()?)? << 4 | hex(bytes.next()?)?),
            byte => Some(byte),
        }
    })
}

/// The text that a part stands for, unless that is no UTF-8.
pub(super) fn decode(part: &str) -> Option<Cow<'_, str>> {
    if !part.contains('%') {
        return Some(Cow::Borrowed(part));
    }
    let mut bytes = Vec::with_capacity(part.len());
    bytes.extend(decoded(part));
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

pub(super) fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}
