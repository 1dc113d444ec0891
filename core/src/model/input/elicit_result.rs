//! What the person did.

use alloc::vec::Vec;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use crate::json::Writer;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::json_object::JsonObject;
use crate::model::serde_text::serde_as_json;

/// The answer to an elicitation.
///
/// Spec: client/elicitation, section "Response Actions".
#[derive(Debug, Clone)]
#[must_use]
pub struct ElicitResult {
    action: ElicitAction,
    content: Option<JsonObject>,
}

/// What the person did with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "complete: the schema's three values")]
pub enum ElicitAction {
    /// Agreed, or sent the form.
    Accept,
    /// Refused.
    Decline,
    /// Went away without choosing.
    Cancel,
}

impl ElicitAction {
    const NAMES: [(&str, Self); 3] =
        [("accept", Self::Accept), ("decline", Self::Decline), ("cancel", Self::Cancel)];
}

impl ElicitResult {
    /// The person agreed, with nothing to fill in.
    pub fn accept() -> Self {
        Self { action: ElicitAction::Accept, content: None }
    }

    /// The person filled in a form.
    ///
    /// # Errors
    ///
    /// The caller's fault: `content` cannot be written as a JSON object.
    pub fn accept_with(content: &impl Serialize) -> Result<Self, DecodeError> {
        Ok(Self { action: ElicitAction::Accept, content: Some(JsonObject::new(content)?) })
    }

    /// The person refused.
    pub fn decline() -> Self {
        Self { action: ElicitAction::Decline, content: None }
    }

    /// The person went away without choosing.
    pub fn cancel() -> Self {
        Self { action: ElicitAction::Cancel, content: None }
    }

    /// What the person did.
    #[must_use]
    pub fn action(&self) -> ElicitAction {
        self.action
    }

    /// What was filled in: the text of a JSON object.
    #[must_use]
    pub fn content(&self) -> Option<&str> {
        self.content.as_ref().map(JsonObject::get)
    }

    /// What was filled in, or `None` when the person did not accept. A form that was sent empty is the empty object.
    ///
    /// # Errors
    ///
    /// The caller's fault, where the answer has been checked against a form: `T` does not take what the form allows.
    /// The error names the place and no value.
    #[must_use]
    pub fn accepted<T: DeserializeOwned>(&self) -> Option<Result<T, DecodeError>> {
        (self.action == ElicitAction::Accept).then(|| decode(self.content().unwrap_or("{}")))
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"action\":\"").literal(ElicitAction::NAMES[self.action as usize].0).literal("\"");
        if let Some(content) = &self.content {
            content.write(w.literal(",\"content\":"));
        }
        w.literal("}");
    }
}

fn decode<T: DeserializeOwned>(content: &str) -> Result<T, DecodeError> {
    let mut deserializer = serde_json::Deserializer::from_str(content);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let mut found = DecodeError::new("does not decode to the type that the server reads it as");
        let segments: Vec<_> = error.path().iter().collect();
        for segment in segments.into_iter().rev() {
            found = match segment {
                Segment::Seq { index } => found.at(*index),
                Segment::Map { key } => found.inside(key),
                Segment::Enum { .. } | Segment::Unknown => found,
            };
        }
        found.inside("content")
    })
}

impl Decode for ElicitAction {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let find = |word: &str| Self::NAMES.iter().find(|(name, _)| *name == word).map(|(_, action)| *action);
        raw.word(find, "must be accept, decline or cancel")
    }
}

serde_as_json!(ElicitResult => Self::write);

impl Decode for ElicitResult {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self { action: members.required("action")?, content: members.optional("content")? })
    }
}
