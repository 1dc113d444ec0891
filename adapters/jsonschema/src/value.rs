//! A value while it is checked: parsed once, its strings borrowed from the text.

use std::borrow::Cow;

use serde_json::Number;
use snodo_core::json::{self, Fault, Kind, Reader};

/// A part of a value; the whole of it is one. Takes 24 bytes, and 40 as a member, and for names and for strings with
/// escapes their bytes.
#[derive(Debug)]
pub(crate) enum Part<'t> {
    Null,
    Boolean(bool),
    Number(Number),
    Plain(&'t str),
    /// A string that was spelled with escapes.
    Resolved(Box<str>),
    Array(Box<[Part<'t>]>),
    Object(Members<'t>),
}

/// Sorted by their names, which all differ.
pub(crate) type Members<'t> = Box<[(Box<str>, Part<'t>)]>;

impl<'t> Part<'t> {
    /// Parses a whole text of at most so many levels of brackets.
    pub(crate) fn read(text: &'t str, levels: u32) -> Result<Self, Fault> {
        let mut parsing = Parsing { text, items: Vec::new(), members: Vec::new() };
        json::parse(text, |reader| parsing.part(reader, levels))
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Plain(string) => Some(string),
            Self::Resolved(string) => Some(string),
            _ => None,
        }
    }
}

/// What is known of arrays and objects that are still open, the innermost last. Each is moved to a place of exactly its
/// size when it ends.
struct Parsing<'t> {
    text: &'t str,
    items: Vec<Part<'t>>,
    members: Vec<(Box<str>, Part<'t>)>,
}

impl<'t> Parsing<'t> {
    fn part(&mut self, reader: &mut Reader<'t>, levels: u32) -> Result<Part<'t>, Fault> {
        if reader.at_object() {
            return self.object(reader, levels.checked_sub(1).ok_or(Fault::Depth)?);
        }
        if reader.at_array() {
            return self.array(reader, levels.checked_sub(1).ok_or(Fault::Depth)?);
        }
        let span = reader.value()?;
        Ok(match span.kind() {
            Kind::String => match span.string(self.text).ok_or(Fault::Syntax)? {
                Cow::Borrowed(string) => Part::Plain(string),
                Cow::Owned(string) => Part::Resolved(string.into()),
            },
            Kind::Number => Part::Number(number(span.raw(self.text))),
            Kind::True => Part::Boolean(true),
            Kind::False => Part::Boolean(false),
            _ => Part::Null,
        })
    }

    fn object(&mut self, reader: &mut Reader<'t>, levels: u32) -> Result<Part<'t>, Fault> {
        let from = self.members.len();
        reader.object(|reader, name| {
            let name = std::str::from_utf8(name)?.into();
            let part = self.part(reader, levels)?;
            self.members.push((name, part));
            Ok(())
        })?;
        let mut members: Members<'t> = close(&mut self.members, from);
        members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        Ok(Part::Object(members))
    }

    fn array(&mut self, reader: &mut Reader<'t>, levels: u32) -> Result<Part<'t>, Fault> {
        let from = self.items.len();
        reader.array(|reader| {
            let part = self.part(reader, levels)?;
            self.items.push(part);
            Ok(())
        })?;
        Ok(Part::Array(close(&mut self.items, from)))
    }
}

/// Takes what belongs to the innermost. Much of it is not copied when it is all there is; little is, so that the buffer
/// stays for the next.
fn close<T>(open: &mut Vec<T>, from: usize) -> Box<[T]> {
    if from == 0 && open.len() > 1_000 {
        return std::mem::take(open).into();
    }
    open.drain(from..).collect()
}

/// Exact for integers of 64 bits, the nearest float for others, and for what is beyond all floats the last one.
fn number(text: &str) -> Number {
    if let Ok(number) = text.parse::<u64>() {
        return number.into();
    }
    if let Ok(number) = text.parse::<i64>() {
        return number.into();
    }
    let float: f64 = text.parse().expect("a JSON number is one of Rust's");
    Number::from_f64(float.clamp(f64::MIN, f64::MAX)).expect("it is finite")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_small() {
        assert_eq!(size_of::<Part<'_>>(), 24);
        assert_eq!(size_of::<(Box<str>, Part<'_>)>(), 40);
    }

    #[test]
    fn numbers_are_kept_as_exactly_as_promised() {
        let cases = [
            ("0", "0"),
            ("-0", "0"),
            ("18446744073709551615", "18446744073709551615"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("18446744073709551616", "1.8446744073709552e+19"),
            ("1.0", "1.0"),
            ("0.1", "0.1"),
            ("1e400", "1.7976931348623157e+308"),
            ("-1e400", "-1.7976931348623157e+308"),
            ("1e-400", "0.0"),
        ];
        for (text, kept) in cases {
            assert_eq!(number(text).to_string(), kept, "{text}");
        }
    }
}
