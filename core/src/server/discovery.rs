//! What a server says of itself.
//!
//! Spec: server/discover.

use alloc::string::String;

use super::catalogue::written;
use super::extensions::Extensions;
use crate::dialect::SUPPORTED;
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

const LIST_CHANGED: &str = "\"listChanged\":true";
const NONE: (bool, &str) = (false, "");

/// The members of the `server/discover` result.
pub(super) fn write(
    capabilities: Capabilities,
    extensions: &Extensions,
    instructions: Option<&str>,
    cache: CacheHint,
) -> String {
    written(|w| {
        w.literal("\"supportedVersions\":[");
        for (i, version) in SUPPORTED.iter().enumerate() {
            w.literal(if i > 0 { "," } else { "" }).string(version);
        }
        w.literal("],\"capabilities\":{");
        let told = |topic| capabilities.topics.contains(topic);
        let mut separator = "\"";
        for (declared, name, members) in [
            (capabilities.tools, "tools", [(told(Topics::TOOLS_LIST), LIST_CHANGED), NONE]),
            (
                capabilities.resources,
                "resources",
                [
                    (told(Topics::RESOURCE_UPDATES), "\"subscribe\":true"),
                    (told(Topics::RESOURCES_LIST), LIST_CHANGED),
                ],
            ),
            (capabilities.prompts, "prompts", [(told(Topics::PROMPTS_LIST), LIST_CHANGED), NONE]),
            (capabilities.completions, "completions", [NONE; 2]),
            (capabilities.logging, "logging", [NONE; 2]),
        ] {
            if declared {
                w.literal(separator).literal(name).literal("\":{");
                let mut before = "";
                for (_, member) in members.iter().filter(|(given, _)| *given) {
                    w.literal(before).literal(member);
                    before = ",";
                }
                w.literal("}");
                separator = ",\"";
            }
        }
        let mut before = "\"extensions\":{";
        for (id, settings) in extensions.settings() {
            w.literal(if before == "," { "" } else { separator.trim_end_matches('"') });
            w.literal(before).string(id).literal(":").raw(settings);
            before = ",";
        }
        w.literal(if before == "," { "}}" } else { "}" });
        if let Some(text) = instructions {
            w.literal(",\"instructions\":").string(text);
        }
        cache.write(w);
    })
}
