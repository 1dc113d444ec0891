//! A server with everything that the engine knows, over standard input and output or HTTP.
//!
//! ```text
//! cargo run --release --example everything -- --stdio
//! cargo run --release --example everything -- --http
//! cargo run --release --example everything -- --http 127.0.0.1:0
//! ```
//!
//! Over HTTP it listens on 127.0.0.1:4000 unless another address is given; port 0 lets the system choose one. The
//! first line on standard error ends with the URL. It serves until it is interrupted.
//!
//! | file | what it shows |
//! |---|---|
//! | `main.rs` | how a server is put together and started |
//! | `tools.rs` | each kind of content, structured results, failures, progress, log messages, capabilities of clients |
//! | `schemas.rs` | a schema written by hand beside derived ones, and an argument that HTTP clients repeat in a header |
//! | `input.rs` | questions to the client in the middle of a call: forms, its model, its roots; state between rounds |
//! | `resources.rs` | text, bytes, a resource that changes, and a template with completed variables |
//! | `prompts.rs` | messages, arguments and their completion, and a prompt that asks |
//! | `events.rs` | telling subscriptions that something has changed |
//! | `samples.rs` | the picture and the sound |
//!
//! Most names, and the form of what is answered, are those that the official conformance suite asks for;
//! `tests/conformance/run` runs it against this program.

mod events;
mod input;
mod prompts;
mod resources;
mod samples;
mod schemas;
mod tools;

use std::sync::Arc;
use std::time::Duration;

use snodo::http::Http;
use snodo::{CacheScope, Hub, Server};
use snodo_jsonschema::JsonSchema;
use snodo_seal::{Key, Seal};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// What state is signed with that travels through clients.
///
/// **No real server has its secret in its source.** Whoever can read it can make state that the server takes for its
/// own. Make 32 bytes by chance, such as by `openssl rand 32`, keep them where you keep your other secrets, and load
/// them when the server starts; all replicas of one server need the same.
const SECRET: &[u8; 32] = b"an example's secret: never do so";

/// Nothing here differs from one caller to another, so whoever fetches it may keep it for all, for a while.
const FRESH: Duration = Duration::from_secs(60);

fn everything() -> Result<Server> {
    // Keep one clone of the hub where changes happen, and give one to the server.
    let hub = Hub::new();
    let counter = Arc::new(resources::Counter::default());
    let server = Server::builder("everything", "0.1.0")
        .title("Everything")
        .description("All that a server can offer, as the conformance suite calls it")
        .instructions("Every tool answers within a second, or asks what it needs to know.")
        .logging()
        .tools(tools::content())
        .tools(tools::behaviour())
        .tools(schemas::tools())
        .tools(input::tools())
        .tools(events::tools(&hub, &counter))
        .resources(resources::all(&counter))
        .prompts(prompts::all())
        // Checks arguments and structured results by their whole schemas.
        .validator(JsonSchema::new())
        // Signs what handlers keep from one round of questions to the next.
        .sealer(Seal::new(Key::new(SECRET)?))
        // Where subscriptions get their events.
        .source(hub)
        .discover_cache(CacheScope::Public, FRESH)
        .tools_cache(CacheScope::Public, FRESH)
        .resources_cache(CacheScope::Public, FRESH)
        .prompts_cache(CacheScope::Public, FRESH)
        .build()?;
    Ok(server)
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--stdio"] => {
            eprintln!("everything 0.1.0: an MCP server on standard input and output");
            Ok(snodo::stdio::serve(everything()?)?)
        }
        ["--http"] => serve_http("127.0.0.1:4000"),
        ["--http", address] => serve_http(address),
        _ => Err("usage: everything --stdio | --http [ADDRESS]".into()),
    }
}

fn serve_http(address: &str) -> Result<()> {
    let listener = Http::from(everything()?).bind(address)?;
    eprintln!("everything 0.1.0: an MCP server at {}", listener.url());
    Ok(listener.serve()?)
}
