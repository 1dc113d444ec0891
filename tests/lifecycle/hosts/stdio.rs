//! The transport of lines, over a TCP connection that all requests share.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use async_io::Async;
use serde_json::Value;
use smol::channel;
use snodo::Server;
use snodo::executor::Executor;
use snodo::stdio::{Error, Stdio, WhenFull};

use super::{Exchange, Host, Plan};
use crate::clock::TestClock;
use crate::messages::{Request, ended};
use crate::stage::PATIENCE;

struct Lines {
    stream: TcpStream,
    open: Open,
    clock: TestClock,
    signal: channel::Sender<()>,
    serving: JoinHandle<Result<(), Error>>,
    reading: JoinHandle<()>,
}

/// Where the lines of each request go.
type Open = Arc<Mutex<BTreeMap<u64, mpsc::Sender<String>>>>;

struct Line {
    id: u32,
    stream: TcpStream,
    lines: mpsc::Receiver<String>,
    is_over: bool,
}

pub(super) fn start(server: Server, plan: Plan) -> Box<dyn Host> {
    let (clock, tasks) = (TestClock::new(), Arc::new(smol::Executor::new()));
    let executor = Executor::builder(Arc::clone(&tasks)).clock(clock.clone()).max_queued(0);
    let executor = executor.max_running(plan.max_running).timeout(Some(plan.timeout)).build();
    // Nothing is ever sent: its end is the message.
    let (signal, told) = channel::bounded::<()>(1);
    let stdio = Stdio::new(server)
        .executor(executor.expect("its limits are sound"))
        .when_full(WhenFull::Refuse)
        .max_subscriptions(plan.max_subscriptions)
        .drain(plan.drain)
        .shutdown_on(async move {
            let _ = told.recv().await;
        });
    let (stream, theirs) = connected();
    let serving = thread::spawn(move || {
        let theirs = Async::new(theirs).expect("it can be driven");
        let served = async_io::block_on(tasks.run(stdio.serve_on(&theirs, &theirs)));
        part(theirs.into_inner().expect("it can be let go"));
        served
    });
    let open = Open::default();
    let reading = {
        let (stream, open) = (stream.try_clone().expect("a second handle"), Arc::clone(&open));
        thread::spawn(move || read(stream, &open))
    };
    Box::new(Lines { stream, open, clock, signal, serving, reading })
}

/// Both ends of a connection over loopback.
fn connected() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let ours = TcpStream::connect(listener.local_addr().expect("it is bound")).expect("it listens");
    (ours, listener.accept().expect("it is there").0)
}

/// Closes a connection whose peer may still be sending. At once, its system would forget what it has not read yet.
fn part(mut stream: TcpStream) {
    stream.set_nonblocking(false).expect("it is a socket");
    stream.set_read_timeout(Some(PATIENCE)).expect("it is a socket");
    stream.shutdown(Shutdown::Write).expect("it is open");
    io::copy(&mut stream, &mut io::sink()).expect("the client ends, too");
}

/// Hands each line to whom it is for, until the end.
fn read(stream: TcpStream, open: &Open) {
    for line in BufReader::new(stream).lines() {
        let line = line.expect("it ends in good order");
        let message: Value = serde_json::from_str(&line).expect("a line is a message");
        let params = &message["params"];
        let named = [
            &message["id"],
            &params["progressToken"],
            &params["requestId"],
            &params["_meta"]["io.modelcontextprotocol/subscriptionId"],
        ];
        let id = named.iter().find_map(|id| id.as_u64()).expect("a message says what it belongs to");
        let open = open.lock().unwrap_or_else(PoisonError::into_inner);
        // Who left does not listen any more.
        let _ = open.get(&id).expect("nobody else is answered").send(line);
    }
    open.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

impl Host for Lines {
    fn send(&self, request: &Request) -> Box<dyn Exchange> {
        let (sender, lines) = mpsc::channel();
        self.open.lock().unwrap_or_else(PoisonError::into_inner).insert(request.id.into(), sender);
        let mut stream = self.stream.try_clone().expect("a second handle");
        // What is sent after the end fails, or is never read.
        let _ = writeln!(stream, "{}", request.message);
        Box::new(Line { id: request.id, stream, lines, is_over: false })
    }

    fn pass(&self, moment: Duration) {
        self.clock.pass(moment);
    }

    fn shut_down(&self) {
        self.signal.close();
    }

    fn end(self: Box<Self>) {
        // It may have ended by itself.
        let _ = self.stream.shutdown(Shutdown::Write);
        self.serving.join().expect("it does not panic").expect("it ends in good order");
        self.reading.join().expect("each line is a message");
    }
}

impl Line {
    fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("nothing comes"),
        }
    }
}

impl Exchange for Line {
    fn next(&mut self) -> Option<String> {
        if self.is_over {
            return None;
        }
        let line = self.line()?;
        self.is_over = line.starts_with(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{}", self.id));
        if line == ended(self.id) {
            let cancelled = format!(
                "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{}}}}}",
                self.id
            );
            assert_eq!(self.line(), Some(cancelled), "on a shared stream its end is told twice");
        }
        Some(line)
    }

    fn leave(self: Box<Self>) {
        let Line { id, mut stream, .. } = *self;
        let cancelled = format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}"
        );
        writeln!(stream, "{cancelled}").expect("it reads");
    }
}
