//! What a client says about itself with every request.

use snodo_core::model::{ClientCapabilities, Implementation};

pub(super) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const INFO: &str = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// The protocol revision that this crate speaks.
pub const PROTOCOL_VERSION: &str = "2026-07-28";

/// What a client says about itself with every request: the protocol revision, who it is, and what it can do.
///
/// Spec: basic, section "`_meta`".
#[derive(Debug, Clone)]
pub struct Profile {
    /// Names and JSON texts, as they stand in `_meta`.
    members: [(&'static str, Box<str>); 3],
}

impl Profile {
    /// A client that speaks [`PROTOCOL_VERSION`].
    #[must_use]
    pub fn new(info: &Implementation, capabilities: &ClientCapabilities) -> Self {
        let json = |text: Result<String, serde_json::Error>| text.unwrap_or_default().into_boxed_str();
        Self {
            members: [
                (VERSION, json(serde_json::to_string(PROTOCOL_VERSION))),
                (INFO, json(serde_json::to_string(info))),
                (CAPABILITIES, json(serde_json::to_string(capabilities))),
            ],
        }
    }

    pub(super) fn members(&self) -> impl Iterator<Item = (&str, &str)> {
        self.members.iter().map(|(name, json)| (*name, &**json))
    }
}
