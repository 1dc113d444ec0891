//! Messages of a conversation with the client's model.

use alloc::string::String;
use alloc::vec::Vec;
use core::slice;
use serde_json::Value;

use super::content::SamplingContent;
use crate::json::{Kind, Writer};
use crate::model::array::write_array;
use crate::model::content::annotations::Role;
use crate::model::decode::{Decode, Members, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::serde_text::serde_as_json;

/// A message of a conversation with the client's model.
///
/// Spec: schema, `SamplingMessage`.
#[derive(Debug, Clone)]
#[must_use]
pub struct SamplingMessage {
    role: Role,
    blocks: Blocks,
    meta: Meta,
}

/// The protocol tells one block from a list of one.
#[derive(Debug, Clone)]
pub(super) enum Blocks {
    One(SamplingContent),
    Many(Vec<SamplingContent>),
}

impl SamplingMessage {
    /// Said by the person.
    pub fn user(content: impl Into<SamplingContent>) -> Self {
        Self { role: Role::User, blocks: Blocks::One(content.into()), meta: Meta::default() }
    }

    /// Said by the model.
    pub fn assistant(content: impl Into<SamplingContent>) -> Self {
        Self { role: Role::Assistant, ..Self::user(content) }
    }

    /// Adds a block. Results of tools stand in messages of the person's that hold nothing else, or the answer is
    /// -32603.
    pub fn content(mut self, content: impl Into<SamplingContent>) -> Self {
        self.blocks = self.blocks.and(content.into());
        self
    }

    /// A `_meta` member. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), &value.into());
        self
    }

    /// Who says it.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// What is said.
    #[must_use]
    pub fn blocks(&self) -> &[SamplingContent] {
        self.blocks.as_slice()
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if self.meta.bad_key().is_some() {
            return Err(BAD_META_KEY);
        }
        self.blocks().iter().try_for_each(SamplingContent::check)
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"role\":").literal(self.role.json());
        self.blocks.write(w);
        self.meta.write(w);
        w.literal("}");
    }
}

serde_as_json!(SamplingMessage => Self::write);

impl Decode for SamplingMessage {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            role: members.required("role")?,
            blocks: Blocks::read(&members)?,
            meta: members.or_default("_meta")?,
        })
    }
}

impl Blocks {
    pub(super) fn and(self, block: SamplingContent) -> Self {
        match self {
            Self::One(first) => Self::Many(Vec::from([first, block])),
            Self::Many(mut blocks) => {
                blocks.push(block);
                Self::Many(blocks)
            }
        }
    }

    pub(super) fn as_slice(&self) -> &[SamplingContent] {
        match self {
            Self::One(block) => slice::from_ref(block),
            Self::Many(blocks) => blocks,
        }
    }

    /// Writes `,"content":` and them.
    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal(",\"content\":");
        match self {
            Self::One(block) => block.write(w),
            Self::Many(blocks) => write_array(blocks, w, SamplingContent::write),
        }
    }

    /// Reads the member `content`.
    pub(super) fn read(members: &Members<'_>) -> Result<Self, DecodeError> {
        match members.get("content").map(Raw::kind) {
            Some(Kind::Array) => members.required("content").map(Self::Many),
            _ => members.required("content").map(Self::One),
        }
    }
}
