//! Numbers.

use alloc::format;
use alloc::string::String;

use super::label::{labelled, write_label};
use crate::json::Writer;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::serde_text::serde_as_json;

/// A number, whole or not, perhaps within bounds.
///
/// Spec: schema, `NumberSchema`.
#[derive(Debug, Clone)]
#[must_use]
#[non_exhaustive]
pub struct NumberSchema {
    /// The field's name for people.
    pub title: Option<String>,
    /// What the field is for.
    pub description: Option<String>,
    /// Whether only whole numbers are accepted.
    pub integer: bool,
    /// The smallest number that is accepted.
    pub minimum: Option<f64>,
    /// The largest number that is accepted.
    pub maximum: Option<f64>,
    /// What stands there before the person changes it.
    pub default: Option<f64>,
}

labelled!(NumberSchema);

impl NumberSchema {
    /// Any number.
    pub fn number() -> Self {
        Self { title: None, description: None, integer: false, minimum: None, maximum: None, default: None }
    }

    /// A whole number.
    pub fn integer() -> Self {
        Self { integer: true, ..Self::number() }
    }

    /// The smallest number that is accepted.
    pub fn minimum(self, minimum: f64) -> Self {
        Self { minimum: Some(minimum), ..self }
    }

    /// The largest number that is accepted.
    pub fn maximum(self, maximum: f64) -> Self {
        Self { maximum: Some(maximum), ..self }
    }

    /// What stands there before the person changes it.
    pub fn default_value(self, default: f64) -> Self {
        Self { default: Some(default), ..self }
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        let [minimum, maximum, default] = [self.minimum, self.maximum, self.default];
        if [minimum, maximum, default].into_iter().flatten().any(|n| !n.is_finite()) {
            return Err(Invalid("a bound or default of a form's number is infinite or none"));
        }
        if minimum.zip(maximum).is_some_and(|(minimum, maximum)| minimum > maximum) {
            return Err(Invalid("a form's number has a minimum above its maximum"));
        }
        if default.is_some_and(|default| self.fits(default).is_err()) {
            return Err(Invalid("the default of a form's number is not acceptable"));
        }
        Ok(())
    }

    pub(super) fn accept(&self, value: Raw<'_>) -> Result<(), DecodeError> {
        self.fits(f64::decode(value)?)
    }

    fn fits(&self, n: f64) -> Result<(), DecodeError> {
        if self.integer && n % 1.0 != 0.0 {
            return Err(DecodeError::new("must be an integer"));
        }
        match (self.minimum, self.maximum) {
            (Some(minimum), _) if n < minimum => Err(DecodeError::new(format!("must be at least {minimum}"))),
            (_, Some(maximum)) if n > maximum => Err(DecodeError::new(format!("must be at most {maximum}"))),
            _ => Ok(()),
        }
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal(if self.integer { "{\"type\":\"integer\"" } else { "{\"type\":\"number\"" });
        write_label(&self.title, &self.description, w);
        let members = [
            (",\"minimum\":", self.minimum),
            (",\"maximum\":", self.maximum),
            (",\"default\":", self.default),
        ];
        for (name, value) in members {
            if let Some(value) = value {
                w.literal(name).float(value);
            }
        }
        w.literal("}");
    }
}

serde_as_json!(NumberSchema => Self::write);

impl Decode for NumberSchema {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let integer = match members.required::<String>("type")?.as_str() {
            "integer" => true,
            "number" => false,
            _ => return Err(DecodeError::member("type", "must be number or integer")),
        };
        Ok(Self {
            title: members.optional("title")?,
            description: members.optional("description")?,
            integer,
            minimum: members.optional("minimum")?,
            maximum: members.optional("maximum")?,
            default: members.optional("default")?,
        })
    }
}
