//! Who a server or client is.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Writer;
use crate::model::content::icon::{Icon, write_icons};
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::serde_text::serde_as_json;

/// Who a server or client is, as it says itself.
///
/// Spec: schema, `Implementation`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Implementation {
    /// The name, for programs.
    pub name: String,
    /// The version.
    pub version: String,
    /// A title for people.
    pub title: Option<String>,
    /// What it is, for people.
    pub description: Option<String>,
    /// Where to read more.
    pub website_url: Option<String>,
    /// Its icons.
    pub icons: Vec<Icon>,
}

impl Implementation {
    /// A program by its name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            title: None,
            description: None,
            website_url: None,
            icons: Vec::new(),
        }
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"name\":").string(&self.name);
        let members = [
            (",\"title\":", self.title.as_ref()),
            (",\"version\":", Some(&self.version)),
            (",\"description\":", self.description.as_ref()),
            (",\"websiteUrl\":", self.website_url.as_ref()),
        ];
        for (name, value) in members {
            if let Some(value) = value {
                w.literal(name).string(value);
            }
        }
        write_icons(&self.icons, w);
        w.literal("}");
    }
}

serde_as_json!(Implementation => Self::write);

impl Decode for Implementation {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            name: members.required("name")?,
            version: members.required("version")?,
            title: members.optional("title")?,
            description: members.optional("description")?,
            website_url: members.optional("websiteUrl")?,
            icons: members.or_default("icons")?,
        })
    }
}
