//! Icons of servers, tools and links.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Writer;
use crate::model::array::{write_array, write_strings};
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::serde_text::serde_as_json;
use crate::model::uri;

/// An icon that a host may show.
///
/// Spec: basic, section "icons".
#[derive(Debug, Clone)]
#[must_use]
#[non_exhaustive]
pub struct Icon {
    /// An absolute URI.
    pub src: String,
    /// The media type.
    pub mime_type: Option<String>,
    /// The sizes it is made for.
    pub sizes: Vec<String>,
    /// The background it is made for.
    pub theme: Option<Theme>,
}

/// The background an icon is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "complete: the schema's two values")]
pub enum Theme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

impl Icon {
    /// An icon at an absolute URI: `https:` or `data:`, since clients refuse other schemes.
    ///
    /// A URI that is not absolute is refused when the server is built.
    pub fn new(src: impl Into<String>) -> Self {
        Self { src: src.into(), mime_type: None, sizes: Vec::new(), theme: None }
    }

    /// The media type, when the server that hosts it says none or a general one.
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        Self { mime_type: Some(mime_type.into()), ..self }
    }

    /// A size it is made for: `48x48`, or `any` for scalable formats. May be given several times.
    pub fn size(mut self, size: impl Into<String>) -> Self {
        self.sizes.push(size.into());
        self
    }

    /// The background it is made for.
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme: Some(theme), ..self }
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"src\":").string(&self.src);
        if let Some(mime_type) = &self.mime_type {
            w.literal(",\"mimeType\":").string(mime_type);
        }
        if !self.sizes.is_empty() {
            write_strings(&self.sizes, w.literal(",\"sizes\":"));
        }
        if let Some(theme) = self.theme {
            w.literal(match theme {
                Theme::Light => ",\"theme\":\"light\"",
                Theme::Dark => ",\"theme\":\"dark\"",
            });
        }
        w.literal("}");
    }

    pub(crate) fn has_absolute_src(&self) -> bool {
        uri::is_absolute(&self.src)
    }
}

serde_as_json!(Icon => Self::write);

/// Writes `,"icons":[…]`, or nothing when there are none.
pub(crate) fn write_icons(icons: &[Icon], w: &mut Writer<'_>) {
    if !icons.is_empty() {
        write_array(icons, w.literal(",\"icons\":"), Icon::write);
    }
}

impl Decode for Icon {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            src: members.required("src")?,
            mime_type: members.optional("mimeType")?,
            sizes: members.or_default("sizes")?,
            theme: members.optional("theme")?,
        })
    }
}

impl Decode for Theme {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let find = |word: &str| match word {
            "light" => Some(Self::Light),
            "dark" => Some(Self::Dark),
            _ => None,
        };
        raw.word(find, "must be light or dark")
    }
}
