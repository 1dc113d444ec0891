//! Why a request failed.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::jsonrpc::code;
use crate::model::capabilities::ClientCapabilities;

/// Why a request failed. The codes with a meaning are those of [`code`].
///
/// Spec: basic, section "Error Responses".
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorObject {
    /// What kind of error it is.
    pub code: i64,
    /// What happened, for people.
    pub message: String,
    /// What else there is to know: any JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<RawValue>>,
}

/// What a client would have to declare.
///
/// Spec: schema, `MissingRequiredClientCapabilityError`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MissingCapabilities {
    /// The capabilities that are missing.
    pub required_capabilities: ClientCapabilities,
}

/// Which revisions a server speaks.
///
/// Spec: schema, `UnsupportedProtocolVersionError`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnsupportedVersion {
    /// The revisions that the server speaks.
    pub supported: Vec<String>,
    /// The one that was asked for.
    pub requested: String,
}

impl ErrorObject {
    /// An error without data.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// What the client would have to declare, when that is the error and its data are of the form.
    #[must_use]
    pub fn missing_capabilities(&self) -> Option<MissingCapabilities> {
        self.data_of(code::MISSING_CLIENT_CAPABILITY)
    }

    /// Which revisions the server speaks, when that is the error and its data are of the form.
    #[must_use]
    pub fn unsupported_version(&self) -> Option<UnsupportedVersion> {
        self.data_of(code::UNSUPPORTED_PROTOCOL_VERSION)
    }

    fn data_of<T: DeserializeOwned>(&self, code: i64) -> Option<T> {
        let data = self.data.as_ref().filter(|_| self.code == code)?;
        serde_json::from_str(data.get()).ok()
    }
}
