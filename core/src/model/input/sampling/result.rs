//! What the client's model said.

use alloc::string::String;
use serde_json::Value;

use super::content::SamplingContent;
use super::message::Blocks;
use crate::json::Writer;
use crate::model::content::annotations::Role;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::meta::Meta;
use crate::model::serde_text::serde_as_json;

/// What the client's model said.
///
/// Spec: client/sampling, section "Result Fields".
#[derive(Debug, Clone)]
#[must_use]
pub struct CreateMessageResult {
    role: Role,
    blocks: Blocks,
    model: String,
    stop_reason: Option<String>,
    meta: Meta,
}

impl CreateMessageResult {
    /// Said by `model`.
    pub fn new(model: impl Into<String>, content: impl Into<SamplingContent>) -> Self {
        Self {
            role: Role::Assistant,
            blocks: Blocks::One(content.into()),
            model: model.into(),
            stop_reason: None,
            meta: Meta::default(),
        }
    }

    /// Adds a block.
    pub fn content(mut self, content: impl Into<SamplingContent>) -> Self {
        self.blocks = self.blocks.and(content.into());
        self
    }

    /// Why the model stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a word of the client's own.
    pub fn stopped(self, reason: impl Into<String>) -> Self {
        Self { stop_reason: Some(reason.into()), ..self }
    }

    /// A `_meta` member.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), &value.into());
        self
    }

    /// Who said it: the model, unless the client says otherwise.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// What was said.
    #[must_use]
    pub fn blocks(&self) -> &[SamplingContent] {
        self.blocks.as_slice()
    }

    /// The first text among the blocks.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.blocks().iter().find_map(SamplingContent::as_text)
    }

    /// The model that said it.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Why the model stopped, where that is known.
    #[must_use]
    pub fn stop_reason(&self) -> Option<&str> {
        self.stop_reason.as_deref()
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"role\":").literal(self.role.json());
        self.blocks.write(w);
        w.literal(",\"model\":").string(&self.model);
        if let Some(reason) = &self.stop_reason {
            w.literal(",\"stopReason\":").string(reason);
        }
        self.meta.write(w);
        w.literal("}");
    }
}

serde_as_json!(CreateMessageResult => Self::write);

impl Decode for CreateMessageResult {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            role: members.required("role")?,
            blocks: Blocks::read(&members)?,
            model: members.required("model")?,
            stop_reason: members.optional("stopReason")?,
            meta: members.or_default("_meta")?,
        })
    }
}
