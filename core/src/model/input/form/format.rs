//! Formats of text, as far as a form has them.

use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::uri;

/// What a text in a form has to be.
///
/// Spec: schema, `StringSchema`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StringFormat {
    /// An email address. All that is checked is that something stands before and after an `@`, and no blank anywhere.
    Email,
    /// An absolute URI.
    Uri,
    /// A date of the calendar, such as `2026-07-28`.
    Date,
    /// A date and a time with its distance from UTC, such as `2026-07-28T09:30:00Z` (RFC 3339).
    DateTime,
}

impl StringFormat {
    const NAMES: [(&str, Self); 4] =
        [("email", Self::Email), ("uri", Self::Uri), ("date", Self::Date), ("date-time", Self::DateTime)];

    pub(super) fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    pub(super) fn rule(self) -> &'static str {
        match self {
            Self::Email => "must be an email address",
            Self::Uri => "must be an absolute URI",
            Self::Date => "must be a date as YYYY-MM-DD",
            Self::DateTime => "must be a date and time as YYYY-MM-DDThh:mm:ssZ",
        }
    }

    pub(super) fn fits(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => uri::is_absolute(text),
            Self::Date => is_date(text.as_bytes()),
            Self::DateTime => is_date_time(text.as_bytes()),
        }
    }
}

impl Decode for StringFormat {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let find = |word: &str| Self::NAMES.iter().find(|(name, _)| *name == word).map(|(_, format)| *format);
        raw.word(find, "must be a format that a form may have")
    }
}

fn is_email(text: &str) -> bool {
    let parts = text.rsplit_once('@');
    parts.is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty())
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// RFC 3339, `full-date`.
fn is_date(text: &[u8]) -> bool {
    let &[y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = text else { return false };
    let (Some(year), Some(month), Some(day)) =
        (digits(&[y0, y1, y2, y3]), digits(&[m0, m1]), digits(&[d0, d1]))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// RFC 3339, `date-time`.
fn is_date_time(text: &[u8]) -> bool {
    let Some((date, [b'T' | b't', h0, h1, b':', m0, m1, b':', s0, s1, rest @ ..])) =
        text.split_at_checked(10)
    else {
        return false;
    };
    let below = |tens: u8, ones: u8, bound: u32| digits(&[tens, ones]).is_some_and(|n| n < bound);
    let rest = match rest.split_first() {
        Some((b'.', fraction)) => {
            let end = fraction.iter().position(|b| !b.is_ascii_digit()).unwrap_or(fraction.len());
            if end == 0 {
                return false;
            }
            &fraction[end..]
        }
        _ => rest,
    };
    let is_offset = match *rest {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', h0, h1, b':', m0, m1] => below(h0, h1, 24) && below(m0, m1, 60),
        _ => false,
    };
    // A leap second has the number 60.
    is_date(date) && below(*h0, *h1, 24) && below(*m0, *m1, 60) && below(*s0, *s1, 61) && is_offset
}

fn digits(text: &[u8]) -> Option<u32> {
    text.iter().try_fold(0, |n, byte| byte.is_ascii_digit().then(|| n * 10 + u32::from(byte - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_their_format_or_not() {
        for (format, good, bad) in [
            (
                StringFormat::Email,
                &["a@b", "first.last+tag@example.com", "\"a@b\"@example.com", "é@exämple.de"][..],
                &["", "a", "@b", "a@", "a b@c", "a@b\n"][..],
            ),
            (StringFormat::Uri, &["https://example.com/a?b#c", "mailto:a@b"], &["example.com", "/a", ""]),
            (
                StringFormat::Date,
                &["2026-07-28", "2024-02-29", "2000-02-29", "0001-01-01"],
                &[
                    "2026-7-28",
                    "2026-13-01",
                    "2026-00-01",
                    "2026-04-31",
                    "2023-02-29",
                    "1900-02-29",
                    "2026-07-00",
                    "2026-07-28Z",
                    "20260728",
                    "",
                ],
            ),
            (
                StringFormat::DateTime,
                &[
                    "2026-07-28T09:30:00Z",
                    "2026-07-28t23:59:60.25+05:30",
                    "2026-07-28T00:00:00.000000001-23:59",
                ],
                &[
                    "2026-07-28",
                    "2026-07-28T09:30:00",
                    "2026-07-28 09:30:00Z",
                    "2026-07-28T24:00:00Z",
                    "2026-07-28T09:60:00Z",
                    "2026-07-28T09:30:61Z",
                    "2026-07-28T09:30:00.Z",
                    "2026-07-28T09:30:00+24:00",
                    "2026-07-28T09:30:00+0530",
                    "2026-02-30T09:30:00Z",
                    "2026-07-28T09:30:00ZZ",
                ],
            ),
        ] {
            for text in good {
                assert!(format.fits(text), "{text}");
            }
            for text in bad {
                assert!(!format.fits(text), "{text}");
            }
        }
    }

    #[test]
    fn names_stand_in_the_order_of_the_variants() {
        for (name, format) in StringFormat::NAMES {
            assert_eq!(format.name(), name);
        }
    }
}
