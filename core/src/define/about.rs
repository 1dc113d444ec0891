//! What every definition may say about itself besides its name.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::json::Writer;
use crate::model::{Icon, Meta, write_icons};

#[derive(Debug, Clone, Default)]
pub(super) struct About {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) icons: Vec<Icon>,
    pub(super) meta: Meta,
}

impl About {
    /// Checks what `subject`, such as `tool "add"`, says about itself.
    pub(super) fn check(&self, subject: &str) -> Result<(), Error> {
        if !self.icons.iter().all(Icon::has_absolute_src) {
            return Err(Error::new(
                ErrorKind::Uri,
                format!("{subject}: an icon's src is not an absolute URI"),
            ));
        }
        match self.meta.bad_key() {
            Some(key) => {
                Err(Error::new(ErrorKind::Meta, format!("{subject}: _meta key {key:?} breaks the grammar")))
            }
            None => Ok(()),
        }
    }

    /// Writes the members that stand after the name.
    pub(super) fn write_start(&self, w: &mut Writer<'_>) {
        if let Some(title) = &self.title {
            w.literal(",\"title\":").string(title);
        }
        if let Some(description) = &self.description {
            w.literal(",\"description\":").string(description);
        }
    }

    /// Writes the members that stand last, and the closing brace.
    pub(super) fn write_end(&self, w: &mut Writer<'_>) {
        write_icons(&self.icons, w);
        self.meta.write(w);
        w.literal("}");
    }

    pub(super) fn insert_meta(&mut self, key: String, value: &Value) {
        self.meta.insert(key, value);
    }
}

/// The methods of every definition that fill its `about` and `requires`.
macro_rules! about_methods {
    () => {
        /// A title for people.
        pub fn title(mut self, title: impl Into<String>) -> Self {
            self.about.title = Some(title.into());
            self
        }

        /// What it is or does, for the model.
        pub fn description(mut self, description: impl Into<String>) -> Self {
            self.about.description = Some(description.into());
            self
        }

        /// An icon. May be given several times.
        pub fn icon(mut self, icon: Icon) -> Self {
            self.about.icons.push(icon);
            self
        }

        /// A `_meta` member of the definition.
        pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
            self.about.insert_meta(key.into(), &value.into());
            self
        }

        /// Refuses requests of clients that have not declared `capability`, with -32021 and the list of what is
        /// missing. May be given several times.
        pub fn requires(mut self, capability: Capability) -> Self {
            self.requires.add(capability);
            self
        }
    };
}
pub(super) use about_methods;
