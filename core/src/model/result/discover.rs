//! What a server is and can do.

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

use super::result_type::Complete;
use crate::model::cache::{CacheScope, hint};
use crate::model::capabilities::ServerCapabilities;
use crate::model::decode::Decode;
use crate::model::definition::Implementation;
use crate::model::meta::Meta;

/// The answer to `server/discover`.
///
/// Spec: server/discover.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DiscoverResult {
    #[serde(default)]
    result_type: Complete,
    /// The protocol revisions that the server speaks.
    pub supported_versions: Vec<String>,
    /// What it can do.
    pub capabilities: ServerCapabilities,
    /// How to use it, for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// How long the answer may be kept, in milliseconds. Where it is not said: not at all.
    #[serde(default, deserialize_with = "hint", skip_serializing_if = "Option::is_none")]
    pub ttl_ms: Option<u64>,
    /// Who may share it. Where it is not said: nobody.
    #[serde(default, deserialize_with = "hint", skip_serializing_if = "Option::is_none")]
    pub cache_scope: Option<CacheScope>,
    /// The result's `_meta` members.
    #[serde(rename = "_meta", default, skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

impl DiscoverResult {
    /// Who the server is, where it says so.
    #[must_use]
    pub fn server_info(&self) -> Option<Implementation> {
        self.meta.get(SERVER_INFO).and_then(|json| Implementation::from_text(json).ok())
    }
}

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
