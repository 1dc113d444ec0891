//! A synchronous HTTP host on `std::net` alone: no runtime, no reactor, a thread per connection.
//!
//! ```text
//! cargo run --example std_net
//! cargo run --example std_net -- --check
//! ```
//!
//! The engine is a value that is called: `snodo_http1` turns bytes into requests, the endpoint turns requests into
//! replies, and both wait on the thread that asks. Choose it for a program whose handlers block anyway, or that wants
//! neither a runtime nor more than a few clients at a time. What it gives up: a handler that waits for ever keeps its
//! thread, and a client that goes away is noticed at the next write. It offers nothing to subscribe to, since a
//! subscription would hold a thread.
//!
//! Without arguments it serves on `http://127.0.0.1:4000/mcp` until it is interrupted, and prints a `curl` line that
//! calls it. With `--check` it calls itself over loopback, and ends.

mod connection;
mod date;

use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use snodo::http::Endpoint;
use snodo::{Context, Failure, Server, Tool};

/// So many connections are served at a time. More wait in the socket's backlog, which costs nothing here.
const THREADS: usize = 32;

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
    let listener = Arc::new(TcpListener::bind(if is_check { "127.0.0.1:0" } else { "127.0.0.1:4000" })?);
    let address = listener.local_addr()?;

    let mut threads = Vec::with_capacity(THREADS);
    for _ in 0..THREADS {
        let (listener, endpoint) = (Arc::clone(&listener), endpoint.clone());
        threads.push(thread::Builder::new().spawn(move || serve(&listener, &endpoint))?);
    }
    if is_check {
        // A check that fails panics: then the program ends with an error. The threads end with the program.
        return Ok(check(address)?);
    }
    eprintln!("Serving on http://{address}/mcp. Try:\n\n{}", curl(address));
    for thread in threads {
        thread.join().expect("a thread serves for ever");
    }
    Ok(())
}

/// Serves one connection after the other.
fn serve(listener: &TcpListener, endpoint: &Endpoint) {
    loop {
        match listener.accept() {
            Ok((stream, peer)) => {
                if let Err(error) = connection::serve(stream, peer, endpoint) {
                    eprintln!("a connection ended early: {error}");
                }
            }
            Err(error) => {
                eprintln!("a connection could not be accepted: {error}");
                // Without free descriptors the next attempt would fail at once, again and again.
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
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
