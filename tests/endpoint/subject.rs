//! The server that most requests here are for, and the heads most of them have.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use snodo::http::{Endpoint, EndpointBuilder};
use snodo::{Capability, Server, Tool};

use crate::exchange;

/// The request line and the fields that no method does without.
pub(crate) const POST: &str = "\
POST /mcp
Content-Type: application/json
Accept: application/json, text/event-stream
";

/// A whole head of a call of `echo`, up to the body.
pub(crate) const CALL_ECHO: &str = "\
POST /mcp
Content-Type: application/json
Accept: application/json, text/event-stream
MCP-Protocol-Version: 2026-07-28
Mcp-Method: tools/call
Mcp-Name: echo

";

/// A call of `echo` with the text `hi`.
pub(crate) const ECHO_HI: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

/// The whole answer to [`ECHO_HI`].
pub(crate) const SAID_HI: &str = "200
content-type: application/json

{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"probe\",\"version\":\"1.0.0\"}}}}";

/// An endpoint, and how often its tools were called.
pub(crate) struct Subject {
    pub(crate) endpoint: Endpoint,
    calls: Arc<AtomicUsize>,
}

#[derive(Deserialize)]
struct Echo {
    text: String,
}

/// Any arguments.
#[derive(Deserialize)]
struct Anything {}

/// Each type that an annotation may have, one of them further down.
const ROUTE: &str = r#"{
    "properties": {
        "region": { "type": "string", "x-mcp-header": "Region" },
        "count": { "type": "integer", "x-mcp-header": "Count" },
        "dry": { "type": "boolean", "x-mcp-header": "Dry-Run" },
        "place": { "properties": { "zone": { "type": "string", "x-mcp-header": "Zone" } } },
        "plain": { "type": "string" }
    }
}"#;

impl Subject {
    pub(crate) fn new() -> Self {
        Self::with(|endpoint| endpoint)
    }

    pub(crate) fn with(settings: impl FnOnce(EndpointBuilder) -> EndpointBuilder) -> Self {
        let calls = Arc::<AtomicUsize>::default();
        // Counted when the handler is called, not when its future runs.
        let counted = |calls: &AtomicUsize| calls.fetch_add(1, Ordering::Relaxed);
        let server = Server::builder("probe", "1.0.0")
            .tool(Tool::with_state("echo", Arc::clone(&calls), move |calls: Arc<AtomicUsize>, args: Echo| {
                counted(&calls);
                async move { Ok(args.text) }
            }))
            .tool(
                Tool::with_state("route", Arc::clone(&calls), move |calls: Arc<AtomicUsize>, _: Anything| {
                    counted(&calls);
                    async move { Ok("routed") }
                })
                .input_schema(ROUTE),
            )
            .tool(
                Tool::with_state(
                    "rooted",
                    Arc::clone(&calls),
                    move |calls: Arc<AtomicUsize>, _: Anything| {
                        counted(&calls);
                        async move { Ok("rooted") }
                    },
                )
                .requires(Capability::Roots),
            )
            .build()
            .expect("the tools are sound");
        let endpoint = settings(Endpoint::builder(server)).build().expect("the settings are sound");
        Self { endpoint, calls }
    }

    pub(crate) fn answer(&self, request: impl AsRef<[u8]>) -> String {
        exchange::answer(&self.endpoint, request.as_ref())
    }

    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}
