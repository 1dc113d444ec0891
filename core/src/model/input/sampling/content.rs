//! Blocks of a conversation with the client's model.

use alloc::boxed::Box;
use alloc::string::String;

use super::tool_content::{ToolResultContent, ToolUseContent};
use crate::json::Writer;
use crate::model::content::block::Content;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::serde_text::serde_as_json;

/// One block of a message to or from the client's model.
///
/// Spec: schema, `SamplingMessageContentBlock`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum SamplingContent {
    /// Text, an image or audio. Other kinds of content make the answer -32603.
    Content(Content),
    /// The model calls a tool.
    ToolUse(Box<ToolUseContent>),
    /// What the tool answered.
    ToolResult(Box<ToolResultContent>),
}

impl SamplingContent {
    /// The text, when it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Content(content) => content.as_text(),
            Self::ToolUse(_) | Self::ToolResult(_) => None,
        }
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        match self {
            Self::Content(content) if !content.is_media() => {
                Err(Invalid("a message to a model holds content that is no text, image or audio"))
            }
            Self::Content(content) => content.check(),
            Self::ToolUse(call) => call.check(),
            Self::ToolResult(result) => result.check(),
        }
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        match self {
            Self::Content(content) => content.write(w, None),
            Self::ToolUse(call) => call.write(w),
            Self::ToolResult(result) => result.write(w),
        }
    }
}

serde_as_json!(SamplingContent => Self::write);

impl Decode for SamplingContent {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let kind: String = raw.members()?.required("type")?;
        match kind.as_str() {
            "tool_use" => Decode::decode(raw).map(|call| Self::ToolUse(Box::new(call))),
            "tool_result" => Decode::decode(raw).map(|result| Self::ToolResult(Box::new(result))),
            _ => Decode::decode(raw).map(Self::Content),
        }
    }
}

impl<T: Into<Content>> From<T> for SamplingContent {
    fn from(content: T) -> Self {
        Self::Content(content.into())
    }
}

impl From<ToolUseContent> for SamplingContent {
    fn from(call: ToolUseContent) -> Self {
        Self::ToolUse(Box::new(call))
    }
}

impl From<ToolResultContent> for SamplingContent {
    fn from(result: ToolResultContent) -> Self {
        Self::ToolResult(Box::new(result))
    }
}
