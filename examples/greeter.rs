//! A server with three tools, over standard input and output or HTTP.
//!
//! ```text
//! cargo run --release --example greeter -- --stdio
//! cargo run --release --example greeter -- --http
//! ```
//!
//! Put the configuration that it prints on standard error into an MCP client that speaks protocol revision
//! 2026-07-28. Standard output belongs to the protocol; say everything else on standard error.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use snodo::http::Http;
use snodo::{Context, Error, Failure, Server, Tool};

#[derive(Deserialize, JsonSchema)]
struct Greet {
    /// Whom to greet.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(default)]
struct Slow {
    /// How many steps to take.
    steps: u32,
    /// How long each step takes, in milliseconds.
    delay_ms: u64,
}

impl Default for Slow {
    fn default() -> Self {
        Self { steps: 3, delay_ms: 100 }
    }
}

#[derive(Deserialize, JsonSchema)]
struct Fail {
    /// Why it fails.
    reason: String,
}

fn greeter() -> Result<Server, Error> {
    Server::builder("greeter", "0.1.0")
        .tool(Tool::typed("greet", async |args: Greet| Ok(format!("Hello, {}!", args.name))))
        .tool(Tool::typed("slow", slow).description("Take some steps and report each"))
        .tool(Tool::typed("fail", async |args: Fail| Err::<(), _>(Failure::new(args.reason))))
        .build()
}

async fn slow(args: Slow, cx: Context) -> Result<String, Failure> {
    for step in 1..=args.steps {
        async_io::Timer::after(Duration::from_millis(args.delay_ms)).await;
        cx.progress(step.into(), Some(args.steps.into())).await;
    }
    Ok(format!("done after {} steps", args.steps))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--stdio"] => {
            introduce_stdio();
            Ok(snodo::stdio::serve(greeter()?)?)
        }
        ["--http"] => serve_http("127.0.0.1:4000"),
        ["--http", address] => serve_http(address),
        _ => Err("usage: greeter --stdio | --http [ADDRESS]".into()),
    }
}

fn serve_http(address: &str) -> Result<(), Box<dyn std::error::Error>> {
    let listener = Http::from(greeter()?).bind(address)?;
    introduce_http(&listener.url());
    Ok(listener.serve()?)
}

/// Says on standard error what this is and how a client starts it.
fn introduce_stdio() {
    let program = std::env::current_exe().unwrap_or_else(|_| "greeter".into());
    eprintln!("greeter 0.1.0: an MCP server (protocol revision 2026-07-28) on standard input and output.");
    eprintln!("Client configuration:");
    let server = serde_json::json!({ "command": program, "args": ["--stdio"] });
    eprintln!("{:#}", serde_json::json!({ "mcpServers": { "greeter": server } }));
}

/// Says on standard error what this is, how a client finds it, and how to call it by hand.
fn introduce_http(url: &str) {
    eprintln!("greeter 0.1.0: an MCP server (protocol revision 2026-07-28) at {url}");
    eprintln!("Client configuration:");
    let server = serde_json::json!({ "type": "http", "url": url });
    eprintln!("{:#}", serde_json::json!({ "mcpServers": { "greeter": server } }));
    eprintln!("A call by hand:");
    eprintln!(
        r#"curl -sS {url} \
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
  -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: greet' \
  -d '{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"greet","arguments":{{"name":"you"}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}'"#
    );
}
