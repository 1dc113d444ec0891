//! Calls of tools in a conversation with the client's model.

use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

use crate::json::Writer;
use crate::model::array::write_array;
use crate::model::content::block::Content;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::json_object::JsonObject;
use crate::model::meta::Meta;
use crate::model::serde_text::serde_as_json;

/// The model calls a tool.
///
/// Spec: schema, `ToolUseContent`.
#[derive(Debug, Clone)]
#[must_use]
pub struct ToolUseContent {
    id: String,
    name: String,
    input: JsonObject,
    meta: Meta,
}

impl ToolUseContent {
    /// A call, by an id that its result repeats, of the tool `name`.
    pub fn new(id: impl Into<String>, name: impl Into<String>, input: impl Into<JsonObject>) -> Self {
        Self { id: id.into(), name: name.into(), input: input.into(), meta: Meta::default() }
    }

    /// What the result has to repeat.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The arguments.
    #[must_use]
    pub fn input(&self) -> &JsonObject {
        &self.input
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if self.meta.bad_key().is_some() { Err(BAD_META_KEY) } else { Ok(()) }
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"type\":\"tool_use\",\"id\":").string(&self.id);
        self.input.write(w.literal(",\"name\":").string(&self.name).literal(",\"input\":"));
        self.meta.write(w);
        w.literal("}");
    }
}

serde_as_json!(ToolUseContent => Self::write, ToolResultContent => Self::write);

impl Decode for ToolUseContent {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("type", "tool_use")?;
        Ok(Self {
            id: members.required("id")?,
            name: members.required("name")?,
            input: members.required("input")?,
            meta: members.or_default("_meta")?,
        })
    }
}

/// What a tool answered to a call of the model's.
///
/// Spec: schema, `ToolResultContent`.
#[derive(Debug, Clone)]
#[must_use]
pub struct ToolResultContent {
    tool_use_id: String,
    content: Vec<Content>,
    /// JSON text.
    structured: Option<String>,
    is_error: Option<bool>,
    meta: Meta,
    unwritable: bool,
}

impl ToolResultContent {
    /// The answer to the call of this id.
    pub fn new(tool_use_id: impl Into<String>) -> Self {
        Self {
            tool_use_id: tool_use_id.into(),
            content: Vec::new(),
            structured: None,
            is_error: None,
            meta: Meta::default(),
            unwritable: false,
        }
    }

    /// Adds a block.
    pub fn content(mut self, block: impl Into<Content>) -> Self {
        self.content.push(block.into());
        self
    }

    /// Sets the structured content.
    ///
    /// A value that cannot be written as JSON, such as a map whose keys are no strings, makes the answer -32603.
    pub fn structured(self, value: &impl Serialize) -> Self {
        let structured = serde_json::to_string(value).ok();
        Self { unwritable: structured.is_none(), structured, ..self }
    }

    /// Marks it as a failure of the tool, or as none.
    pub fn is_error(self, is_error: bool) -> Self {
        Self { is_error: Some(is_error), ..self }
    }

    /// The call that is answered.
    #[must_use]
    pub fn tool_use_id(&self) -> &str {
        &self.tool_use_id
    }

    /// The blocks.
    pub fn blocks(&self) -> &[Content] {
        &self.content
    }

    /// The structured content: JSON text.
    #[must_use]
    pub fn structured_json(&self) -> Option<&str> {
        self.structured.as_deref()
    }

    /// Whether the tool failed.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.is_error == Some(true)
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if self.unwritable {
            return Err(Invalid("the structured content of a tool's result cannot be written as JSON"));
        }
        if self.meta.bad_key().is_some() {
            return Err(BAD_META_KEY);
        }
        self.content.iter().try_for_each(Content::check)
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"type\":\"tool_result\",\"toolUseId\":").string(&self.tool_use_id);
        write_array(&self.content, w.literal(",\"content\":"), |block, w| block.write(w, None));
        if let Some(json) = &self.structured {
            w.literal(",\"structuredContent\":").raw(json);
        }
        if let Some(is_error) = self.is_error {
            w.literal(if is_error { ",\"isError\":true" } else { ",\"isError\":false" });
        }
        self.meta.write(w);
        w.literal("}");
    }
}

impl Decode for ToolResultContent {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        members.word("type", "tool_result")?;
        Ok(Self {
            tool_use_id: members.required("toolUseId")?,
            content: members.required("content")?,
            structured: members.get("structuredContent").map(Raw::compact).transpose()?,
            is_error: members.optional("isError")?,
            meta: members.or_default("_meta")?,
            unwritable: false,
        })
    }
}
