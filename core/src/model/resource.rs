//! Resources as tool results mention or carry them.

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use super::icon::{Icon, write_icons};
use super::meta::Meta;
use super::tool_result::Invalid;
use super::uri;
use crate::json::Writer;

/// A pointer to a resource, which the client may read or subscribe to. It need not be listed.
///
/// Spec: server/tools, section "Resource Links".
#[derive(Debug, Clone)]
#[must_use]
pub struct ResourceLink {
    uri: String,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    size: Option<u64>,
    icons: Vec<Icon>,
}

impl ResourceLink {
    /// A link to an absolute URI. One that is not absolute makes the answer -32603.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
        }
    }

    /// A title for people.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// What it is.
    pub fn description(self, description: impl Into<String>) -> Self {
        Self { description: Some(description.into()), ..self }
    }

    /// Its media type.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        Self { mime_type: Some(mime_type.into()), ..self }
    }

    /// Its size in bytes, before any encoding.
    pub fn size(self, bytes: u64) -> Self {
        Self { size: Some(bytes), ..self }
    }

    /// An icon. May be given several times.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        if uri::is_absolute(&self.uri) && self.icons.iter().all(Icon::has_absolute_src) {
            Ok(())
        } else {
            Err(Invalid("a resource link or its icon has no absolute URI"))
        }
    }

    /// Writes the members after `type`.
    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal(",\"uri\":").string(&self.uri).literal(",\"name\":").string(&self.name);
        let members = [
            (",\"title\":", &self.title),
            (",\"description\":", &self.description),
            (",\"mimeType\":", &self.mime_type),
        ];
        for (name, value) in members {
            if let Some(value) = value {
                w.literal(name).string(value);
            }
        }
        if let Some(size) = self.size {
            w.literal(",\"size\":").unsigned(size);
        }
        write_icons(&self.icons, w);
    }
}

/// A resource's contents, text or bytes.
///
/// Spec: schema, `TextResourceContents` and `BlobResourceContents`.
#[derive(Debug, Clone)]
#[must_use]
pub struct ResourceContents {
    uri: String,
    mime_type: Option<String>,
    body: Body,
    meta: Meta,
}

#[derive(Debug, Clone)]
enum Body {
    Text(String),
    Blob(Vec<u8>),
}

impl ResourceContents {
    /// Text at an absolute URI. One that is not absolute makes the answer -32603.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime_type: None, body: Body::Text(text.into()), meta: Meta::default() }
    }

    /// Bytes at an absolute URI; they are sent in Base64, a third longer.
    pub fn blob(uri: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { uri: uri.into(), mime_type: None, body: Body::Blob(bytes.into()), meta: Meta::default() }
    }

    /// Its media type.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        Self { mime_type: Some(mime_type.into()), ..self }
    }

    /// A `_meta` member of these contents. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), &value.into());
        self
    }

    pub(super) fn check(&self) -> Result<(), Invalid> {
        match (uri::is_absolute(&self.uri), self.meta.bad_key()) {
            (true, None) => Ok(()),
            (false, _) => Err(Invalid("resource contents have no absolute URI")),
            (_, Some(_)) => Err(Invalid("a _meta key breaks the grammar")),
        }
    }

    pub(super) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"uri\":").string(&self.uri);
        if let Some(mime_type) = &self.mime_type {
            w.literal(",\"mimeType\":").string(mime_type);
        }
        match &self.body {
            Body::Text(text) => w.literal(",\"text\":").string(text),
            Body::Blob(bytes) => w.literal(",\"blob\":").base64(bytes),
        };
        self.meta.write(w);
        w.literal("}");
    }
}
