//! Blocks of a tool result.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use crate::json::Writer;
use crate::model::content::annotations::Annotations;
use crate::model::content::base64::Base64;
use crate::model::content::resource_contents::ResourceContents;
use crate::model::content::resource_link::ResourceLink;
use crate::model::decode::{Decode, Members, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::serde_text::serde_as_json;

/// One block of content: text, an image, audio, a link to a resource, or a resource itself.
///
/// Spec: server/tools, section "Tool Result".
#[derive(Debug, Clone)]
#[must_use]
pub struct Content {
    pub(crate) block: Block,
    /// Rarely there, so it costs a pointer.
    extras: Option<Box<Extras>>,
}

/// What a block of content is.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ContentKind<'a> {
    /// Text.
    Text(&'a str),
    /// The structured content of the result once more, as text. Only results that were made here have it: for who
    /// receives them it is [`Text`](Self::Text).
    Structured,
    /// An image.
    Image {
        /// What Base64 stood for.
        bytes: &'a [u8],
        /// Its media type.
        mime_type: &'a str,
    },
    /// Audio.
    Audio {
        /// What Base64 stood for.
        bytes: &'a [u8],
        /// Its media type.
        mime_type: &'a str,
    },
    /// A link to a resource.
    ResourceLink(&'a ResourceLink),
    /// A resource itself.
    Resource(&'a ResourceContents),
    /// A block of a kind that this version does not know: the text of the whole JSON object.
    Other(&'a str),
}

#[derive(Debug, Clone)]
pub(crate) enum Block {
    Text(String),
    /// The structured content once more, as text, for clients that know only blocks.
    Structured,
    Image(Box<Media>),
    Audio(Box<Media>),
    Link(Box<ResourceLink>),
    Resource(Box<ResourceContents>),
    /// The text of a whole block of another kind, all its members included.
    Other(Box<str>),
}

#[derive(Debug, Clone)]
pub(crate) struct Media {
    bytes: Vec<u8>,
    mime_type: String,
}

#[derive(Debug, Clone, Default)]
struct Extras {
    annotations: Option<Annotations>,
    meta: Meta,
}

impl Block {
    #[inline(never)]
    fn check(&self) -> Result<(), Invalid> {
        match self {
            Self::Link(link) => link.check(),
            Self::Resource(contents) => contents.check(),
            Self::Text(_) | Self::Structured | Self::Image(_) | Self::Audio(_) | Self::Other(_) => Ok(()),
        }
    }
}

impl Content {
    pub(crate) fn new(block: Block) -> Self {
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

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> ContentKind<'_> {
        match &self.block {
            Block::Text(text) => ContentKind::Text(text),
            Block::Structured => ContentKind::Structured,
            Block::Image(media) => ContentKind::Image { bytes: &media.bytes, mime_type: &media.mime_type },
            Block::Audio(media) => ContentKind::Audio { bytes: &media.bytes, mime_type: &media.mime_type },
            Block::Link(link) => ContentKind::ResourceLink(link),
            Block::Resource(contents) => ContentKind::Resource(contents),
            Block::Other(json) => ContentKind::Other(json),
        }
    }

    /// Hints about it.
    #[must_use]
    pub fn hints(&self) -> Option<&Annotations> {
        self.extras.as_ref().and_then(|extras| extras.annotations.as_ref())
    }

    /// The text, when it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.block {
            Block::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is text, an image or audio.
    pub(crate) fn is_media(&self) -> bool {
        matches!(self.block, Block::Text(_) | Block::Image(_) | Block::Audio(_))
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if self.extras.as_ref().is_some_and(|extras| extras.meta.bad_key().is_some()) {
            return Err(BAD_META_KEY);
        }
        match &self.block {
            Block::Text(_) => Ok(()),
            other => other.check(),
        }
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>, structured: Option<&str>) {
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
            Block::Other(json) => {
                w.literal(json);
                return;
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

serde_as_json!(Content => |content, w| content.write(w, None));

impl Decode for Content {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let kind: String = members.required("type")?;
        let block = match kind.as_str() {
            "text" => Block::Text(members.required("text")?),
            "image" => Block::Image(Media::read(&members)?),
            "audio" => Block::Audio(Media::read(&members)?),
            "resource_link" => Block::Link(Box::new(ResourceLink::decode(raw)?)),
            "resource" => Block::Resource(Box::new(members.required("resource")?)),
            _ => return Ok(Self::new(Block::Other(raw.compact()?.into()))),
        };
        let annotations = members.optional("annotations")?;
        let meta: Meta = members.or_default("_meta")?;
        let extras = annotations.is_some() || !meta.is_empty();
        Ok(Self { block, extras: extras.then(|| Box::new(Extras { annotations, meta })) })
    }
}

impl Media {
    fn read(members: &Members<'_>) -> Result<Box<Self>, DecodeError> {
        let bytes = members.required::<Base64>("data")?.0;
        Ok(Box::new(Self { bytes, mime_type: members.required("mimeType")? }))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::written;

    #[test]
    fn a_text_takes_no_more_room_than_its_string() {
        assert_eq!(size_of::<Block>(), size_of::<String>());
    }

    #[test]
    fn each_kind_is_told_by_its_type_and_written_as_it_was_read() {
        for text in [
            r#"{"type":"text","text":"a\n","annotations":{"audience":["user"],"priority":0.5},"_meta":{"k":[1]}}"#,
            r#"{"type":"image","data":"AQ==","mimeType":"image/png"}"#,
            r#"{"type":"audio","data":"","mimeType":"audio/wav"}"#,
            r#"{"type":"resource_link","uri":"file:///a","name":"a","size":3,"icons":[{"src":"data:,a","theme":"dark"}]}"#,
            r#"{"type":"resource","resource":{"uri":"file:///a","blob":"/w=="}}"#,
            r#"{"type":"hologram","depth":[3]}"#,
        ] {
            let content = Content::from_text(text).expect(text);
            assert_eq!(written(|w| content.write(w, None)), text);
            let kind = match content.kind() {
                ContentKind::Text("a\n") => "text",
                ContentKind::Image { bytes: [1], mime_type: "image/png" } => "image",
                ContentKind::Audio { bytes: [], mime_type: "audio/wav" } => "audio",
                ContentKind::ResourceLink(link) if link.size == Some(3) => "resource_link",
                ContentKind::Resource(contents) if contents.as_blob() == Some(&[0xff]) => "resource",
                ContentKind::Other(json) if json == text => "hologram",
                other => panic!("{other:?}"),
            };
            assert!(text.starts_with(&alloc::format!("{{\"type\":\"{kind}\"")), "{text} is {kind}");
        }
    }
}
