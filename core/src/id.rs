//! Request ids and progress tokens: echoed exactly as they came.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::json::{Kind, Span, Writer};

/// The longest string id or token, in bytes after unescaping.
pub const MAX_ID_BYTES: usize = 256;

/// A request id or a progress token: a string of up to 256 bytes, or an integer from -2^63 to 2^64-1.
///
/// It is echoed by its source text, so a client gets back the value it sent, digit by digit. `1` and `"1"` are
/// two different ids; `"a"` and `"\u0061"` are the same one.
///
/// Spec: basic, section "Requests"; basic/patterns/progress.
#[derive(Clone)]
pub struct Id(Repr);

#[derive(Clone)]
enum Repr {
    Integer(i64),
    /// Above `i64::MAX` only, so that each integer has one form.
    Large(u64),
    /// The JSON text, quotes included.
    Text(Box<str>),
}

impl Id {
    /// The value at `span`, or `None` when it is of another kind or out of bounds.
    pub(crate) fn read(span: Span, text: &str) -> Option<Self> {
        match span.kind() {
            Kind::Number => Self::integer(span.raw(text)),
            Kind::String => {
                let fits = span.raw(text).len() <= MAX_ID_BYTES + 2
                    || span.string(text).is_some_and(|content| content.len() <= MAX_ID_BYTES);
                fits.then(|| Self(Repr::Text(span.raw(text).into())))
            }
            _ => None,
        }
    }

    fn integer(digits: &str) -> Option<Self> {
        if digits == "-0" {
            return None;
        }
        // `parse` takes no fraction, exponent, sign or blank that JSON lets through, and JSON no leading zero.
        match digits.parse::<i64>() {
            Ok(n) => Some(Self(Repr::Integer(n))),
            Err(_) => digits.parse::<u64>().ok().map(Self::from),
        }
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        match &self.0 {
            Repr::Integer(n) => w.integer(*n),
            Repr::Large(n) => w.unsigned(*n),
            Repr::Text(source) => w.literal(source),
        };
    }

    /// The integer as wide as it may be, or the string's content.
    fn value(&self) -> Result<i128, Cow<'_, str>> {
        match &self.0 {
            Repr::Integer(n) => Ok(i128::from(*n)),
            Repr::Large(n) => Ok(i128::from(*n)),
            Repr::Text(source) if source.contains('\\') => {
                Err(serde_json::from_str(source).map_or(Cow::Borrowed(&**source), Cow::Owned))
            }
            Repr::Text(source) => Err(Cow::Borrowed(&source[1..source.len() - 1])),
        }
    }
}

impl From<i64> for Id {
    fn from(n: i64) -> Self {
        Self(Repr::Integer(n))
    }
}

impl From<u64> for Id {
    fn from(n: u64) -> Self {
        Self(i64::try_from(n).map_or(Repr::Large(n), Repr::Integer))
    }
}

impl From<&str> for Id {
    /// No length is checked here: the bound is for what arrives.
    fn from(content: &str) -> Self {
        let mut out = Vec::with_capacity(content.len() + 2);
        Writer::new(&mut out).string(content);
        Self(Repr::Text(String::from_utf8_lossy(&out).into()))
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Integer(a), Repr::Integer(b)) => a == b,
            (Repr::Text(a), Repr::Text(b)) if a == b => true,
            _ => self.value() == other.value(),
        }
    }
}

impl Eq for Id {}

impl Hash for Id {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.value() {
            Ok(n) => n.hash(state),
            Err(content) => content.hash(state),
        }
    }
}

impl fmt::Display for Id {
    /// As JSON: strings with their quotes, so that `1` and `"1"` look different.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Integer(n) => n.fmt(f),
            Repr::Large(n) => n.fmt(f),
            Repr::Text(source) => f.write_str(source),
        }
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::json;

    fn read(text: &str) -> Option<Id> {
        Id::read(json::parse(text, json::Reader::value).unwrap(), text)
    }

    fn echo(text: &str) -> Option<String> {
        read(text).map(|id| {
            let mut out = Vec::new();
            id.write(&mut Writer::new(&mut out));
            String::from_utf8(out).unwrap()
        })
    }

    #[test]
    fn what_is_read_is_echoed_by_its_source_text() {
        for text in [
            "0",
            "-5",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "-9223372036854775808",
            r#""1""#,
            r#""007""#,
            r#""""#,
            r#""\u00e9""#,
            r#""é""#,
            r#""a\/b""#,
        ] {
            assert_eq!(echo(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_kinds_and_other_numbers_are_no_ids() {
        for text in [
            "-0",
            "1.0",
            "1e3",
            "1E0",
            "18446744073709551616",
            "-9223372036854775809",
            "null",
            "true",
            "{}",
            "[]",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn string_length_counts_bytes_after_unescaping() {
        assert!(read(&format!("\"{}\"", "x".repeat(256))).is_some());
        assert!(read(&format!("\"{}\"", "x".repeat(257))).is_none());
        assert!(read(&format!("\"{}\"", "\\u0061".repeat(256))).is_some());
        assert!(read(&format!("\"{}\"", "\\u0061".repeat(257))).is_none());
        assert!(read(&format!("\"{}\"", "é".repeat(128))).is_some());
        assert!(read(&format!("\"{}\"", "é".repeat(129))).is_none());
    }

    #[test]
    fn ids_are_equal_by_value_and_type() {
        assert_ne!(read("1"), read(r#""1""#));
        assert_eq!(read(r#""a""#), read(r#""\u0061""#));
        assert_eq!(read("7"), Some(Id::from(7_i64)));
        assert_eq!(read("7"), Some(Id::from(7_u64)));
        assert_eq!(read(r#""a\"b""#), Some(Id::from("a\"b")));
    }
}
