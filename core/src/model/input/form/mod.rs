//! Forms: the restricted schemas of what a person is asked to fill in.

mod boolean;
mod choices;
mod format;
mod label;
mod number;
mod options;
mod schema;
mod string;

use alloc::string::String;
use alloc::vec::Vec;

pub use boolean::BooleanSchema;
pub use choices::{MultiSelectEnumSchema, SingleSelectEnumSchema};
pub use format::StringFormat;
pub use number::NumberSchema;
pub use schema::PrimitiveSchema;
pub use string::StringSchema;

use crate::json::Writer;
use crate::model::array::write_strings;
use crate::model::decode::{Decode, Members, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::serde_text::serde_as_json;

/// The fields of a form, flat and in order.
///
/// ```
/// use snodo_core::{BooleanSchema, Form, NumberSchema, SingleSelectEnumSchema, StringSchema};
///
/// let form = Form::new()
///     .required("name", StringSchema::new().title("Your name").max_length(80))
///     .required("colour", SingleSelectEnumSchema::new(["red", "green"]))
///     .optional("age", NumberSchema::integer().minimum(0.0))
///     .optional("news", BooleanSchema::new().default_value(false));
/// # let _ = form;
/// ```
///
/// A form must not ask for passwords, keys or other secrets: those belong to a URL, see
/// [`UrlElicitation`](crate::UrlElicitation).
///
/// Spec: client/elicitation, section "Requested Schema".
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Form {
    fields: Vec<Field>,
    /// Names of fields that have to be filled in, in an order of their own.
    required: Vec<String>,
    /// The `$schema` member, which only other programs' forms have.
    dialect: Option<String>,
}

#[derive(Debug, Clone)]
struct Field {
    name: String,
    schema: PrimitiveSchema,
}

impl Form {
    /// No fields yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field that has to be filled in. Two fields of one name make the answer -32603.
    pub fn required(mut self, name: impl Into<String>, schema: impl Into<PrimitiveSchema>) -> Self {
        let name = name.into();
        self.required.push(name.clone());
        self.optional(name, schema)
    }

    /// Adds a field that may be left empty. Two fields of one name make the answer -32603.
    pub fn optional(mut self, name: impl Into<String>, schema: impl Into<PrimitiveSchema>) -> Self {
        self.fields.push(Field { name: name.into(), schema: schema.into() });
        self
    }

    /// The fields in order: name, schema, and whether it has to be filled in.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &PrimitiveSchema, bool)> {
        self.fields.iter().map(|Field { name, schema }| (name.as_str(), schema, self.required.contains(name)))
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        for (index, field) in self.fields.iter().enumerate() {
            if self.fields[..index].iter().any(|other| other.name == field.name) {
                return Err(Invalid("a form has two fields of one name"));
            }
            field.schema.check()?;
        }
        Ok(())
    }

    /// Whether the text of an object is this form filled in. Members that the form does not have are let through.
    pub(super) fn accept(&self, content: &str) -> Result<(), DecodeError> {
        let members = Raw::read(content)?.members()?;
        if let Some(name) = self.required.iter().find(|name| members.get(name).is_none()) {
            return Err(DecodeError::member(name, "is required"));
        }
        for Field { name, schema } in &self.fields {
            if let Some(value) = members.get(name) {
                schema.accept(value).map_err(|error| error.inside(name))?;
            }
        }
        Ok(())
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{");
        if let Some(dialect) = &self.dialect {
            w.literal("\"$schema\":").string(dialect).literal(",");
        }
        w.literal("\"type\":\"object\",\"properties\":{");
        let mut separator = "";
        for field in &self.fields {
            w.literal(separator).string(&field.name).literal(":");
            field.schema.write(w);
            separator = ",";
        }
        w.literal("}");
        if !self.required.is_empty() {
            write_strings(&self.required, w.literal(",\"required\":"));
        }
        w.literal("}");
    }
}

serde_as_json!(Form => Self::write);

impl Decode for Form {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("type", "object")?;
        let properties: Members<'_> = members.child("properties")?;
        let fields = properties.iter().map(|(name, value)| {
            let schema = PrimitiveSchema::decode(value).map_err(|e| e.inside(name).inside("properties"))?;
            Ok(Field { name: name.into(), schema })
        });
        Ok(Self {
            fields: fields.collect::<Result<_, DecodeError>>()?,
            required: members.or_default("required")?,
            dialect: members.optional("$schema")?,
        })
    }
}
