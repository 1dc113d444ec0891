//! A server with three tools, over standard input and output.
//!
//! ```text
//! cargo run --release --example greeter -- --stdio
//! ```
//!
//! Put the configuration that it prints on standard error into an MCP client that speaks protocol revision
//! 2026-07-28. Standard output belongs to the protocol; say everything else on standard error.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
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
            introduce();
            Ok(snodo::stdio::serve(greeter()?)?)
        }
        _ => Err("usage: greeter --stdio".into()),
    }
}

/// Says on standard error what this is and how a client starts it.
fn introduce() {
    let program = std::env::current_exe().unwrap_or_else(|_| "greeter".into());
    eprintln!("greeter 0.1.0: an MCP server (protocol revision 2026-07-28) on standard input and output.");
    eprintln!("Client configuration:");
    let configuration = serde_json::json!({
        "mcpServers": { "greeter": { "command": program, "args": ["--stdio"] } }
    });
    eprintln!("{configuration:#}");
}
