//! Finding out whether the server speaks this client's protocol revision.
//!
//! Spec: basic/versioning, section "Protocol Version Negotiation".

use std::time::Duration;

use crate::client::Client;
use crate::error::Error;
use crate::machine::PROTOCOL_VERSION;

/// Asks what the server speaks. A server of this revision says so, or which ones it speaks; whatever else it answers is
/// that of an earlier one.
pub(crate) async fn probe(client: &Client, timeout: Duration) -> Result<(), Error> {
    let probe = client.discover().timeout(timeout).fresh();
    let refused = match probe.await {
        Ok(server) if server.supported_versions.iter().any(|version| version == PROTOCOL_VERSION) => {
            return Ok(());
        }
        Ok(server) => return Err(unspoken(&server.supported_versions)),
        Err(error) => error,
    };
    match refused.object().unsupported_version() {
        // Its word on what it speaks counts for more than its refusal.
        Some(versions) if versions.supported.iter().any(|version| version == PROTOCOL_VERSION) => Ok(()),
        Some(versions) => Err(unspoken(&versions.supported)),
        None if refused.is_answer() => {
            let message = format!(
                "the server does not speak {PROTOCOL_VERSION}: it takes server/discover for an error, as servers of \
                 earlier revisions do ({refused})"
            );
            Err(Error::connection(message).with_source(refused))
        }
        None => Err(refused),
    }
}

fn unspoken(supported: &[String]) -> Error {
    let data = serde_json::to_string(supported).unwrap_or_default();
    let message = format!("the server speaks {}, this client {PROTOCOL_VERSION}", supported.join(", "));
    let data = format!("{{\"requested\":\"{PROTOCOL_VERSION}\",\"supported\":{data}}}");
    Error::connection(message).with_data(&data)
}
