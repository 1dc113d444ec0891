//! From JSON text to the protocol's values, without a tree in between.
//!
//! A type names the members it knows; what it does not know is skipped, since a newer peer may say more. Errors name
//! the place and the rule and never the value.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::decode_error::DecodeError;
use super::serde_text::serde_as_json;
use crate::id::Id;
use crate::json::{self, Fault, Kind, Span};

/// A value that can be read from JSON.
pub(crate) trait Decode: Sized {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError>;

    /// Reads a whole text.
    fn from_text(text: &str) -> Result<Self, DecodeError> {
        Self::decode(Raw::read(text)?)
    }
}

/// One value in a text that the reader has passed.
#[derive(Clone, Copy)]
pub(crate) struct Raw<'a> {
    text: &'a str,
    span: Span,
}

impl<'a> Raw<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Self, DecodeError> {
        Ok(Self { text, span: json::parse(text, json::Reader::value)? })
    }

    pub(crate) fn kind(self) -> Kind {
        self.span.kind()
    }

    pub(crate) fn raw(self) -> &'a str {
        self.span.raw(self.text)
    }

    /// The value's own text in one line, with no white space between its tokens.
    pub(crate) fn compact(self) -> Result<String, DecodeError> {
        Ok(json::compact(self.raw())?)
    }

    pub(crate) fn members(self) -> Result<Members<'a>, DecodeError> {
        if self.kind() != Kind::Object {
            return Err(DecodeError::new("must be an object"));
        }
        let text = self.raw();
        let mut found = Vec::new();
        json::parse(text, |r| {
            r.object(|r, name| {
                let name = String::from_utf8_lossy(name).into_owned();
                found.push((name, Raw { text, span: r.value()? }));
                Ok(())
            })
        })?;
        Ok(Members { found })
    }

    /// Reads the items of an array, each as soon as it is found.
    fn items<T: Decode>(self) -> Result<Vec<T>, DecodeError> {
        if self.kind() != Kind::Array {
            return Err(DecodeError::new("must be an array"));
        }
        let text = self.raw();
        let (mut items, mut refused) = (Vec::new(), None);
        let read = json::parse(text, |r| {
            r.array(|r| {
                match T::decode(Raw { text, span: r.value()? }) {
                    Ok(item) => items.push(item),
                    Err(error) => {
                        refused = Some(error.at(items.len()));
                        // Ends the reading.
                        return Err(Fault::Syntax);
                    }
                }
                Ok(())
            })
        });
        match refused {
            Some(error) => Err(error),
            None => read.map(|_| items).map_err(Into::into),
        }
    }

    /// A string that stands for something else, such as the word for a variant.
    pub(crate) fn word<T>(
        self,
        find: impl FnOnce(&str) -> Option<T>,
        rule: &'static str,
    ) -> Result<T, DecodeError> {
        let word = self.span.string(self.text);
        word.as_deref().and_then(find).ok_or_else(|| DecodeError::new(rule))
    }
}

/// An object's members.
pub(crate) struct Members<'a> {
    found: Vec<(String, Raw<'a>)>,
}

impl<'a> Members<'a> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Raw<'a>)> {
        self.found.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// A member, `null` included.
    pub(crate) fn get(&self, name: &str) -> Option<Raw<'a>> {
        self.iter().find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    /// A member that may be left out; `null` counts as that.
    pub(crate) fn given(&self, name: &str) -> Option<Raw<'a>> {
        self.get(name).filter(|value| value.kind() != Kind::Null)
    }

    pub(crate) fn optional<T: Decode>(&self, name: &str) -> Result<Option<T>, DecodeError> {
        self.given(name).map(|value| T::decode(value).map_err(|error| error.inside(name))).transpose()
    }

    pub(crate) fn required<T: Decode>(&self, name: &str) -> Result<T, DecodeError> {
        self.optional(name)?.ok_or_else(|| DecodeError::member(name, "is required"))
    }

    /// A member that may be left out and then has its type's default.
    pub(crate) fn or_default<T: Decode + Default>(&self, name: &str) -> Result<T, DecodeError> {
        self.optional(name).map(Option::unwrap_or_default)
    }

    /// The members of an object that has to be there.
    pub(crate) fn child(&self, name: &str) -> Result<Self, DecodeError> {
        let object = self.given(name).ok_or_else(|| DecodeError::member(name, "is required"))?;
        object.members().map_err(|error| error.inside(name))
    }

    /// Refuses an object whose member `name` is not the one word that makes it what it is.
    pub(crate) fn word(&self, name: &str, word: &'static str) -> Result<(), DecodeError> {
        if self.required::<String>(name)? == word {
            return Ok(());
        }
        Err(DecodeError::member(name, format!("must be {word}")))
    }
}

impl Decode for String {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let string = raw.span.string(raw.text);
        string.map(Into::into).ok_or_else(|| DecodeError::new("must be a string"))
    }
}

impl Decode for Id {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        Self::read(raw.span, raw.text)
            .ok_or_else(|| DecodeError::new("must be a string of at most 256 bytes or an integer of 64 bits"))
    }
}

serde_as_json!(Id => Self::write);

impl Decode for bool {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        match raw.kind() {
            Kind::True => Ok(true),
            Kind::False => Ok(false),
            _ => Err(DecodeError::new("must be true or false")),
        }
    }
}

impl Decode for f64 {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let number = (raw.kind() == Kind::Number).then(|| raw.raw().parse::<Self>().ok()).flatten();
        number.filter(|n| n.is_finite()).ok_or_else(|| DecodeError::new("must be a number"))
    }
}

impl Decode for u64 {
    /// A whole number written as `3.0` or `3e0` is one too.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what has a fraction, a sign or too many digits was sorted out before"
    )]
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        /// 2^53: up to here an `f64` holds each integer.
        const WHOLE: f64 = 9_007_199_254_740_992.0;
        let rule = "must be an integer of at least 0";
        if raw.kind() != Kind::Number {
            return Err(DecodeError::new(rule));
        }
        if let Ok(n) = raw.raw().parse() {
            return Ok(n);
        }
        match raw.raw().parse::<f64>() {
            Ok(n) if n % 1.0 == 0.0 && (0.0..=WHOLE).contains(&n) => Ok(n as Self),
            _ => Err(DecodeError::new(rule)),
        }
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        raw.items()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn error<T: Decode>(text: &str) -> String {
        T::from_text(text).err().expect("it is refused").to_string()
    }

    #[test]
    fn values_are_read_whole_or_refused_by_rule() {
        assert_eq!(String::from_text(r#" "a\u0062" "#).as_deref(), Ok("ab"));
        assert_eq!(error::<String>("7"), "the value must be a string");
        assert_eq!(bool::from_text("true"), Ok(true));
        assert_eq!(error::<bool>("1"), "the value must be true or false");
        assert_eq!(f64::from_text("-2.5e1"), Ok(-25.0));
        assert_eq!(error::<f64>("1e999"), "the value must be a number");
        for (text, expected) in [("7", 7), ("7.0", 7), ("7e1", 70), ("18446744073709551615", u64::MAX)] {
            assert_eq!(u64::from_text(text), Ok(expected));
        }
        for text in ["-1", "7.5", "1e300", "18446744073709551616", "\"7\"", "null"] {
            assert_eq!(error::<u64>(text), "the value must be an integer of at least 0", "{text}");
        }
        assert_eq!(error::<Vec<bool>>("[true,null]"), "/1 must be true or false");
        assert_eq!(error::<Vec<bool>>("{}"), "the value must be an array");
        assert!(error::<bool>("true false").starts_with("the value cannot be read: "));
    }

    #[test]
    fn members_are_found_by_name() {
        let text = r#"{"a/b":[1,2],"n":null,"\u0062":"x","o":{}}"#;
        let members = Raw::read(text).and_then(Raw::members).expect("it is an object");
        assert_eq!(members.required::<String>("b").as_deref(), Ok("x"));
        assert_eq!(members.optional::<String>("n"), Ok(None));
        assert_eq!(members.optional::<String>("missing"), Ok(None));
        let said = |error: DecodeError| error.to_string();
        assert_eq!(members.required::<String>("n").map_err(said), Err("/n is required".into()));
        let strings = members.required::<Vec<String>>("a/b").map_err(said);
        assert_eq!(strings, Err("/a~1b/0 must be a string".into()));
        assert!(members.child("o").is_ok());
        assert_eq!(members.child("b").err().map(said), Some("/b must be an object".into()));
    }
}
