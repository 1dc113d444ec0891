//! Tools as lists show them.

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use crate::json::Writer;
use crate::model::content::annotations::ToolAnnotations;
use crate::model::content::icon::{Icon, write_icons};
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::json_object::JsonObject;
use crate::model::meta::Meta;
use crate::model::serde_text::serde_as_json;

/// A tool as a list shows it, or as a model is offered it for one completion. It has no handler: what a server calls
/// is [`snodo_core::Tool`](crate::Tool).
///
/// Spec: schema, `Tool`.
#[derive(Debug, Clone)]
#[must_use]
#[non_exhaustive]
pub struct Tool {
    /// The name, for programs.
    pub name: String,
    /// A title for people.
    pub title: Option<String>,
    /// What it does, for the model.
    pub description: Option<String>,
    /// What arguments it takes: a JSON Schema.
    pub input_schema: JsonObject,
    /// What structured content it answers: a JSON Schema.
    pub output_schema: Option<JsonObject>,
    /// What it does to the world, as the server says.
    pub annotations: Option<ToolAnnotations>,
    /// Its icons.
    pub icons: Vec<Icon>,
    /// Its `_meta` members.
    pub meta: Meta,
}

impl Tool {
    /// A tool and what arguments it takes: a JSON Schema whose `type` is `object`.
    pub fn new(name: impl Into<String>, input_schema: impl Into<JsonObject>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input_schema: input_schema.into(),
            output_schema: None,
            annotations: None,
            icons: Vec::new(),
            meta: Meta::default(),
        }
    }

    /// A title for people.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// What it does, for the model.
    pub fn description(self, description: impl Into<String>) -> Self {
        Self { description: Some(description.into()), ..self }
    }

    /// What structured content it answers: a JSON Schema.
    pub fn output_schema(self, schema: impl Into<JsonObject>) -> Self {
        Self { output_schema: Some(schema.into()), ..self }
    }

    /// What it does to the world.
    pub fn annotations(self, annotations: ToolAnnotations) -> Self {
        Self { annotations: Some(annotations), ..self }
    }

    /// An icon. May be given several times.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// A `_meta` member. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), &value.into());
        self
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        if !self.icons.iter().all(Icon::has_absolute_src) {
            return Err(Invalid("a tool's icon has no absolute URI"));
        }
        if self.meta.bad_key().is_some() {
            return Err(BAD_META_KEY);
        }
        Ok(())
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        w.literal("{\"name\":").string(&self.name);
        if let Some(title) = &self.title {
            w.literal(",\"title\":").string(title);
        }
        if let Some(description) = &self.description {
            w.literal(",\"description\":").string(description);
        }
        w.literal(",\"inputSchema\":").literal(self.input_schema.get());
        if let Some(schema) = &self.output_schema {
            w.literal(",\"outputSchema\":").literal(schema.get());
        }
        if let Some(annotations) = &self.annotations {
            annotations.write(w);
        }
        write_icons(&self.icons, w);
        self.meta.write(w);
        w.literal("}");
    }
}

serde_as_json!(Tool => Self::write);

impl Decode for Tool {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            name: members.required("name")?,
            title: members.optional("title")?,
            description: members.optional("description")?,
            input_schema: members.required("inputSchema")?,
            output_schema: members.optional("outputSchema")?,
            annotations: members.optional("annotations")?,
            icons: members.or_default("icons")?,
            meta: members.or_default("_meta")?,
        })
    }
}
