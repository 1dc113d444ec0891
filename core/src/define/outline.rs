//! The part of a schema that can be checked without a validator: the root's type, its required members, and the
//! types of its direct members. A value that breaks it breaks the schema; the reverse is not claimed.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::arguments::escaped;
use crate::json::{self, Kind, Reader, Span};
use crate::validator::CompiledSchema;

/// The outline of one schema, read once at build.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    root: Types,
    required: Vec<Box<str>>,
    members: Vec<(Box<str>, Types)>,
}

/// The types a value may have; empty means any.
#[derive(Debug, Clone, Copy, Default)]
struct Types(u8);

const NAMES: [(&str, u8); 7] = [
    ("object", 1),
    ("array", 2),
    ("string", 4),
    ("number", 8),
    ("integer", 16),
    ("boolean", 32),
    ("null", 64),
];

impl Outline {
    pub(super) fn compiled(schema: &str) -> Arc<dyn CompiledSchema> {
        Arc::new(Self::read(schema))
    }

    /// Reads a schema that has been checked to be a JSON object.
    fn read(schema: &str) -> Self {
        let mut outline = Self::default();
        let read = json::parse(schema, |r| {
            r.object(|r, key| {
                match key {
                    b"type" => outline.root = Types::read(r, schema)?,
                    b"required" if r.at_array() => drop(r.array(|r| {
                        if let Some(name) = r.value()?.string(schema) {
                            outline.required.push(name.into());
                        }
                        Ok(())
                    })?),
                    b"properties" if r.at_object() => drop(r.object(|r, name| {
                        let types = Types::of_member(r, schema)?;
                        if types.0 != 0 {
                            outline.members.push((String::from_utf8_lossy(name).into(), types));
                        }
                        Ok(())
                    })?),
                    _ => drop(r.value()?),
                }
                Ok(())
            })
        });
        debug_assert!(read.is_ok(), "schemas are checked before");
        outline
    }
}

impl CompiledSchema for Outline {
    fn fault(&self, value: &str) -> Option<String> {
        let mut found = None;
        let mut seen = Vec::new();
        let read = json::parse(value, |r| {
            if !r.at_object() {
                return r.value();
            }
            r.object(|r, key| {
                let span = r.value()?;
                if let Some(at) = self.required.iter().position(|name| name.as_bytes() == key) {
                    seen.push(at);
                }
                let types = self.members.iter().find(|(name, _)| name.as_bytes() == key);
                if let Some((name, types)) = types.filter(|(_, types)| !types.allow(span, value)) {
                    found.get_or_insert_with(|| format!("/{} must be {}", escaped(name), types.names()));
                }
                Ok(())
            })
        });
        let Ok(root) = read else { return Some("it is not JSON within the bounds".into()) };
        if !self.root.allow(root, value) {
            return Some(format!("it must be {}", self.root.names()));
        }
        if root.kind() == Kind::Object {
            let missing = (0..self.required.len()).find(|at| !seen.contains(at));
            if let Some(at) = missing {
                return Some(format!("/{} is required", escaped(&self.required[at])));
            }
        }
        found
    }
}

impl Types {
    fn read(r: &mut Reader<'_>, schema: &str) -> Result<Self, json::Fault> {
        let mut types = 0;
        let mut add = |span: Span| {
            let name = span.string(schema).unwrap_or_default();
            types |= NAMES.iter().find(|(n, _)| *n == name).map_or(0, |(_, bit)| *bit);
        };
        if r.at_array() {
            r.array(|r| r.value().map(&mut add))?;
        } else {
            add(r.value()?);
        }
        Ok(Self(types))
    }

    fn of_member(r: &mut Reader<'_>, schema: &str) -> Result<Self, json::Fault> {
        let mut types = Self::default();
        if !r.at_object() {
            return r.value().map(|_| types);
        }
        r.object(|r, key| {
            match key {
                b"type" => types = Self::read(r, schema)?,
                _ => drop(r.value()?),
            }
            Ok(())
        })?;
        Ok(types)
    }

    fn allow(self, value: Span, text: &str) -> bool {
        let bits = match value.kind() {
            Kind::Object => 1,
            Kind::Array => 2,
            Kind::String => 4,
            Kind::Number if is_integer(value.raw(text)) => 8 | 16,
            Kind::Number => 8,
            Kind::True | Kind::False => 32,
            Kind::Null => 64,
            _ => 0,
        };
        self.0 == 0 || self.0 & bits != 0
    }

    /// In words, as in "must be …".
    fn names(self) -> String {
        let named = NAMES.iter().filter(|(_, bit)| self.0 & bit != 0);
        let words = named.map(|(name, _)| match *name {
            "object" => "an object",
            "array" => "an array",
            "string" => "a string",
            "number" => "a number",
            "integer" => "an integer",
            "boolean" => "a boolean",
            other => other,
        });
        words.collect::<Vec<_>>().join(" or ")
    }
}

/// 2020-12 counts `1.0` as an integer. Numbers with an exponent get the benefit of the doubt.
fn is_integer(number: &str) -> bool {
    match number.split_once('.') {
        Some((_, fraction)) => fraction.bytes().all(|b| b == b'0') || fraction.contains(['e', 'E']),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_the_outline_is_named_without_its_value() {
        let outline = Outline::read(
            r#"{"type":"object","required":["a","b"],"properties":{"a":{"type":"integer"},"b":{"type":["string","null"]},"c":{"anyOf":[]}}}"#,
        );
        let cases = [
            (r#"{"a":1,"b":"x"}"#, None),
            (r#"{"a":1.0,"b":null,"c":7,"d":[]}"#, None),
            (r#"{"a":1}"#, Some("/b is required")),
            (r#"{"b":"x"}"#, Some("/a is required")),
            (r#"{"a":1.5,"b":"x"}"#, Some("/a must be an integer")),
            (r#"{"a":1,"b":7}"#, Some("/b must be a string or null")),
            ("[]", Some("it must be an object")),
        ];
        for (value, fault) in cases {
            assert_eq!(outline.fault(value).as_deref(), fault, "{value}");
        }
        assert_eq!(Outline::read("{}").fault("7"), None);
        assert_eq!(Outline::read(r#"{"type":"array"}"#).fault("{}").as_deref(), Some("it must be an array"));
    }
}
