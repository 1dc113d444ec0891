//! Hints about content and tools.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Writer;
use crate::model::array::write_array;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::serde_text::serde_as_json;

/// Who content is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "complete: the schema's two values")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// The protocol's name, quoted.
    pub(crate) fn json(self) -> &'static str {
        match self {
            Self::User => "\"user\"",
            Self::Assistant => "\"assistant\"",
        }
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.literal(self.json());
    }
}

serde_as_json!(
    Role => Self::write,
    Annotations => Self::write_object,
    ToolAnnotations => Self::write_object,
);

/// Hints about a piece of content.
///
/// Spec: server/resources, section "Annotations".
#[derive(Debug, Clone, Default)]
#[must_use]
#[non_exhaustive]
pub struct Annotations {
    /// Who it is meant for.
    pub audience: Vec<Role>,
    /// From 0 (optional) to 1 (effectively required).
    pub priority: Option<f64>,
    /// When it last changed.
    pub last_modified: Option<String>,
}

impl Annotations {
    /// No hints.
    pub fn new() -> Self {
        Self::default()
    }

    /// Who it is meant for. May be given for both roles.
    pub fn audience(mut self, role: Role) -> Self {
        if !self.audience.contains(&role) {
            self.audience.push(role);
        }
        self
    }

    /// From 0 (optional) to 1 (effectively required); other numbers are clamped, NaN is left out.
    pub fn priority(self, priority: f64) -> Self {
        Self { priority: (!priority.is_nan()).then(|| priority.clamp(0.0, 1.0)), ..self }
    }

    /// When it last changed, as an ISO 8601 time.
    pub fn last_modified(self, time: impl Into<String>) -> Self {
        Self { last_modified: Some(time.into()), ..self }
    }

    /// Writes `,"annotations":{…}`.
    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        self.write_object(w.literal(",\"annotations\":"));
    }

    fn write_object(&self, w: &mut Writer<'_>) {
        w.literal("{");
        let mut separator = "";
        if !self.audience.is_empty() {
            write_array(&self.audience, w.literal("\"audience\":"), Role::write);
            separator = ",";
        }
        if let Some(priority) = self.priority.filter(|priority| priority.is_finite()) {
            w.literal(separator).literal("\"priority\":").float(priority);
            separator = ",";
        }
        if let Some(time) = &self.last_modified {
            w.literal(separator).literal("\"lastModified\":").string(time);
        }
        w.literal("}");
    }
}

/// What a tool does to the world, for the person who has to agree. Clients trust it only as far as the server.
///
/// Spec: schema, `ToolAnnotations`.
#[derive(Debug, Clone, Default)]
#[must_use]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// A title for people.
    pub title: Option<String>,
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// Calling it again with the same arguments changes nothing more.
    pub idempotent: Option<bool>,
    /// It reaches beyond a closed world.
    pub open_world: Option<bool>,
}

impl ToolAnnotations {
    /// No hints.
    pub fn new() -> Self {
        Self::default()
    }

    /// A title for people; [`Tool::title`](crate::Tool::title) comes first where both are given.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// It changes nothing. Clients assume `false`.
    pub fn read_only(self, hint: bool) -> Self {
        Self { read_only: Some(hint), ..self }
    }

    /// It may destroy something. Clients assume `true`.
    pub fn destructive(self, hint: bool) -> Self {
        Self { destructive: Some(hint), ..self }
    }

    /// Calling it again with the same arguments changes nothing more. Clients assume `false`.
    pub fn idempotent(self, hint: bool) -> Self {
        Self { idempotent: Some(hint), ..self }
    }

    /// It reaches beyond a closed world, the web for example. Clients assume `true`.
    pub fn open_world(self, hint: bool) -> Self {
        Self { open_world: Some(hint), ..self }
    }

    /// Writes `,"annotations":{…}`.
    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        self.write_object(w.literal(",\"annotations\":"));
    }

    fn write_object(&self, w: &mut Writer<'_>) {
        w.literal("{");
        let mut separator = "";
        if let Some(title) = &self.title {
            w.literal("\"title\":").string(title);
            separator = ",";
        }
        let hints = [
            ("\"readOnlyHint\":", self.read_only),
            ("\"destructiveHint\":", self.destructive),
            ("\"idempotentHint\":", self.idempotent),
            ("\"openWorldHint\":", self.open_world),
        ];
        for (name, hint) in hints {
            if let Some(hint) = hint {
                w.literal(separator).literal(name).literal(if hint { "true" } else { "false" });
                separator = ",";
            }
        }
        w.literal("}");
    }
}

impl Decode for Role {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let find = |word: &str| match word {
            "user" => Some(Self::User),
            "assistant" => Some(Self::Assistant),
            _ => None,
        };
        raw.word(find, "must be user or assistant")
    }
}

impl Decode for Annotations {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            audience: members.or_default("audience")?,
            priority: members.optional("priority")?,
            last_modified: members.optional("lastModified")?,
        })
    }
}

impl Decode for ToolAnnotations {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = raw.members()?;
        Ok(Self {
            title: members.optional("title")?,
            read_only: members.optional("readOnlyHint")?,
            destructive: members.optional("destructiveHint")?,
            idempotent: members.optional("idempotentHint")?,
            open_world: members.optional("openWorldHint")?,
        })
    }
}
