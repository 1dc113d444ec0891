//! The schema of one field.

use alloc::string::String;

use super::boolean::BooleanSchema;
use super::choices::{MultiSelectEnumSchema, SingleSelectEnumSchema};
use super::number::NumberSchema;
use super::string::StringSchema;
use crate::json::Writer;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::serde_text::serde_as_json;

/// What may stand in one field of a form.
///
/// Spec: schema, `PrimitiveSchemaDefinition`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum PrimitiveSchema {
    /// Text.
    String(StringSchema),
    /// A number.
    Number(NumberSchema),
    /// Yes or no.
    Boolean(BooleanSchema),
    /// One of several values.
    SingleSelect(SingleSelectEnumSchema),
    /// Some of several values.
    MultiSelect(MultiSelectEnumSchema),
}

/// Goes on with the schema, whichever it is.
macro_rules! each {
    ($schema:expr, $it:ident => $then:expr) => {
        match $schema {
            Self::String($it) => $then,
            Self::Number($it) => $then,
            Self::Boolean($it) => $then,
            Self::SingleSelect($it) => $then,
            Self::MultiSelect($it) => $then,
        }
    };
}

impl PrimitiveSchema {
    pub(super) fn check(&self) -> Result<(), Invalid> {
        each!(self, schema => schema.check())
    }

    pub(super) fn accept(&self, value: Raw<'_>) -> Result<(), DecodeError> {
        each!(self, schema => schema.accept(value))
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        each!(self, schema => schema.write(w));
    }
}

serde_as_json!(PrimitiveSchema => Self::write);

impl Decode for PrimitiveSchema {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let kind: String = members.required("type")?;
        let is_choice = || members.get("enum").is_some() || members.get("oneOf").is_some();
        Ok(match kind.as_str() {
            "string" if is_choice() => Self::SingleSelect(Decode::decode(raw)?),
            "string" => Self::String(Decode::decode(raw)?),
            "number" | "integer" => Self::Number(Decode::decode(raw)?),
            "boolean" => Self::Boolean(Decode::decode(raw)?),
            "array" => Self::MultiSelect(Decode::decode(raw)?),
            _ => return Err(DecodeError::member("type", "must be a type that a form may have")),
        })
    }
}

macro_rules! from {
    ($($variant:ident: $schema:ty),*) => {$(
        impl From<$schema> for PrimitiveSchema {
            fn from(schema: $schema) -> Self {
                Self::$variant(schema)
            }
        }
    )*};
}
from!(
    String: StringSchema,
    Number: NumberSchema,
    Boolean: BooleanSchema,
    SingleSelect: SingleSelectEnumSchema,
    MultiSelect: MultiSelectEnumSchema
);
