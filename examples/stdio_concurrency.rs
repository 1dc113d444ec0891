//! Many requests at a time on one pair of pipes: slow and fast calls, progress, cancellation.
//!
//! ```text
//! cargo run --example stdio_concurrency
//! cargo run --example stdio_concurrency -- --check
//! ```
//!
//! All handlers run on the thread that serves, in turns: each goes on until it awaits something. That is enough as long
//! as none blocks; one that does belongs into `snodo::executor::blocking`. Answers come in the order in which they are
//! ready, and a client tells them apart by their ids.
//!
//! Without arguments it serves on standard input and output, as a client would start it, and prints lines to try. With
//! `--check` it starts itself and is that client: a fast call overtakes a slow one that reports its progress, and one
//! that would never end is cancelled.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use async_io::Timer;
use snodo::{Context, NoArguments, Server, Tool};

/// Counts the calls that hold it when they end. One that is cancelled ends where it awaits: its future is dropped.
struct GivenUp(Arc<AtomicUsize>);

impl Drop for GivenUp {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn server() -> Result<Server, snodo::Error> {
    let given_up = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&given_up);
    let copy = Tool::new("copy", async |_: NoArguments, cx: Context| {
        for part in 1..=3_u8 {
            Timer::after(Duration::from_millis(50)).await;
            cx.progress(part.into(), Some(3.0)).await;
        }
        Ok("Copied all three parts.")
    });
    let watch = Tool::new("watch", move |_: NoArguments| {
        let given_up = GivenUp(Arc::clone(&given_up));
        async move {
            std::future::pending::<()>().await;
            drop(given_up);
            Ok("There was something to see.")
        }
    });
    let status = Tool::new("status", move |_: NoArguments| {
        let count = count.load(Ordering::Relaxed);
        async move { Ok(format!("Given up so far: {count}.")) }
    });
    Server::builder("stdio-concurrency", "0.1.0")
        .tool(copy.description("Copy three parts, slowly"))
        .tool(watch.description("Watch until somebody cancels"))
        .tool(status.description("Say how many calls were given up"))
        .build()
}

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().any(|argument| argument == "--check") {
        return check();
    }
    eprintln!("Serving on standard input and output. Try, in one go:\n\n{COPY}\n{STATUS}\n");
    Ok(snodo::stdio::serve(server()?)?)
}

const COPY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"copy","_meta":{"progressToken":"p","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
const WATCH: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"watch","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
const CANCEL_WATCH: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"Seen enough"}}"#;
const STATUS: &str = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"status","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

fn progress(part: u8) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"p","progress":{part},"total":3}}}}"#
    )
}

fn text(id: u8, text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}],"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"stdio-concurrency","version":"0.1.0"}}}}}}}}"#
    )
}

/// A server as a client has it: a child process and its two pipes.
struct Started {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Started {
    fn new() -> Result<Started, Box<dyn Error>> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let output = child.stdout.take().expect("it is piped");
        let (sender, lines) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // Nobody listens any more when the check has failed.
                let _ = sender.send(line);
            }
        })?;
        Ok(Started { input: child.stdin.take(), child, lines })
    }

    fn send(&mut self, lines: &[&str]) -> std::io::Result<()> {
        let input = self.input.as_mut().expect("it is open until the end");
        input.write_all(format!("{}\n", lines.join("\n")).as_bytes())
    }

    fn next(&self) -> Result<String, mpsc::RecvTimeoutError> {
        self.lines.recv_timeout(Duration::from_secs(10))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // After a check that has failed it may still run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts itself, and calls as a client would.
fn check() -> Result<(), Box<dyn Error>> {
    let mut started = Started::new()?;
    // The slow one first. The fast one does not wait for it.
    started.send(&[COPY, WATCH, STATUS])?;
    assert_eq!(started.next()?, text(3, "Given up so far: 0."));
    for part in 1..=3 {
        assert_eq!(started.next()?, progress(part));
    }
    assert_eq!(started.next()?, text(1, "Copied all three parts."));

    // The one that never ends is given up, and its id is free again.
    started.send(&[CANCEL_WATCH, STATUS])?;
    assert_eq!(started.next()?, text(3, "Given up so far: 1."));

    // The end of the input is the end of the server. The cancelled call was never answered.
    started.send(&[COPY])?;
    started.input = None;
    for part in 1..=3 {
        assert_eq!(started.next()?, progress(part));
    }
    assert_eq!(started.next()?, text(1, "Copied all three parts."));
    assert_eq!(started.next(), Err(mpsc::RecvTimeoutError::Disconnected));
    assert!(started.child.wait()?.success());
    eprintln!("calls overtook each other, and one was cancelled");
    Ok(())
}
