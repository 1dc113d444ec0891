//! JSON Schemas as text: kept as they are given, white space aside.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::json::{self, Kind};

/// What a schema may be given as: text, [`RawValue`], a [`Value`] such as `json!` makes.
///
/// Text and `RawValue` keep their members' order and digits; a `Value` has that map's order.
pub trait IntoSchema {
    /// The schema as JSON text. It is checked when the server is built.
    fn into_schema(self) -> String;
}

impl IntoSchema for &str {
    fn into_schema(self) -> String {
        self.into()
    }
}

impl IntoSchema for String {
    fn into_schema(self) -> String {
        self
    }
}

impl IntoSchema for Value {
    fn into_schema(self) -> String {
        self.to_string()
    }
}

impl IntoSchema for Box<RawValue> {
    fn into_schema(self) -> String {
        self.get().into()
    }
}

/// Checks an input schema. The protocol wants an object at its root whose `type` is `object`; arguments always are
/// one, so the `type` is added where it is left out.
pub(super) fn input(text: &str) -> Result<String, String> {
    let mut schema = object(text)?;
    match root_type(&schema) {
        Some("\"object\"") => {}
        None => {
            let rest = if schema == "{}" { "" } else { "," };
            schema.insert_str(1, &format!("\"type\":\"object\"{rest}"));
        }
        Some(_) => return Err("its root type is not \"object\"; arguments always are an object".into()),
    }
    Ok(schema)
}

/// Checks an output schema: any object.
pub(super) fn output(text: &str) -> Result<String, String> {
    object(text)
}

fn object(text: &str) -> Result<String, String> {
    let schema = json::compact(text).map_err(|fault| format!("it is not JSON: {fault}"))?;
    let mut problem = None;
    let read = json::parse(&schema, |r| {
        if !r.at_object() {
            return r.value().map(|_| false);
        }
        r.object(|r, key| {
            let value = r.value()?;
            let fits = match key {
                b"type" => matches!(value.kind(), Kind::String | Kind::Array),
                b"required" => value.kind() == Kind::Array,
                b"properties" | b"$defs" | b"patternProperties" => value.kind() == Kind::Object,
                _ => true,
            };
            if !fits {
                problem.get_or_insert_with(|| String::from_utf8_lossy(key).into_owned());
            }
            Ok(())
        })
        .map(|_| true)
    });
    match (read, problem) {
        (Ok(true), None) => Ok(schema),
        (_, Some(member)) => Err(format!("its member {member:?} is of the wrong kind")),
        _ => Err("it is not an object".into()),
    }
}

/// The text of the root's `type`.
fn root_type(schema: &str) -> Option<&str> {
    let mut found = None;
    let read = json::parse(schema, |r| {
        r.object(|r, key| {
            let value = r.value()?;
            if key == b"type" {
                found = Some(value.raw(schema));
            }
            Ok(())
        })
    });
    read.ok().and(found)
}
