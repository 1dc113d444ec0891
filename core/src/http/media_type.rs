//! `Content-Type` and `Accept`: compared with their usual spelling first, parsed when that fails.
//!
//! RFC 9110, sections 8.3 and 12.5.1.

use super::head::is_name;

/// Whether a `Content-Type` value is JSON in UTF-8.
#[inline]
pub(super) fn is_json(value: &[u8]) -> bool {
    is_name(value, b"application/json") || reads_as_json(value)
}

/// Apart, so that the usual spelling takes the short way.
#[inline(never)]
fn reads_as_json(value: &[u8]) -> bool {
    let mut parts = Parts { rest: value, separator: b';' };
    let Some(essence) = parts.next() else { return false };
    essence.eq_ignore_ascii_case(b"application/json")
        && parts.all(|parameter| match parameter_of(parameter) {
            Some((name, value)) => {
                !name.eq_ignore_ascii_case(b"charset") || value.eq_ignore_ascii_case(b"utf-8")
            }
            None => parameter.is_empty(),
        })
}

/// What `Accept` says about the two types an answer may have. Without such a field anything is accepted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Accepted {
    given: bool,
    json: Choice,
    event_stream: Choice,
}

/// The most specific range so far that covers a type.
#[derive(Debug, Clone, Copy, Default)]
struct Choice {
    /// 0: none, 1: `*/*`, 2: `type/*`, 3: `type/subtype`.
    specificity: u8,
    wanted: bool,
}

impl Accepted {
    /// Adds a field line.
    #[inline]
    pub(super) fn add(&mut self, value: &[u8]) {
        self.given = true;
        if is_name(value, b"application/json, text/event-stream") {
            self.json.cover(3, true);
            self.event_stream.cover(3, true);
        } else {
            self.read(value);
        }
    }

    /// Apart, so that the usual spelling takes the short way.
    #[inline(never)]
    fn read(&mut self, value: &[u8]) {
        for range in (Parts { rest: value, separator: b',' }) {
            let mut parts = Parts { rest: range, separator: b';' };
            let essence = parts.next().unwrap_or_default();
            // A weight of zero excludes. Other parameters do not narrow a range here: the answer has none.
            let Some(wanted) = parts
                .filter_map(parameter_of)
                .find(|(name, _)| name.eq_ignore_ascii_case(b"q"))
                .map_or(Some(true), |(_, weight)| {
                    is_weight(weight).then(|| weight.iter().any(|b| (b'1'..=b'9').contains(b)))
                })
            else {
                continue;
            };
            self.json.consider(essence, b"application/json", wanted);
            self.event_stream.consider(essence, b"text/event-stream", wanted);
        }
    }

    /// Whether both types are accepted.
    pub(super) fn both(self) -> bool {
        !self.given || (self.json.wanted && self.event_stream.wanted)
    }
}

impl Choice {
    fn consider(&mut self, range: &[u8], media_type: &[u8], wanted: bool) {
        let kind =
            media_type.iter().position(|&b| b == b'/').map_or(media_type, |slash| &media_type[..=slash]);
        let specificity = if range.eq_ignore_ascii_case(media_type) {
            3
        } else if range == b"*/*" {
            1
        } else if range.strip_suffix(b"*").is_some_and(|prefix| prefix.eq_ignore_ascii_case(kind)) {
            2
        } else {
            return;
        };
        self.cover(specificity, wanted);
    }

    fn cover(&mut self, specificity: u8, wanted: bool) {
        if specificity >= self.specificity {
            // Among equals any that accepts counts.
            self.wanted = wanted || (specificity == self.specificity && self.wanted);
            self.specificity = specificity;
        }
    }
}

/// `0`, `1`, with up to three decimals, at most 1.
fn is_weight(weight: &[u8]) -> bool {
    let (whole, decimals) = match weight {
        [whole] => (whole, &[][..]),
        [whole, b'.', decimals @ ..] => (whole, decimals),
        _ => return false,
    };
    decimals.len() <= 3
        && match whole {
            b'0' => decimals.iter().all(u8::is_ascii_digit),
            b'1' => decimals.iter().all(|&b| b == b'0'),
            _ => false,
        }
}

/// `name=value`, the quotes of a quoted value taken off.
fn parameter_of(parameter: &[u8]) -> Option<(&[u8], &[u8])> {
    let equals = parameter.iter().position(|&b| b == b'=')?;
    let (name, value) = (&parameter[..equals], &parameter[equals + 1..]);
    let value = value.strip_prefix(b"\"").and_then(|v| v.strip_suffix(b"\"")).unwrap_or(value);
    (!name.is_empty()).then_some((name, value))
}

/// The trimmed parts of a list, separated outside quoted strings.
struct Parts<'a> {
    rest: &'a [u8],
    separator: u8,
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let (mut quoted, mut escaped) = (false, false);
        let end = self.rest.iter().position(|&b| {
            match b {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                _ => return b == self.separator && !quoted,
            }
            false
        });
        let part = match end {
            Some(end) => {
                let part = &self.rest[..end];
                self.rest = &self.rest[end + 1..];
                part
            }
            None => core::mem::take(&mut self.rest),
        };
        Some(part.trim_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_in_utf8_is_json_however_it_is_spelled() {
        for good in [
            "application/json",
            "Application/JSON",
            "application/json;charset=UTF-8",
            "application/json ; charset=\"utf-8\"",
            "application/json; charset=utf-8; x=\"a;b\"",
            "application/json;",
            " application/json\t",
        ] {
            assert!(is_json(good.as_bytes()), "{good}");
        }
        for bad in [
            "",
            "text/plain",
            "text/plain; x=application/json",
            "application/json-seq",
            "application/json, application/json",
            "application/jso",
            "application/x-www-form-urlencoded",
            "application/json; charset=utf-16",
            "application/json x",
            "application/json; x",
        ] {
            assert!(!is_json(bad.as_bytes()), "{bad}");
        }
    }

    fn both(lines: &[&str]) -> bool {
        let mut accepted = Accepted::default();
        lines.iter().for_each(|line| accepted.add(line.as_bytes()));
        accepted.both()
    }

    #[test]
    fn both_types_have_to_be_accepted() {
        for good in [
            &[][..],
            &["*/*"],
            &["application/json, text/event-stream"],
            &["text/event-stream,application/json"],
            &["application/json", "text/event-stream"],
            &["application/*, text/*;q=0.5"],
            &["Application/JSON;q=0.001, TEXT/event-stream; charset=utf-8"],
            &["application/json;q=0, application/json, text/event-stream"],
            &["*/*;q=0, application/json, text/event-stream"],
            &["text/html;x=\"a,b\", */*;q=1.000"],
        ] {
            assert!(both(good), "{good:?}");
        }
        for bad in [
            &[""][..],
            &["application/json"],
            &["text/event-stream"],
            &["application/json;q=0, */*"],
            &["text/*;q=0.0, */*"],
            &["application/json, text/event-stream;q=0.000"],
            &["application/json, text/event-stream;q=2"],
            &["application/jsonx, text/event-stream"],
            &["garbage"],
        ] {
            assert!(!both(bad), "{bad:?}");
        }
    }
}
