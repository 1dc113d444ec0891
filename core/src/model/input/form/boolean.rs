//! Yes or no.

use alloc::string::String;

use super::label::{labelled, write_label};
use crate::json::Writer;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::serde_text::serde_as_json;

/// Yes or no.
///
/// Spec: schema, `BooleanSchema`.
#[derive(Debug, Clone, Default)]
#[must_use]
#[non_exhaustive]
pub struct BooleanSchema {
    /// The field's name for people.
    pub title: Option<String>,
    /// What the field is for.
    pub description: Option<String>,
    /// What stands there before the person changes it.
    pub default: Option<bool>,
}

labelled!(BooleanSchema);

impl BooleanSchema {
    /// A box that may be ticked.
    pub fn new() -> Self {
        Self::default()
    }

    /// What stands there before the person changes it.
    pub fn default_value(self, default: bool) -> Self {
        Self { default: Some(default), ..self }
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        Ok(())
    }

    pub(super) fn accept(&self, value: Raw<'_>) -> Result<(), DecodeError> {
        bool::decode(value).map(drop)
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"type\":\"boolean\"");
        write_label(&self.title, &self.description, w);
        if let Some(default) = self.default {
            w.literal(if default { ",\"default\":true" } else { ",\"default\":false" });
        }
        w.literal("}");
    }
}

serde_as_json!(BooleanSchema => Self::write);

impl Decode for BooleanSchema {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("type", "boolean")?;
        Ok(Self {
            title: members.optional("title")?,
            description: members.optional("description")?,
            default: members.optional("default")?,
        })
    }
}
