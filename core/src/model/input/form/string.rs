//! Text.

use alloc::format;
use alloc::string::String;

use super::format::StringFormat;
use super::label::{labelled, write_label};
use crate::json::Writer;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::serde_text::serde_as_json;

/// Text, perhaps of bounded length or of a format.
///
/// Spec: schema, `StringSchema`.
#[derive(Debug, Clone, Default)]
#[must_use]
#[non_exhaustive]
pub struct StringSchema {
    /// The field's name for people.
    pub title: Option<String>,
    /// What the field is for.
    pub description: Option<String>,
    /// The shortest text that is accepted, in Unicode characters.
    pub min_length: Option<u64>,
    /// The longest text that is accepted, in Unicode characters.
    pub max_length: Option<u64>,
    /// What the text has to be.
    pub format: Option<StringFormat>,
    /// What stands there before the person changes it.
    pub default: Option<String>,
}

labelled!(StringSchema);

impl StringSchema {
    /// Any text.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shortest text that is accepted, in Unicode characters.
    pub fn min_length(self, characters: u64) -> Self {
        Self { min_length: Some(characters), ..self }
    }

    /// The longest text that is accepted, in Unicode characters.
    pub fn max_length(self, characters: u64) -> Self {
        Self { max_length: Some(characters), ..self }
    }

    /// What the text has to be.
    pub fn format(self, format: StringFormat) -> Self {
        Self { format: Some(format), ..self }
    }

    /// What stands there before the person changes it.
    pub fn default_value(self, default: impl Into<String>) -> Self {
        Self { default: Some(default.into()), ..self }
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if self.min_length.zip(self.max_length).is_some_and(|(min, max)| min > max) {
            return Err(Invalid("a form's text has a shortest length above its longest"));
        }
        if self.default.as_deref().is_some_and(|default| self.fits(default).is_err()) {
            return Err(Invalid("the default of a form's text is not acceptable"));
        }
        Ok(())
    }

    pub(super) fn accept(&self, value: Raw<'_>) -> Result<(), DecodeError> {
        self.fits(&String::decode(value)?)
    }

    fn fits(&self, text: &str) -> Result<(), DecodeError> {
        let length = text.chars().count() as u64;
        match (self.min_length, self.max_length, self.format) {
            (Some(min), _, _) if length < min => {
                Err(DecodeError::new(format!("must have at least {min} characters")))
            }
            (_, Some(max), _) if length > max => {
                Err(DecodeError::new(format!("must have at most {max} characters")))
            }
            (_, _, Some(format)) if !format.fits(text) => Err(DecodeError::new(format.rule())),
            _ => Ok(()),
        }
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"type\":\"string\"");
        write_label(&self.title, &self.description, w);
        for (name, length) in [(",\"minLength\":", self.min_length), (",\"maxLength\":", self.max_length)] {
            if let Some(length) = length {
                w.literal(name).unsigned(length);
            }
        }
        if let Some(format) = self.format {
            w.literal(",\"format\":").string(format.name());
        }
        if let Some(default) = &self.default {
            w.literal(",\"default\":").string(default);
        }
        w.literal("}");
    }
}

serde_as_json!(StringSchema => Self::write);

impl Decode for StringSchema {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("type", "string")?;
        Ok(Self {
            title: members.optional("title")?,
            description: members.optional("description")?,
            min_length: members.optional("minLength")?,
            max_length: members.optional("maxLength")?,
            format: members.optional("format")?,
            default: members.optional("default")?,
        })
    }
}
