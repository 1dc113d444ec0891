//! What a server says of itself.
//!
//! Spec: server/discover.

use alloc::string::String;

use super::catalogue::written;
use super::extensions::Extensions;
use crate::dialect::write_supported;
use crate::json::Writer;
use crate::model::CacheHint;
use crate::subscription::Topics;

/// The capabilities a server declares: each follows from what it was built with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Capabilities {
    pub(super) tools: bool,
    pub(super) resources: bool,
    pub(super) prompts: bool,
    pub(super) completions: bool,
    pub(super) logging: bool,
    pub(super) topics: Topics,
}

/// The members of the `server/discover` result.
pub(super) fn write(
    capabilities: Capabilities,
    extensions: &Extensions,
    instructions: Option<&str>,
    cache: CacheHint,
) -> String {
    written(|w| {
        w.literal("\"supportedVersions\":");
        write_supported(w);
        w.literal(",\"capabilities\":");
        capabilities.write(extensions, w);
        if let Some(text) = instructions {
            w.literal(",\"instructions\":").string(text);
        }
        cache.write(w);
    })
}

impl Capabilities {
    fn write(self, extensions: &Extensions, w: &mut Writer<'_>) {
        let list_changed = |topic| self.topics.contains(topic).then_some("\"listChanged\":true");
        let subscribe = self.topics.contains(Topics::RESOURCE_UPDATES).then_some("\"subscribe\":true");
        let mut before = "{";
        for (declared, name, members) in [
            (self.tools, "tools", [list_changed(Topics::TOOLS_LIST), None]),
            (self.resources, "resources", [subscribe, list_changed(Topics::RESOURCES_LIST)]),
            (self.prompts, "prompts", [list_changed(Topics::PROMPTS_LIST), None]),
            (self.completions, "completions", [None; 2]),
            (self.logging, "logging", [None; 2]),
        ] {
            if declared {
                w.literal(before).string(name).literal(":{");
                let mut separator = "";
                for member in members.into_iter().flatten() {
                    w.literal(separator).literal(member);
                    separator = ",";
                }
                w.literal("}");
                before = ",";
            }
        }
        let mut settings = extensions.settings().peekable();
        if settings.peek().is_some() {
            w.literal(before).literal("\"extensions\":");
            before = "{";
            for (id, settings) in settings {
                w.literal(before).string(id).literal(":").raw(settings);
                before = ",";
            }
            w.literal("}");
        }
        w.literal(if before == "{" { "{}" } else { "}" });
    }
}
