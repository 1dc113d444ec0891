//! What a tool answers.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

use crate::json::Writer;
use crate::model::content::block::{Block, Content};
use crate::model::content::resource_contents::ResourceContents;
use crate::model::content::resource_link::ResourceLink;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::result::envelope::{read_complete, read_meta, write_complete};
use crate::model::serde_text::serde_as_json;

/// A tool's answer: content for the model, perhaps structured content, and whether the tool failed.
///
/// Most handlers return something simpler, see [`IntoToolResult`].
///
/// ```
/// use snodo_core::{Content, ToolResult};
///
/// let result = ToolResult::new().content("A square.").content(Content::image([0x89, b'P', b'N', b'G'], "image/png"));
/// # let _ = result;
/// ```
///
/// Spec: server/tools, section "Tool Result".
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ToolResult {
    content: Blocks,
    /// JSON text.
    pub(crate) structured: Option<Structured>,
    pub(crate) is_error: bool,
    /// That it is no failure may be said or left out. It is said only where it was read.
    denies_error: bool,
    meta: Option<Box<Meta>>,
}

/// One block is the common case and needs no vector.
#[derive(Debug, Clone, Default)]
enum Blocks {
    #[default]
    None,
    One(Content),
    Many(Vec<Content>),
}

#[derive(Debug, Clone)]
pub(crate) enum Structured {
    Json(String),
    /// The value could not be written as JSON.
    Unwritable,
}

impl ToolResult {
    /// No content yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A failure that the model can read and learn from: `isError` is true.
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::new().content(text.into()) }
    }

    /// Structured content, and the same as a text block for clients that know only blocks.
    ///
    /// A value that cannot be written as JSON, such as a map whose keys are no strings, makes the answer -32603.
    pub fn structured(value: &impl Serialize) -> Self {
        Self::new().with_structured(value).content(Content::new(Block::Structured))
    }

    /// Adds a block.
    pub fn content(mut self, block: impl Into<Content>) -> Self {
        let block = block.into();
        self.content = match self.content {
            Blocks::None => Blocks::One(block),
            Blocks::One(first) => Blocks::Many(Vec::from([first, block])),
            Blocks::Many(mut blocks) => {
                blocks.push(block);
                Blocks::Many(blocks)
            }
        };
        self
    }

    /// Sets the structured content without adding a text block: for tools that say it better in their own words.
    pub fn with_structured(self, value: &impl Serialize) -> Self {
        let json = serde_json::to_string(value).map_or(Structured::Unwritable, Structured::Json);
        Self { structured: Some(json), ..self }
    }

    /// Marks the result as a failure of the tool, or as none.
    pub fn is_error(self, is_error: bool) -> Self {
        Self { is_error, denies_error: false, ..self }
    }

    /// A `_meta` member of the result. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.get_or_insert_default().insert(key.into(), &value.into());
        self
    }

    /// The blocks.
    pub fn blocks(&self) -> &[Content] {
        match &self.content {
            Blocks::None => &[],
            Blocks::One(block) => core::slice::from_ref(block),
            Blocks::Many(blocks) => blocks,
        }
    }

    /// Whether the tool failed.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.is_error
    }

    /// The structured content: JSON text.
    #[must_use]
    pub fn structured_json(&self) -> Option<&str> {
        match &self.structured {
            Some(Structured::Json(json)) => Some(json),
            _ => None,
        }
    }

    pub(crate) fn own_meta(&self) -> Option<&Meta> {
        self.meta.as_deref()
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if matches!(self.structured, Some(Structured::Unwritable)) {
            return Err(Invalid("the structured content cannot be written as JSON"));
        }
        if self.meta.as_ref().is_some_and(|meta| meta.bad_key().is_some()) {
            return Err(BAD_META_KEY);
        }
        self.blocks().iter().try_for_each(Content::check)
    }

    /// Writes `"content":[…]` and what follows it, without the braces around.
    pub(crate) fn write_members(&self, w: &mut Writer<'_>) {
        let structured = self.structured_json();
        w.literal("\"content\":[");
        let mut separator = "";
        for block in self.blocks() {
            w.literal(separator);
            block.write(w, structured);
            separator = ",";
        }
        w.literal("]");
        if let Some(json) = structured {
            w.literal(",\"structuredContent\":").raw(json);
        }
        if self.is_error {
            w.literal(",\"isError\":true");
        } else if self.denies_error {
            w.literal(",\"isError\":false");
        }
    }
}

serde_as_json!(ToolResult => |result, w| {
    write_complete(|w| result.write_members(w), result.own_meta(), w);
});

impl Decode for ToolResult {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = read_complete(raw)?;
        let is_error = members.optional("isError")?;
        Ok(Self {
            content: Blocks::Many(members.required("content")?),
            structured: members.get("structuredContent").map(Raw::compact).transpose()?.map(Structured::Json),
            is_error: is_error == Some(true),
            denies_error: is_error == Some(false),
            meta: read_meta(&members)?,
        })
    }
}

/// What a handler may return as its success.
///
/// | type | becomes |
/// |---|---|
/// | `String`, `&'static str` | one text block |
/// | [`Content`], `Vec<Content>`, [`ResourceLink`], [`ResourceContents`] | those blocks |
/// | [`Json<T>`] | structured content, and the same as a text block |
/// | `()` | no content |
/// | [`ToolResult`] | itself |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool result",
    note = "return a `String`, a `Content`, a `Vec<Content>`, a `ToolResult`, or wrap a serializable value: `Json(value)`"
)]
pub trait IntoToolResult {
    /// Makes it a result.
    fn into_tool_result(self) -> ToolResult;
}

/// A serializable value as structured content.
#[derive(Debug, Clone)]
#[expect(clippy::exhaustive_structs, reason = "a wrapper, made to be written as `Json(value)`")]
pub struct Json<T>(pub T);

impl IntoToolResult for ToolResult {
    fn into_tool_result(self) -> ToolResult {
        self
    }
}

impl<T: Serialize> IntoToolResult for Json<T> {
    fn into_tool_result(self) -> ToolResult {
        ToolResult::structured(&self.0)
    }
}

impl IntoToolResult for () {
    fn into_tool_result(self) -> ToolResult {
        ToolResult::new()
    }
}

impl IntoToolResult for Vec<Content> {
    fn into_tool_result(self) -> ToolResult {
        ToolResult { content: Blocks::Many(self), ..ToolResult::new() }
    }
}

/// Each is one block.
macro_rules! one_block {
    ($($block:ty),*) => {$(
        impl IntoToolResult for $block {
            fn into_tool_result(self) -> ToolResult {
                ToolResult { content: Blocks::One(self.into()), ..ToolResult::new() }
            }
        }
    )*};
}
one_block!(String, &'static str, Content, ResourceLink, ResourceContents);
