//! Links to resources.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Writer;
use crate::model::content::icon::{Icon, write_icons};
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::Invalid;
use crate::model::uri;

/// A pointer to a resource, which the client may read or subscribe to. It need not be listed.
///
/// Spec: server/tools, section "Resource Links".
#[derive(Debug, Clone)]
#[must_use]
#[non_exhaustive]
pub struct ResourceLink {
    /// The absolute URI.
    pub uri: String,
    /// The name, for programs.
    pub name: String,
    /// A title for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Its media type.
    pub mime_type: Option<String>,
    /// Its size in bytes, before any encoding.
    pub size: Option<u64>,
    /// Its icons.
    pub icons: Vec<Icon>,
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

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if uri::is_absolute(&self.uri) && self.icons.iter().all(Icon::has_absolute_src) {
            Ok(())
        } else {
            Err(Invalid("a resource link or its icon has no absolute URI"))
        }
    }

    /// Writes the members after `type`.
    pub(crate) fn write(&self, w: &mut Writer<'_>) {
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

impl Decode for ResourceLink {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            uri: members.required("uri")?,
            name: members.required("name")?,
            title: members.optional("title")?,
            description: members.optional("description")?,
            mime_type: members.optional("mimeType")?,
            size: members.optional("size")?,
            icons: members.or_default("icons")?,
        })
    }
}
