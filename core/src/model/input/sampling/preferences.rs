//! Which model shall answer.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Writer;
use crate::model::array::write_array;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::serde_text::serde_as_json;

/// Which model a server would like to answer. The client decides.
///
/// Spec: client/sampling, section "Model Preferences".
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ModelPreferences {
    hints: Vec<Hint>,
    cost: Option<f64>,
    speed: Option<f64>,
    intelligence: Option<f64>,
}

#[derive(Debug, Clone)]
struct Hint(Option<String>);

impl ModelPreferences {
    /// No preferences.
    pub fn new() -> Self {
        Self::default()
    }

    /// A part of a model's name. May be given several times, the best first.
    pub fn hint(mut self, name: impl Into<String>) -> Self {
        self.hints.push(Hint(Some(name.into())));
        self
    }

    /// How much low cost counts, from 0 to 1; other numbers are clamped, NaN is left out.
    pub fn cost(self, priority: f64) -> Self {
        Self { cost: clamped(priority), ..self }
    }

    /// How much speed counts, from 0 to 1; other numbers are clamped, NaN is left out.
    pub fn speed(self, priority: f64) -> Self {
        Self { speed: clamped(priority), ..self }
    }

    /// How much ability counts, from 0 to 1; other numbers are clamped, NaN is left out.
    pub fn intelligence(self, priority: f64) -> Self {
        Self { intelligence: clamped(priority), ..self }
    }

    /// Parts of models' names, the best first.
    pub fn hints(&self) -> impl Iterator<Item = &str> {
        self.hints.iter().filter_map(|hint| hint.0.as_deref())
    }

    /// How much low cost counts.
    #[must_use]
    pub fn cost_priority(&self) -> Option<f64> {
        self.cost
    }

    /// How much speed counts.
    #[must_use]
    pub fn speed_priority(&self) -> Option<f64> {
        self.speed
    }

    /// How much ability counts.
    #[must_use]
    pub fn intelligence_priority(&self) -> Option<f64> {
        self.intelligence
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        let mut before = "{";
        if !self.hints.is_empty() {
            write_array(&self.hints, w.literal("{\"hints\":"), Hint::write);
            before = ",";
        }
        let priorities = [
            ("\"costPriority\":", self.cost),
            ("\"speedPriority\":", self.speed),
            ("\"intelligencePriority\":", self.intelligence),
        ];
        for (name, priority) in priorities {
            if let Some(priority) = priority {
                w.literal(before).literal(name).float(priority);
                before = ",";
            }
        }
        w.literal(if before == "{" { "{}" } else { "}" });
    }
}

fn clamped(priority: f64) -> Option<f64> {
    (!priority.is_nan()).then(|| priority.clamp(0.0, 1.0))
}

serde_as_json!(ModelPreferences => Self::write);

impl Decode for ModelPreferences {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            hints: members.or_default("hints")?,
            cost: members.optional("costPriority")?,
            speed: members.optional("speedPriority")?,
            intelligence: members.optional("intelligencePriority")?,
        })
    }
}

impl Hint {
    fn write(&self, w: &mut Writer<'_>) {
        match &self.0 {
            Some(name) => w.literal("{\"name\":").string(name).literal("}"),
            None => w.literal("{}"),
        };
    }
}

impl Decode for Hint {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        raw.members()?.optional("name").map(Self)
    }
}
