//! One or some of several values.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::label::{labelled, write_label};
use super::options::Options;
use crate::json::Writer;
use crate::model::array::write_strings;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::serde_text::serde_as_json;

/// One of several values, perhaps shown under titles.
///
/// Spec: schema, `UntitledSingleSelectEnumSchema` and `TitledSingleSelectEnumSchema`.
#[derive(Debug, Clone)]
#[must_use]
#[non_exhaustive]
pub struct SingleSelectEnumSchema {
    /// The field's name for people.
    pub title: Option<String>,
    /// What the field is for.
    pub description: Option<String>,
    options: Options,
    /// What is chosen before the person changes it.
    pub default: Option<String>,
}

/// Some of several values, perhaps shown under titles.
///
/// Spec: schema, `UntitledMultiSelectEnumSchema` and `TitledMultiSelectEnumSchema`.
#[derive(Debug, Clone)]
#[must_use]
#[non_exhaustive]
pub struct MultiSelectEnumSchema {
    /// The field's name for people.
    pub title: Option<String>,
    /// What the field is for.
    pub description: Option<String>,
    options: Options,
    /// How many have to be chosen.
    pub min_items: Option<u64>,
    /// How many may be chosen.
    pub max_items: Option<u64>,
    /// What is chosen before the person changes it.
    pub default: Option<Vec<String>>,
}

labelled!(SingleSelectEnumSchema, MultiSelectEnumSchema);

const NO_OPTIONS: Invalid = Invalid("a form offers no choice");
const NO_CHOICE: &str = "must be one of the values to choose from";

impl SingleSelectEnumSchema {
    /// Values that are shown as they are. There has to be one at least, or the answer is -32603.
    pub fn new<V: Into<String>>(values: impl IntoIterator<Item = V>) -> Self {
        Self::of(Options::untitled(values))
    }

    /// Values, each with what is shown for it.
    pub fn titled<V: Into<String>, T: Into<String>>(options: impl IntoIterator<Item = (V, T)>) -> Self {
        Self::of(Options::titled(options))
    }

    fn of(options: Options) -> Self {
        Self { title: None, description: None, options, default: None }
    }

    /// What is chosen before the person changes it.
    pub fn default_value(self, value: impl Into<String>) -> Self {
        Self { default: Some(value.into()), ..self }
    }

    /// The values, each with what is shown for it.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter()
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if self.options.iter().next().is_none() {
            return Err(NO_OPTIONS);
        }
        if self.default.as_deref().is_some_and(|default| !self.options.contains(default)) {
            return Err(Invalid("the default of a form's choice is none of its values"));
        }
        Ok(())
    }

    pub(super) fn accept(&self, value: Raw<'_>) -> Result<(), DecodeError> {
        let value = String::decode(value)?;
        if self.options.contains(&value) { Ok(()) } else { Err(DecodeError::new(NO_CHOICE)) }
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"type\":\"string\"");
        write_label(&self.title, &self.description, w);
        self.options.write_single(w);
        if let Some(default) = &self.default {
            w.literal(",\"default\":").string(default);
        }
        w.literal("}");
    }
}

serde_as_json!(SingleSelectEnumSchema => Self::write, MultiSelectEnumSchema => Self::write);

impl Decode for SingleSelectEnumSchema {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("type", "string")?;
        Ok(Self {
            title: members.optional("title")?,
            description: members.optional("description")?,
            options: Options::read_single(&members)?,
            default: members.optional("default")?,
        })
    }
}

impl MultiSelectEnumSchema {
    /// Values that are shown as they are. There has to be one at least, or the answer is -32603.
    pub fn new<V: Into<String>>(values: impl IntoIterator<Item = V>) -> Self {
        Self::of(Options::untitled(values))
    }

    /// Values, each with what is shown for it.
    pub fn titled<V: Into<String>, T: Into<String>>(options: impl IntoIterator<Item = (V, T)>) -> Self {
        Self::of(Options::titled(options))
    }

    fn of(options: Options) -> Self {
        Self { title: None, description: None, options, min_items: None, max_items: None, default: None }
    }

    /// How many have to be chosen.
    pub fn min_items(self, count: u64) -> Self {
        Self { min_items: Some(count), ..self }
    }

    /// How many may be chosen.
    pub fn max_items(self, count: u64) -> Self {
        Self { max_items: Some(count), ..self }
    }

    /// What is chosen before the person changes it.
    pub fn default_values<V: Into<String>>(self, values: impl IntoIterator<Item = V>) -> Self {
        Self { default: Some(values.into_iter().map(Into::into).collect()), ..self }
    }

    /// The values, each with what is shown for it.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter()
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if self.options.iter().next().is_none() {
            return Err(NO_OPTIONS);
        }
        if self.min_items.zip(self.max_items).is_some_and(|(min, max)| min > max) {
            return Err(Invalid("a form's choice has a smallest number above its largest"));
        }
        if self.default.as_deref().is_some_and(|default| self.fits(default).is_err()) {
            return Err(Invalid("the default of a form's choice is not acceptable"));
        }
        Ok(())
    }

    pub(super) fn accept(&self, value: Raw<'_>) -> Result<(), DecodeError> {
        self.fits(&Vec::decode(value)?)
    }

    fn fits(&self, values: &[String]) -> Result<(), DecodeError> {
        let count = values.len() as u64;
        match (self.min_items, self.max_items) {
            (Some(min), _) if count < min => {
                return Err(DecodeError::new(format!("must have at least {min} items")));
            }
            (_, Some(max)) if count > max => {
                return Err(DecodeError::new(format!("must have at most {max} items")));
            }
            _ => {}
        }
        match values.iter().position(|value| !self.options.contains(value)) {
            Some(index) => Err(DecodeError::new(NO_CHOICE).at(index)),
            None => Ok(()),
        }
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"type\":\"array\"");
        write_label(&self.title, &self.description, w);
        for (name, count) in [(",\"minItems\":", self.min_items), (",\"maxItems\":", self.max_items)] {
            if let Some(count) = count {
                w.literal(name).unsigned(count);
            }
        }
        self.options.write_items(w);
        if let Some(default) = &self.default {
            write_strings(default, w.literal(",\"default\":"));
        }
        w.literal("}");
    }
}

impl Decode for MultiSelectEnumSchema {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("type", "array")?;
        Ok(Self {
            title: members.optional("title")?,
            description: members.optional("description")?,
            options: Options::read_items(&members)?,
            min_items: members.optional("minItems")?,
            max_items: members.optional("maxItems")?,
            default: members.optional("default")?,
        })
    }
}
