//! Blocks of a tool result.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use super::annotations::Annotations;
use super::meta::Meta;
use super::resource::{ResourceContents, ResourceLink};
use super::tool_result::Invalid;
use crate::json::Writer;

/// One block of content: text, an image, audio, a link to a resource, or a resource itself.
///
/// Spec: server/tools, section "Tool Result".
#[derive(Debug, Clone)]
#[must_use]
pub struct Content {
    pub(super) block: Block,
    /// Rarely there, so it costs a pointer.
    extras: Option<Box<Extras>>,
}

#[derive(Debug, Clone)]
pub(super) enum Block {
    Text(String),
    /// The structured content once more, as text, for clients that know only blocks.
    Structured,
    Image(Box<Media>),
    Audio(Box<Media>),
    Link(Box<ResourceLink>),
    Resource(Box<ResourceContents>),
}

#[derive(Debug, Clone)]
pub(super) struct Media {
    bytes: Vec<u8>,
    mime_type: String,
}

#[derive(Debug, Clone, Default)]
struct Extras {
    annotations: Option<Annotations>,
    meta: Meta,
}

impl Content {
    pub(super) fn new(block: Block) -> Self {
        Self { block, extras: None }
    }

    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Block::Text(text.into()))
    }

    /// An image's bytes and media type, such as `image/png`. It is sent in Base64, a third longer.
    pub fn image(bytes: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self::new(Block::Image(Box::new(Media { bytes: bytes.into(), mime_type: mime_type.into() })))
    }

    /// Audio bytes and their media type, such as `audio/wav`. They are sent in Base64, a third longer.
    pub fn audio(bytes: impl Into<Vec<u8>>, mime_type: impl Into<String>) -> Self {
        Self::new(Block::Audio(Box::new(Media { bytes: bytes.into(), mime_type: mime_type.into() })))
    }

    /// A link to a resource.
    pub fn resource_link(link: ResourceLink) -> Self {
        Self::new(Block::Link(Box::new(link)))
    }

    /// A resource in the result itself.
    pub fn resource(contents: ResourceContents) -> Self {
        Self::new(Block::Resource(Box::new(contents)))
    }

    /// Hints about this block.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.extras.get_or_insert_default().annotations = Some(annotations);
        self
    }

    /// A `_meta` member of this block. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.extras.get_or_insert_default().meta.insert(key.into(), &value.into());
        self
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if self.extras.as_ref().is_some_and(|extras| extras.meta.bad_key().is_some()) {
            return Err(Invalid("a _meta key breaks the grammar"));
        }
        match &self.block {
            Block::Link(link) => link.check(),
            Block::Resource(contents) => contents.check(),
            Block::Text(_) | Block::Structured | Block::Image(_) | Block::Audio(_) => Ok(()),
        }
    }

    pub(super) fn write(&self, w: &mut Writer<'_>, structured: Option<&str>) {
        match &self.block {
            Block::Text(text) => write_text(text, w),
            Block::Structured => write_text(structured.unwrap_or_default(), w),
            Block::Image(media) => media.write("image", w),
            Block::Audio(media) => media.write("audio", w),
            Block::Link(link) => {
                w.literal("{\"type\":\"resource_link\"");
                link.write(w);
            }
            Block::Resource(contents) => {
                w.literal("{\"type\":\"resource\",\"resource\":");
                contents.write(w);
            }
        }
        if let Some(extras) = &self.extras {
            if let Some(annotations) = &extras.annotations {
                annotations.write(w);
            }
            extras.meta.write(w);
        }
        w.literal("}");
    }
}

fn write_text(text: &str, w: &mut Writer<'_>) {
    w.literal("{\"type\":\"text\",\"text\":").string(text);
}

impl Media {
    fn write(&self, kind: &str, w: &mut Writer<'_>) {
        w.literal("{\"type\":\"").literal(kind).literal("\",\"data\":").base64(&self.bytes);
        w.literal(",\"mimeType\":").string(&self.mime_type);
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<ResourceLink> for Content {
    fn from(link: ResourceLink) -> Self {
        Self::resource_link(link)
    }
}

impl From<ResourceContents> for Content {
    fn from(contents: ResourceContents) -> Self {
        Self::resource(contents)
    }
}
