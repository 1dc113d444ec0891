//! What a server is.

use serde_json::Value;

use crate::args::ServerOnly;
use crate::exit::{Exit, Failure};
use crate::output::{Layout, Table};
use crate::server::Server;
use crate::session::Session;

pub(super) async fn run(given: &ServerOnly, session: &mut Session) -> Result<Exit, Failure> {
    let server = Server::given(given.url.as_ref(), &given.command)?;
    let client = session.connect(&server).await?;
    let reply = session.call(client.discover()).await?;
    session.notices.clear();
    if session.screen.is_json() {
        session.screen.json(reply.raw(), Layout::Line)?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(&["", ""]);
    let mut row = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            table.row(&[name.into(), value]);
        }
    };
    if let Some(info) = reply.server_info() {
        row("Server", Some(format!("{} {}", info.name, info.version)));
        row("Title", info.title);
        row("Description", info.description);
        row("Website", info.website_url);
    }
    row("Protocol", Some(reply.supported_versions.join(", ")));
    row("Capabilities", Some(capabilities(&serde_json::to_value(&reply.capabilities).unwrap_or_default())));
    row("Instructions", reply.instructions.clone());
    table.show(&mut session.screen)?;
    Ok(Exit::Done)
}

/// `logging, tools (listChanged)`: what there is, and what of it is turned on.
fn capabilities(all: &Value) -> String {
    let Some(all) = all.as_object() else { return String::new() };
    let told = all.iter().map(|(name, capability)| {
        let members = capability.as_object().into_iter().flatten();
        let on: Vec<_> = members
            .filter(|(_, value)| **value != Value::Bool(false))
            .map(|(member, _)| member.as_str())
            .collect();
        if on.is_empty() { name.clone() } else { format!("{name} ({})", on.join(", ")) }
    });
    told.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_are_named_with_what_is_on() {
        let all = serde_json::json!({
            "extensions": { "com.example/x": {} },
            "logging": {},
            "resources": { "listChanged": true, "subscribe": false },
        });
        assert_eq!(capabilities(&all), "extensions (com.example/x), logging, resources (listChanged)");
    }
}
