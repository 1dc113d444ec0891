//! From the text of `arguments` to the handler's type, and what is said when that fails.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use core::any::TypeId;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_path_to_error::Segment;

use crate::template::Variables;

/// The text for the model: where the arguments are wrong and what was expected, never the value.
#[derive(Debug)]
pub(crate) struct BadArguments(pub(crate) String);

/// Arguments of a tool that takes none: the empty object.
///
/// A member is refused by its name, since a model that sends one expects it to matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::exhaustive_structs, reason = "complete: it stands for nothing")]
pub struct NoArguments;

impl<'de> Deserialize<'de> for NoArguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Empty;
        impl<'de> Visitor<'de> for Empty {
            type Value = NoArguments;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("an empty object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<NoArguments, A::Error> {
                match map.next_entry::<String, IgnoredAny>()? {
                    None => Ok(NoArguments),
                    Some((name, _)) => Err(serde::de::Error::unknown_field(&name, &[])),
                }
            }
        }
        deserializer.deserialize_map(Empty)
    }
}

/// What a handler's arguments are decoded from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Input<'a> {
    /// An object's text that the strict reader has passed.
    Json(&'a str),
    /// What a URI template found in a URI.
    Variables(&'a Variables),
}

impl Input<'_> {
    /// A handler that takes no arguments is asked for whatever a template matches.
    pub(super) fn decode<A: DeserializeOwned + 'static>(self) -> Result<A, BadArguments> {
        match self {
            Self::Json(arguments) => serde_json::from_str(arguments).map_err(|_| explain::<A>(arguments)),
            Self::Variables(variables) => {
                let none = Variables::new();
                let takes_none = TypeId::of::<A>() == TypeId::of::<NoArguments>();
                let variables = if takes_none { &none } else { variables };
                variables.decode().map_err(|problem| BadArguments(format!("Invalid variables: {problem}")))
            }
        }
    }
}

/// Decodes once more with a path, which the first decode did without because it is paid for on every call.
#[cold]
fn explain<A: DeserializeOwned>(arguments: &str) -> BadArguments {
    let deserializer = &mut serde_json::Deserializer::from_str(arguments);
    let Err(error) = serde_path_to_error::deserialize::<_, A>(deserializer) else {
        return BadArguments("Invalid arguments".into());
    };
    let mut pointer = String::new();
    for segment in error.path() {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => {
                pointer.push('/');
                pointer.push_str(&escaped(key));
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    BadArguments(describe(&pointer, &error.inner().to_string()))
}

/// serde's texts quote values. What a type expects stands after the last `expected`, in words of the type's author.
fn describe(pointer: &str, error: &str) -> String {
    let error = error.rsplit_once(" at line ").map_or(error, |(text, _)| text);
    let place = if pointer.is_empty() { "the object" } else { pointer };
    if let Some(name) = error.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        return format!("Invalid arguments: {pointer}/{} is required", escaped(name));
    }
    // A name the type does not know is the client's text, but it is the path to what is wrong. Whether it already
    // ends the path depends on how the type reads its members.
    if let Some(name) = unknown_field(error) {
        let member = format!("/{}", escaped(name));
        let parent = pointer.strip_suffix(&member).unwrap_or(pointer);
        return format!("Invalid arguments: {parent}{member} is not known");
    }
    // The text is valid JSON, so this is a value of another kind where an enum's belongs.
    if error == "expected value" {
        return format!("Invalid arguments: {place} must be a string or an object");
    }
    let is_serdes = ["invalid type: ", "invalid value: ", "invalid length ", "unknown variant "];
    match error.rsplit_once("expected ") {
        Some((_, expected)) if is_serdes.iter().any(|start| error.starts_with(start)) => {
            format!("Invalid arguments: {place} must be {}", in_plain_words(expected))
        }
        _ => format!("Invalid arguments: {place} is not acceptable"),
    }
}

/// Rust's names of types mean nothing to a model.
fn in_plain_words(expected: &str) -> Cow<'_, str> {
    if let Some(length) = expected.strip_prefix("a tuple of size ") {
        return format!("an array of {length}").into();
    }
    if expected.starts_with("struct ") {
        return "an object".into();
    }
    let (least, width) = match expected.strip_prefix("a nonzero ") {
        Some(width) => ("1", width),
        None => ("0", expected),
    };
    let most = match width {
        "u8" => "255",
        "u16" => "65535",
        "u32" => "4294967295",
        "u64" | "usize" | "u128" => return format!("an integer of at least {least}").into(),
        "i64" | "isize" | "i128" => return "an integer".into(),
        "i8" => return "an integer from -128 to 127".into(),
        "i16" => return "an integer from -32768 to 32767".into(),
        "i32" => return "an integer from -2147483648 to 2147483647".into(),
        "f32" | "f64" => return "a number".into(),
        "a sequence" => return "an array".into(),
        "a map" => return "an object".into(),
        "unit" => return "null".into(),
        other => return other.into(),
    };
    format!("an integer from {least} to {most}").into()
}

/// The name in serde's text about a member that a type does not have. It may hold anything, so its end is looked for
/// from behind.
fn unknown_field(error: &str) -> Option<&str> {
    let rest = error.strip_prefix("unknown field `")?;
    let end = rest.rfind("`, expected ").or_else(|| rest.rfind("`, there are no fields"))?;
    Some(&rest[..end])
}

/// A name as a JSON pointer spells it (RFC 6901).
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
