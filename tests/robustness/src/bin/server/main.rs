//! The server under load: `robustness-server http quick|full` or `robustness-server stdio`.
//!
//! Over HTTP it says its address on standard output, then answers each command on standard input with one line; it ends
//! with its input. Over stdio it says on standard error, at its end, what became of its handlers.

mod console;
mod counts;
mod runtime;
mod tools;

use std::alloc::System;
use std::error::Error;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use std::{env, thread};

use rustix::net::sockopt::set_socket_send_buffer_size;
use snodo::executor::Executor;
use snodo::http::Http;
use snodo::stdio::Stdio;
use snodo::{Hub, Server};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

use crate::console::Console;
use crate::counts::Counts;
use crate::runtime::Runtime;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One and a half times what the largest phase opens.
const PLACES: usize = 1_500;
/// What the system keeps for a peer that does not read, instead of some megabytes. Connections have it from their
/// listening socket.
const SEND_BUFFER: usize = 32 * 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let (counts, hub) = (Arc::<Counts>::default(), hub());
    let server = tools::server(&counts, &hub)?;
    let arguments: Vec<_> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["http", "quick"] => serve_http(server, counts, hub, true),
        ["http", "full"] => serve_http(server, counts, hub, false),
        ["stdio"] => serve_stdio(server, &counts),
        _ => Err("usage: robustness-server http quick|full, or robustness-server stdio".into()),
    }
}

fn hub() -> Hub {
    Hub::builder().max_subscriptions(PLACES).max_resource_bytes(16 * 1024 * 1024).build()
}

/// The deadlines are the defaults, unless a run is to be quick.
fn serve_http(server: Server, counts: Arc<Counts>, hub: Hub, quick: bool) -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::default();
    let executor = Executor::builder(runtime.clone()).max_running(PLACES).timeout(None).build()?;
    let http = Http::from(server)
        .executor(executor.clone())
        .spawner(runtime.clone())
        .max_connections(PLACES)
        .max_streams(PLACES)
        .max_subscriptions(PLACES);
    let seconds = |count| Some(Duration::from_secs(count));
    let http = if quick {
        http.head_timeout(seconds(2))
            .body_timeout(seconds(2))
            .read_timeout(seconds(2))
            .write_timeout(seconds(2))
            .idle_timeout(seconds(3))
    } else {
        http
    };
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    set_socket_send_buffer_size(&socket, SEND_BUFFER)?;
    let listener = http.listen(socket)?;
    let handle = listener.handle();
    let console = Console::new(listener.address(), counts, hub, executor, runtime.clone());
    thread::spawn(move || {
        let ended = console.run();
        handle.shutdown();
        ended
    });
    Ok(runtime.block_on(listener.run())?)
}

fn serve_stdio(server: Server, counts: &Counts) -> Result<(), Box<dyn Error>> {
    let served = Stdio::new(server).serve();
    eprintln!("{}", counts.line());
    Ok(served?)
}
