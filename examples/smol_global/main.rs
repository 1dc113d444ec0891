//! HTTP and a newline-framed stream on smol's global executor, next to the program's other work.
//!
//! ```text
//! cargo run --example smol_global
//! cargo run --example smol_global -- --check
//! ```
//!
//! One server, one set of limits, one runtime: connections, handlers and a background job are tasks beside each other,
//! on as many threads as `SMOL_THREADS` says (one by default). Choose it when the program lives on smol or
//! async-executor already, or on any runtime with a `spawn` function: it is one line there, too.
//!
//! Without arguments it serves on `http://127.0.0.1:4000/mcp` and on standard input and output, prints how to call it,
//! and ends with its input. With `--check` it calls itself both ways, and ends. In this program, unlike in one that
//! calls `snodo::stdio::serve`, nothing keeps a stray `println!` off the protocol's stream.

use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use smol::Unblock;
use snodo::executor::{Executor, spawn_fn};
use snodo::http::{Http, Listener};
use snodo::stdio::Stdio;
use snodo::{NoArguments, Server, Tool};

/// What the program does besides serving: it measures something now and then.
#[derive(Default)]
struct Gauge {
    readings: AtomicU64,
}

impl Gauge {
    async fn measure(self: Arc<Self>) {
        loop {
            self.readings.fetch_add(1, Ordering::Relaxed);
            smol::Timer::after(Duration::from_secs(1)).await;
        }
    }

    /// Waits for the first one.
    async fn readings(&self) -> u64 {
        loop {
            match self.readings.load(Ordering::Relaxed) {
                0 => smol::future::yield_now().await,
                readings => return readings,
            }
        }
    }
}

fn server(gauge: Arc<Gauge>) -> Result<Server, snodo::Error> {
    let has_measured = Tool::new("has_measured", move |_: NoArguments| {
        let gauge = Arc::clone(&gauge);
        async move { Ok(if gauge.readings().await > 0 { "It has." } else { "It has not." }) }
    });
    Server::builder("smol-global", "0.1.0")
        .tool(has_measured.description("Tell whether the gauge has measured"))
        .build()
}

fn main() -> Result<(), Box<dyn Error>> {
    let is_check = std::env::args().any(|argument| argument == "--check");
    let gauge = Arc::new(Gauge::default());
    let server = server(Arc::clone(&gauge))?;
    // Both transports share these limits.
    let spawn = spawn_fn(|task| smol::spawn(task).detach());
    let executor = Executor::builder(spawn).max_running(32).max_queued(128).build()?;
    let listener = Http::from(server.clone())
        .executor(executor.clone())
        .spawner(spawn)
        .bind_local(if is_check { 0 } else { 4000 })?;
    let stdio = Stdio::new(server).executor(executor);

    let measuring = smol::spawn(gauge.measure());
    let served = smol::block_on(async {
        if is_check { check(listener, stdio).await } else { serve(listener, stdio).await }
    });
    drop(measuring);
    served
}

/// Serves until the input ends.
async fn serve(listener: Listener, stdio: Stdio) -> Result<(), Box<dyn Error>> {
    let (url, handle) = (listener.url(), listener.handle());
    eprintln!(
        "Serving on {url} and on standard input and output. Put in this line:\n\n{MESSAGE}\n\nor try:\n\n{}",
        curl(&url)
    );
    let web = smol::spawn(listener.run());
    stdio.serve_on(Unblock::new(std::io::stdin()), Unblock::new(std::io::stdout())).await?;
    handle.shutdown();
    Ok(web.await?)
}

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"has_measured","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

/// The fields of a request that carries it.
const FIELDS: [&str; 5] = [
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    "MCP-Protocol-Version: 2026-07-28",
    "Mcp-Method: tools/call",
    "Mcp-Name: has_measured",
];

fn curl(url: &str) -> String {
    let fields = FIELDS.map(|field| format!(" -H '{field}'")).concat();
    format!("curl -sS{fields} {url} \\\n  -d '{MESSAGE}'\n")
}

/// What answers it, both ways.
const ANSWER: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"It has."}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"smol-global","version":"0.1.0"}}}}"#;

/// Calls itself as two clients would, at the same time.
async fn check(listener: Listener, stdio: Stdio) -> Result<(), Box<dyn Error>> {
    let (address, handle) = (listener.address(), listener.handle());
    let web = smol::spawn(listener.run());
    let asked = smol::unblock(move || ask(address));

    let (input, mut output) = (format!("{MESSAGE}\n"), Vec::new());
    stdio.serve_on(input.as_bytes(), &mut output).await?;
    assert_eq!(String::from_utf8(output)?, format!("{ANSWER}\n"));

    let answer = asked.await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("the answer has no head")?;
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert_eq!(body, ANSWER);

    handle.shutdown();
    web.await?;
    eprintln!("both calls were answered as expected");
    Ok(())
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let (fields, length) = (FIELDS.join("\r\n"), MESSAGE.len());
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         {fields}\r\nContent-Length: {length}\r\n\r\n{MESSAGE}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
