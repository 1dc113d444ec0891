//! Made-up templates and values, and a second opinion on what templates expand to.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::template::{Template, Uri, Variables};

/// The same numbers in every run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    pub(super) fn of<T: Copy>(&mut self, table: &[T]) -> T {
        table[self.below(table.len())]
    }
}

pub(super) fn template(text: &str) -> Template {
    Template::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

pub(super) fn matches(template: &Template, uri: &str) -> Option<Variables> {
    template.matches(&Uri::read(uri)?)
}

/// A made-up template of the subset.
pub(super) struct Made {
    pub(super) text: String,
    /// How literal its segments are: 2 is a literal, 1 a variable, `None` what is of variable length.
    pub(super) segments: Vec<Option<u8>>,
}

impl Made {
    /// Up to three segments. `names` are given out in turn to the variables of one segment.
    pub(super) fn new(random: &mut Random, names: &[&str]) -> Self {
        let mut text = String::from(random.of(&["x:", "x:/", "x://h/", "x:///", "y:/"]));
        let mut segments = Vec::new();
        let mut names = names.iter().cycle().skip(random.below(names.len()));
        for _ in 0..random.below(4) {
            match random.below(if segments.contains(&None) { 4 } else { 6 }) {
                0 | 1 => {
                    segments.push(Some(1));
                    text.push_str(&format!("{{{}}}/", names.next().unwrap()));
                }
                2 | 3 => {
                    segments.push(Some(2));
                    text.push_str(random.of(&["a/", "b/"]));
                }
                4 => {
                    segments.push(None);
                    text.push_str("{+r}/");
                }
                _ if text.ends_with('/') => {
                    segments.push(None);
                    text.pop();
                    text.push_str(random.of(&["{/o}/", "{/l*}/"]));
                }
                _ => {}
            }
        }
        text.truncate(text.trim_end_matches('/').len());
        // Without a path, nothing may be left of the authority either.
        if text.ends_with(':') {
            segments.push(Some(2));
            text.push('a');
        }
        text.push_str(random.of(&["", "", "{?q}", "{?q,s}", "{?q}{&s,t}"]));
        Self { text, segments }
    }
}

/// RFC 6570, section 3, read off the text of a template of the subset, except that `%`, `?` and `#` in a value are encoded
/// always.
pub(super) fn expand(template: &str, values: &Variables) -> String {
    let mut uri = String::new();
    let mut rest = template;
    // A name in a continuation may be the first one of the query.
    let mut separator = '?';
    while let Some((literal, tail)) = rest.split_once('{') {
        let (expression, tail) = tail.split_once('}').unwrap();
        uri.push_str(literal);
        rest = tail;
        let (operator, names) = match expression.chars().next().unwrap() {
            operator @ ('+' | '/' | '?' | '&') => (operator, &expression[1..]),
            _ => (' ', expression),
        };
        for name in names.split(',') {
            let name = name.trim_end_matches('*');
            if let Some(segments) = values.list(name) {
                for segment in segments {
                    uri.push('/');
                    uri.push_str(&encode(segment, ""));
                }
            }
            let Some(value) = values.get(name) else { continue };
            match operator {
                '+' => uri.push_str(&encode(value, ":/[]@!$&'()*+,;=")),
                '/' => uri.push_str(&format!("/{}", encode(value, ""))),
                '?' | '&' => {
                    uri.push_str(&format!("{separator}{name}={}", encode(value, "")));
                    separator = '&';
                }
                _ => uri.push_str(&encode(value, "")),
            }
        }
    }
    uri + rest
}

fn encode(value: &str, kept: &str) -> String {
    let is_kept = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b) || kept.as_bytes().contains(&b);
    let mut text = String::new();
    for byte in value.bytes() {
        if is_kept(byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// What a URI says: its scheme in small letters, everything decoded, the pairs of its query sorted.
pub(super) fn meaning(uri: &str) -> (Vec<u8>, Vec<Vec<u8>>) {
    let (scheme, rest) = uri.split_once(':').unwrap();
    let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
    let mut pairs: Vec<_> = query.into_iter().flat_map(|query| query.split('&')).map(decoded).collect();
    pairs.sort();
    (decoded(&format!("{}:{path}", scheme.to_ascii_lowercase())), pairs)
}

fn decoded(text: &str) -> Vec<u8> {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next().unwrap().as_bytes().to_owned();
    for piece in pieces {
        bytes.push(u8::from_str_radix(&piece[..2], 16).unwrap());
        bytes.extend(&piece.as_bytes()[2..]);
    }
    bytes
}
