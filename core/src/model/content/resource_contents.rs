//! The contents of resources.

use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

use crate::json::Writer;
use crate::model::content::base64::Base64;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::serde_text::serde_as_json;
use crate::model::uri;

/// A resource's contents, text or bytes.
///
/// Spec: schema, `TextResourceContents` and `BlobResourceContents`.
#[derive(Debug, Clone)]
#[must_use]
pub struct ResourceContents {
    /// Without one they are at the URI that was asked for: those of a read only.
    uri: Option<String>,
    mime_type: Option<String>,
    body: Body,
    meta: Meta,
}

#[derive(Debug, Clone)]
enum Body {
    Text(String),
    Blob(Vec<u8>),
    /// A value that cannot be written as JSON.
    Unwritable,
}

const JSON: &str = "application/json";

impl ResourceContents {
    fn new(uri: Option<String>, body: Body) -> Self {
        Self { uri, mime_type: None, body, meta: Meta::default() }
    }

    /// Text at an absolute URI. One that is not absolute makes the answer -32603.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(Some(uri.into()), Body::Text(text.into()))
    }

    /// Bytes at an absolute URI; they are sent in Base64, a third longer.
    pub fn blob(uri: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Some(uri.into()), Body::Blob(bytes.into()))
    }

    /// A value as JSON text at an absolute URI, `application/json`.
    ///
    /// A value that cannot be written as JSON, such as a map whose keys are no strings, makes the answer -32603.
    pub fn json(uri: impl Into<String>, value: &impl Serialize) -> Self {
        Self::new(Some(uri.into()), Body::json(value)).mime_type(JSON)
    }

    /// Text at the URI that was asked for.
    pub(crate) fn requested_text(text: String) -> Self {
        Self::new(None, Body::Text(text))
    }

    /// Bytes at the URI that was asked for.
    pub(crate) fn requested_blob(bytes: Vec<u8>) -> Self {
        Self::new(None, Body::Blob(bytes))
    }

    /// A value as JSON text at the URI that was asked for.
    pub(crate) fn requested_json(value: &impl Serialize) -> Self {
        Self::new(None, Body::json(value)).mime_type(JSON)
    }

    /// Its media type.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        Self { mime_type: Some(mime_type.into()), ..self }
    }

    /// The URI; none where it is the one that was asked for.
    #[must_use]
    pub fn uri(&self) -> Option<&str> {
        self.uri.as_deref()
    }

    /// The media type.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        self.mime_type.as_deref()
    }

    /// The text, when it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.body {
            Body::Text(text) => Some(text),
            Body::Blob(_) | Body::Unwritable => None,
        }
    }

    /// The bytes, when they are no text.
    #[must_use]
    pub fn as_blob(&self) -> Option<&[u8]> {
        match &self.body {
            Body::Blob(bytes) => Some(bytes),
            Body::Text(_) | Body::Unwritable => None,
        }
    }

    /// A `_meta` member of these contents. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), &value.into());
        self
    }

    /// Whether they can stand on their own.
    pub(crate) fn check(&self) -> Result<(), Invalid> {
        self.uri.as_ref().map_or(Err(NO_URI), |_| self.check_part())
    }

    /// Whether they can be part of a read, which has a URI.
    pub(crate) fn check_part(&self) -> Result<(), Invalid> {
        if !self.uri.as_deref().is_none_or(uri::is_absolute) {
            return Err(NO_URI);
        }
        if matches!(self.body, Body::Unwritable) {
            return Err(Invalid("resource contents cannot be written as JSON"));
        }
        if self.meta.bad_key().is_some() {
            return Err(BAD_META_KEY);
        }
        Ok(())
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        self.write_at(self.uri.as_deref().unwrap_or_default(), self.mime_type.as_deref(), w);
    }

    /// Writes them as an answer to a read of `requested`, whose definition has `mime_type`.
    pub(crate) fn write_part(&self, requested: &str, mime_type: Option<&str>, w: &mut Writer<'_>) {
        match &self.uri {
            Some(_) => self.write(w),
            None => self.write_at(requested, self.mime_type.as_deref().or(mime_type), w),
        }
    }

    fn write_at(&self, uri: &str, mime_type: Option<&str>, w: &mut Writer<'_>) {
        w.literal("{\"uri\":").string(uri);
        if let Some(mime_type) = mime_type {
            w.literal(",\"mimeType\":").string(mime_type);
        }
        match &self.body {
            Body::Text(text) => drop(w.literal(",\"text\":").string(text)),
            Body::Blob(bytes) => drop(w.literal(",\"blob\":").base64(bytes)),
            Body::Unwritable => {}
        }
        self.meta.write(w);
        w.literal("}");
    }
}

const NO_URI: Invalid = Invalid("resource contents have no absolute URI");

impl Body {
    fn json(value: &impl Serialize) -> Self {
        serde_json::to_string(value).map_or(Self::Unwritable, Self::Text)
    }
}

serde_as_json!(ResourceContents => Self::write);

impl Decode for ResourceContents {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        let body = match (members.optional("text")?, members.optional::<Base64>("blob")?) {
            (Some(text), None) => Body::Text(text),
            (None, Some(blob)) => Body::Blob(blob.0),
            _ => return Err(DecodeError::new("must have either text or blob")),
        };
        Ok(Self {
            uri: Some(members.required("uri")?),
            mime_type: members.optional("mimeType")?,
            body,
            meta: members.or_default("_meta")?,
        })
    }
}
