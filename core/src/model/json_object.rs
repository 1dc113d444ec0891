//! Objects whose members are nobody's but their owner's.

use alloc::boxed::Box;
use alloc::string::{String, ToString as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::decode::{Decode, Raw};
use super::decode_error::DecodeError;
use super::serde_text::serde_as_json;
use crate::json::{self, Writer};

/// The text of any JSON object, in one line. By default it is empty.
///
/// Spec: schema, `JSONObject`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonObject(Box<str>);

impl JsonObject {
    /// What `value` is written as.
    ///
    /// # Errors
    ///
    /// The caller's fault: `value` cannot be written as a JSON object.
    pub fn new(value: &impl Serialize) -> Result<Self, DecodeError> {
        // What serde writes may hold text that was JSON before, with line breaks, or beyond our bounds.
        let text = serde_json::to_string(value).ok().and_then(|text| json::compact(&text).ok());
        let text = text.filter(|text| text.starts_with('{'));
        text.map(Self::from_json).ok_or_else(|| DecodeError::new("cannot be written as an object"))
    }

    fn from_json(text: String) -> Self {
        Self(text.into())
    }

    /// The JSON text.
    #[must_use]
    pub fn get(&self) -> &str {
        &self.0
    }

    /// The value as a type of the caller's.
    ///
    /// # Errors
    ///
    /// The peer's fault: the object is not of the type's form. The error's text may repeat parts of it.
    pub fn to<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.raw(&self.0);
    }
}

serde_as_json!(JsonObject => Self::write);

impl Default for JsonObject {
    fn default() -> Self {
        Self("{}".into())
    }
}

impl From<Map<String, Value>> for JsonObject {
    fn from(members: Map<String, Value>) -> Self {
        Self::from_json(Value::Object(members).to_string())
    }
}

impl Decode for JsonObject {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        if raw.kind() != json::Kind::Object {
            return Err(DecodeError::new("must be an object"));
        }
        raw.compact().map(Self::from_json)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_are_kept_in_one_line_and_nothing_else_is_taken() {
        let object: JsonObject = serde_json::from_str("{ \"a\" :\n[1, 2.50] }").expect("it is an object");
        assert_eq!(object.get(), r#"{"a":[1,2.50]}"#);
        assert_eq!(serde_json::to_string(&object).expect("it is JSON"), r#"{"a":[1,2.50]}"#);
        assert_eq!(JsonObject::new(&json!({ "b": null })).map(|object| object.get().len()), Ok(10));
        assert_eq!(JsonObject::default().get(), "{}");
        for text in ["[]", "7", "null", "\"{}\"", "{\"a\":1,\"a\":2}"] {
            assert!(serde_json::from_str::<JsonObject>(text).is_err(), "{text}");
        }
        assert!(JsonObject::new(&[1]).is_err());
    }
}
