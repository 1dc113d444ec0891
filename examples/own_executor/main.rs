//! A server on an executor of the program's own: a queue, two threads, and wakers, written out in `pool.rs`.
//!
//! ```text
//! cargo run --example own_executor
//! cargo run --example own_executor -- --check
//! ```
//!
//! All that is asked of a runtime is to take a task and poll it when it is woken: `Spawn`, one method. Choose this for
//! a program with a scheduler already, such as a game, a database or an embedded system, which is to drive the
//! server's work too. Admission, the queue, deadlines and cancellation stay the same.
//!
//! Without arguments it serves on standard input and output, with handlers on the pool, and prints a line that calls
//! it. With `--check` the transport itself runs on the pool as well: a client talks to it over a socket.

mod pool;

use std::error::Error;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use async_io::{Async, Timer};
use snodo::executor::{Executor, Spawn};
use snodo::stdio::Stdio;
use snodo::{NoArguments, Server, Tool};

use crate::pool::Pool;

const THREADS: usize = 2;

fn server() -> Result<Server, snodo::Error> {
    let nap = Tool::new("nap", async |_: NoArguments| {
        // Pending once at least, so that a waker has to bring the task back to the pool.
        Timer::after(Duration::from_millis(1)).await;
        Ok(format!("Slept a little on {THREADS} threads of our own."))
    });
    Server::builder("own-executor", "0.1.0").tool(nap.description("Take a nap")).build()
}

fn main() -> Result<(), Box<dyn Error>> {
    let pool = Pool::new(THREADS)?;
    let executor = Executor::builder(pool.spawner()).max_running(8).max_queued(32).build()?;
    let stdio = Stdio::new(server()?).executor(executor);
    if std::env::args().any(|argument| argument == "--check") {
        return check(&pool, stdio);
    }
    eprintln!(
        "Serving on standard input and output. Try:\n\necho '{MESSAGE}' | cargo run --example own_executor\n"
    );
    Ok(stdio.serve()?)
}

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nap","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

const ANSWER: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"Slept a little on 2 threads of our own."}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"own-executor","version":"0.1.0"}}}}"#;

/// Calls itself as a client would.
fn check(pool: &Pool, stdio: Stdio) -> Result<(), Box<dyn Error>> {
    let (mut client, stream) = connected()?;
    client.set_read_timeout(Some(Duration::from_secs(10)))?;
    let stream = Async::new(stream)?;
    let (ended, end) = mpsc::channel();
    pool.spawner().spawn(Box::pin(async move {
        let served = stdio.serve_on(&stream, &stream).await;
        // Nobody listens any more when the check has failed.
        let _ = ended.send(served);
    }));

    writeln!(client, "{MESSAGE}")?;
    client.shutdown(Shutdown::Write)?;
    let mut answer = String::new();
    client.read_to_string(&mut answer)?;
    assert_eq!(answer.strip_suffix('\n'), Some(ANSWER));
    end.recv_timeout(Duration::from_secs(10))??;
    eprintln!("the call was answered as expected");
    Ok(())
}

/// Both ends of a connection over loopback.
fn connected() -> std::io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let client = TcpStream::connect(listener.local_addr()?)?;
    let (stream, _) = listener.accept()?;
    Ok((client, stream))
}
