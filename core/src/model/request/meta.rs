//! What every request says about itself.

use alloc::string::String;

use crate::id::Id;
use crate::json::Writer;
use crate::model::capabilities::ClientCapabilities;
use crate::model::decode::{Decode, Members, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::definition::Implementation;
use crate::model::level::Level;
use crate::model::meta::Meta;
use crate::model::serde_text::serde_as_json;

/// What every request says about itself and its client.
///
/// Spec: schema, `RequestMetaObject`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RequestMetaObject {
    /// The protocol revision that the request is written in.
    pub protocol_version: String,
    /// Who the client is.
    pub client_info: Option<Implementation>,
    /// What the client can do.
    pub client_capabilities: ClientCapabilities,
    /// The least severe log messages that the client wants to get; none where it wants none.
    pub log_level: Option<Level>,
    /// What notifications of progress repeat; none where the client wants none.
    pub progress_token: Option<Id>,
    /// All other members.
    pub other: Meta,
}

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const LEVEL: &str = "io.modelcontextprotocol/logLevel";
const TOKEN: &str = "progressToken";

impl RequestMetaObject {
    /// A request of a client with these capabilities, written in this protocol revision.
    pub fn new(protocol_version: impl Into<String>, client_capabilities: ClientCapabilities) -> Self {
        Self {
            protocol_version: protocol_version.into(),
            client_info: None,
            client_capabilities,
            log_level: None,
            progress_token: None,
            other: Meta::default(),
        }
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.literal("{").string(VERSION).literal(":").string(&self.protocol_version);
        w.literal(",").string(CAPABILITIES).literal(":");
        w.literal(&serde_json::to_string(&self.client_capabilities).unwrap_or_default());
        if let Some(client) = &self.client_info {
            client.write(w.literal(",").string(CLIENT).literal(":"));
        }
        if let Some(level) = self.log_level {
            w.literal(",").string(LEVEL).literal(":").string(level.name());
        }
        if let Some(token) = &self.progress_token {
            token.write(w.literal(",").string(TOKEN).literal(":"));
        }
        for (name, json) in self.other.iter() {
            w.literal(",").string(name).literal(":").literal(json);
        }
        w.literal("}");
    }
}

serde_as_json!(RequestMetaObject => Self::write);

impl Decode for RequestMetaObject {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members: Members<'_> = raw.members()?;
        let known = [VERSION, CLIENT, CAPABILITIES, LEVEL, TOKEN];
        Ok(Self {
            protocol_version: members.required(VERSION)?,
            client_info: members.optional(CLIENT)?,
            client_capabilities: members.required(CAPABILITIES)?,
            log_level: members.optional(LEVEL)?,
            progress_token: members.optional(TOKEN)?,
            other: Meta::read(members.iter().filter(|(name, _)| !known.contains(name)))?,
        })
    }
}
