//! Icons of servers, tools and links.

use alloc::string::String;
use alloc::vec::Vec;

use super::uri;
use crate::json::Writer;

/// An icon that a host may show.
///
/// Spec: basic, section "icons".
#[derive(Debug, Clone)]
#[must_use]
pub struct Icon {
    src: String,
    mime_type: Option<String>,
    sizes: Vec<String>,
    theme: Option<Theme>,
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

    pub(crate) fn has_absolute_src(&self) -> bool {
        uri::is_absolute(&self.src)
    }
}

/// Writes `,"icons":[…]`, or nothing when there are none.
pub(crate) fn write_icons(icons: &[Icon], w: &mut Writer<'_>) {
    let mut separator = ",\"icons\":[";
    for icon in icons {
        w.literal(separator).literal("{\"src\":").string(&icon.src);
        if let Some(mime_type) = &icon.mime_type {
            w.literal(",\"mimeType\":").string(mime_type);
        }
        let mut before = ",\"sizes\":[";
        for size in &icon.sizes {
            w.literal(before).string(size);
            before = ",";
        }
        if !icon.sizes.is_empty() {
            w.literal("]");
        }
        match icon.theme {
            Some(Theme::Light) => drop(w.literal(",\"theme\":\"light\"")),
            Some(Theme::Dark) => drop(w.literal(",\"theme\":\"dark\"")),
            None => {}
        }
        w.literal("}");
        separator = ",";
    }
    if !icons.is_empty() {
        w.literal("]");
    }
}
