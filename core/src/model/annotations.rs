//! Hints about content and tools.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Writer;

/// Who content is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "complete: the schema's two values")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// Hints about a piece of content.
///
/// Spec: server/resources, section "Annotations".
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Annotations {
    audience: Vec<Role>,
    priority: Option<f64>,
    last_modified: Option<String>,
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
        w.literal(",\"annotations\":{");
        let mut separator = "";
        if !self.audience.is_empty() {
            let mut before = "\"audience\":[";
            for role in &self.audience {
                w.literal(before).literal(match role {
                    Role::User => "\"user\"",
                    Role::Assistant => "\"assistant\"",
                });
                before = ",";
            }
            w.literal("]");
            separator = ",";
        }
        if let Some(priority) = self.priority {
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
pub struct ToolAnnotations {
    title: Option<String>,
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
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
        w.literal(",\"annotations\":{");
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
