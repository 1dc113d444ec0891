//! Who a server is.

use alloc::string::String;
use alloc::vec::Vec;

use super::icon::{Icon, write_icons};
use crate::json::Writer;

/// Spec: schema, `Implementation`.
#[derive(Debug, Clone)]
pub(crate) struct Implementation {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) website_url: Option<String>,
    pub(crate) icons: Vec<Icon>,
}

impl Implementation {
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
