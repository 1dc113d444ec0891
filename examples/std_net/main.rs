//! A synchronous HTTP host on `std::net` alone: no runtime, no reactor, a thread per connection.
//!
//! ```text
//! cargo run --example std_net
//! cargo run --example std_net -- --check
//! ```
//!
//! The engine is a value that is called: `snodo_http1` turns bytes into requests, the endpoint turns requests into
//! executions, and a thread polls what it was given until it is done. Ten times a second it looks whether its client
//! is still there, whether the time is up and whether the host is to end. Choose it for a program whose handlers block
//! anyway, or that wants neither a runtime nor more than a few clients at a time. What it gives up: a handler that
//! blocks cannot be interrupted, an open subscription holds a thread, and clients beyond the threads wait to be
//! accepted.
//!
//! Without arguments it serves on `http://127.0.0.1:4000/mcp` until it is interrupted, and prints a `curl` line that
//! calls it. With `--check` it calls itself over loopback, and ends in good order. The host is in `host/`.

mod host;

use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use snodo::http::Endpoint;
use snodo::{Context, Failure, Server, Tool};

use crate::host::{Host, Settings};

#[derive(Deserialize, JsonSchema)]
struct Count {
    /// How far to count.
    to: u8,
}

async fn count(args: Count, cx: Context) -> Result<String, Failure> {
    for step in 1..=args.to {
        cx.progress(step.into(), Some(args.to.into())).await;
    }
    Ok(format!("Counted to {}.", args.to))
}

fn main() -> Result<(), Box<dyn Error>> {
    let is_check = std::env::args().any(|argument| argument == "--check");
    let server =
        Server::builder("std-net", "0.1.0").tool(Tool::typed("count", count).description("Count")).build()?;
    let endpoint = Endpoint::builder(server).build()?;
    let listener = TcpListener::bind(if is_check { "127.0.0.1:0" } else { "127.0.0.1:4000" })?;
    let host = Host::start(listener, endpoint, Settings::default())?;
    let address = host.address();
    if is_check {
        // A check that fails panics: then the program ends with an error.
        check(address)?;
        host.shut_down();
    } else {
        eprintln!("Serving on http://{address}/mcp. Try:\n\n{}", curl(address));
    }
    host.join();
    Ok(())
}

fn curl(address: SocketAddr) -> String {
    format!(
        r#"curl -sSN http://{address}/mcp \
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
  -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: count' \
  -d '{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"count","arguments":{{"to":3}},"_meta":{{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}'
"#
    )
}

/// Two calls on one connection. The second asks for progress, so its answer is a stream of events.
const REQUESTS: &str = concat!(
    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n",
    "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n",
    "Mcp-Method: tools/call\r\nMcp-Name: count\r\nContent-Length: 206\r\n\r\n",
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count","arguments":{"to":3},"_meta":{"#,
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n",
    "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n",
    "Mcp-Method: tools/call\r\nMcp-Name: count\r\nContent-Length: 226\r\n\r\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"count","arguments":{"to":2},"_meta":{"#,
    r#""progressToken":"p","#,
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
);

/// What answers them, but for the fields that tell the time.
const ANSWERS: &str = concat!(
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 194\r\n\r\n",
    r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"Counted to 3."}],"_meta":{"#,
    r#""io.modelcontextprotocol/serverInfo":{"name":"std-net","version":"0.1.0"}}}}"#,
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\nx-accel-buffering: no\r\n",
    "connection: close\r\ntransfer-encoding: chunked\r\n\r\n",
    "71\r\ndata: ",
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1,"total":2}}"#,
    "\n\n\r\n",
    "71\r\ndata: ",
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":2,"total":2}}"#,
    "\n\n\r\n",
    "ca\r\ndata: ",
    r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"Counted to 2."}],"_meta":{"#,
    r#""io.modelcontextprotocol/serverInfo":{"name":"std-net","version":"0.1.0"}}}}"#,
    "\n\n\r\n0\r\n\r\n",
);

/// Calls itself as a client would.
fn check(address: SocketAddr) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    stream.write_all(REQUESTS.as_bytes())?;
    let mut answers = String::new();
    stream.read_to_string(&mut answers)?;
    let is_timeless = |line: &&str| !line.starts_with("date: ");
    assert_eq!(answers.split_inclusive("\r\n").filter(is_timeless).collect::<String>(), ANSWERS);
    eprintln!("both calls were answered as expected");
    Ok(())
}
