//! Pages of lists.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::result_type::Complete;
use crate::model::cache::{CacheScope, hint};
use crate::model::definition::{Prompt, Resource, ResourceTemplate, Tool};
use crate::model::meta::Meta;

macro_rules! page {
    ($(#[doc = $doc:literal])* $name:ident, $items:ident: $item:ty) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct $name {
            #[serde(default)]
            result_type: Complete,
            /// The items of this page, in the server's order.
            pub $items: Vec<$item>,
            /// Where the next page starts; none after the last one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub next_cursor: Option<String>,
            /// How long the page may be kept, in milliseconds. Where it is not said: not at all.
            #[serde(default, deserialize_with = "hint", skip_serializing_if = "Option::is_none")]
            pub ttl_ms: Option<u64>,
            /// Who may share it. Where it is not said: nobody.
            #[serde(default, deserialize_with = "hint", skip_serializing_if = "Option::is_none")]
            pub cache_scope: Option<CacheScope>,
            /// The result's `_meta` members.
            #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
            pub meta: Meta,
        }
    };
}

page! {
    /// A page of `tools/list`.
    ///
    /// Spec: server/tools, section "Listing Tools".
    ListToolsResult, tools: Tool
}
page! {
    /// A page of `prompts/list`.
    ///
    /// Spec: server/prompts, section "Listing Prompts".
    ListPromptsResult, prompts: Prompt
}
page! {
    /// A page of `resources/list`.
    ///
    /// Spec: server/resources, section "Listing Resources".
    ListResourcesResult, resources: Resource
}
page! {
    /// A page of `resources/templates/list`.
    ///
    /// Spec: server/resources, section "Resource Templates".
    ListResourceTemplatesResult, resource_templates: ResourceTemplate
}
