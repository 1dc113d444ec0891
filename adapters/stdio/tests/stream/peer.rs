//! A client, its two pipes, and what runs the transport at their other end.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use snodo_core::{Server, ServerBuilder};
use snodo_executor::{Executor, ExecutorBuilder, VirtualClock};
use snodo_stdio::{Error, Stdio};

use crate::tools::{Log, server};

/// The metadata that every request needs.
pub(crate) const META: &str = concat!(
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}"#
);

pub(crate) fn discover(id: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"server/discover\",\"params\":{{{META}}}}}\n")
}

pub(crate) fn call(id: &str, tool: &str, arguments: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\
         \"arguments\":{arguments},{META}}}}}\n"
    )
}

pub(crate) fn later(id: &str, name: &str, ms: u64) -> String {
    call(id, "later", &format!("{{\"name\":\"{name}\",\"ms\":{ms}}}"))
}

pub(crate) fn cancel(id: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}\n"
    )
}

/// The line that answers a call with one text.
pub(crate) fn text(id: &str, text: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\
         \"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\
         \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    )
}

/// The line that refuses a request which could not be carried out.
pub(crate) fn unavailable(id: &str, message: &str, reason: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32603,\"message\":\"{message}\",\
         \"data\":{{\"reason\":\"{reason}\"}}}}}}"
    )
}

type Serving = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;
type Tasks = Arc<async_executor::Executor<'static>>;

pub(crate) struct Peer {
    pub(crate) clock: VirtualClock,
    pub(crate) log: Log,
    pub(crate) server: Server,
    pub(crate) executor: Executor,
    tasks: Tasks,
    input: Option<piper::Writer>,
    output: Option<piper::Reader>,
    serving: Option<Serving>,
    result: Option<Result<(), Error>>,
    woken: Arc<Woken>,
    received: Vec<u8>,
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl Peer {
    pub(crate) fn new() -> Peer {
        Peer::with(|stdio| stdio)
    }

    pub(crate) fn with(settings: impl FnOnce(Stdio) -> Stdio) -> Peer {
        Peer::on(|executor| executor, settings)
    }

    /// With pipes of 64 KiB, as the operating system has them.
    pub(crate) fn on(
        executor: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder,
        settings: impl FnOnce(Stdio) -> Stdio,
    ) -> Peer {
        Peer::of(|server| server, executor, settings)
    }

    /// With a server that offers something more.
    pub(crate) fn of(
        definitions: impl FnOnce(ServerBuilder) -> ServerBuilder,
        executor: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder,
        settings: impl FnOnce(Stdio) -> Stdio,
    ) -> Peer {
        let (reader, input) = piper::pipe(65_536);
        let (output, writer) = piper::pipe(65_536);
        let peer = Peer::joined(definitions, executor, settings, reader, writer);
        Peer { input: Some(input), output: Some(output), ..peer }
    }

    pub(crate) fn over(
        executor: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder,
        settings: impl FnOnce(Stdio) -> Stdio,
        reader: impl futures_lite::AsyncRead + Unpin + Send + 'static,
        writer: impl futures_lite::AsyncWrite + Unpin + Send + 'static,
    ) -> Peer {
        Peer::joined(|server| server, executor, settings, reader, writer)
    }

    fn joined(
        definitions: impl FnOnce(ServerBuilder) -> ServerBuilder,
        executor: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder,
        settings: impl FnOnce(Stdio) -> Stdio,
        reader: impl futures_lite::AsyncRead + Unpin + Send + 'static,
        writer: impl futures_lite::AsyncWrite + Unpin + Send + 'static,
    ) -> Peer {
        let (clock, log, tasks) = (VirtualClock::new(), Log::default(), Tasks::default());
        let executor = executor(Executor::builder(Arc::clone(&tasks)).clock(clock.clone())).build().unwrap();
        let server = definitions(server(&clock, &log)).build().unwrap();
        let stdio = settings(Stdio::new(server.clone()).executor(executor.clone()));
        Peer {
            serving: Some(Box::pin(stdio.serve_on(reader, writer))),
            woken: Arc::new(Woken(AtomicBool::new(true))),
            input: None,
            output: None,
            result: None,
            received: Vec::new(),
            clock,
            log,
            server,
            executor,
            tasks,
        }
    }

    /// Runs everything until it waits for something from outside.
    pub(crate) fn settle(&mut self) {
        for _ in 0..1_000_000 {
            let mut moved = false;
            if self.woken.0.swap(false, Ordering::SeqCst)
                && let Some(serving) = &mut self.serving
            {
                moved = true;
                let waker = Waker::from(Arc::clone(&self.woken));
                if let Poll::Ready(result) = serving.as_mut().poll(&mut Context::from_waker(&waker)) {
                    self.result = Some(result);
                    self.serving = None;
                }
            }
            while self.tasks.try_tick() {
                moved = true;
            }
            if !moved {
                return;
            }
        }
        panic!("it spins");
    }

    /// Writes what the pipe takes and runs everything, without reading. Says how much was taken.
    pub(crate) fn offer(&mut self, bytes: &[u8]) -> usize {
        let mut taken = 0;
        loop {
            let count = self.input.as_mut().unwrap().try_fill(&bytes[taken..]);
            taken += count;
            self.settle();
            if count == 0 || taken == bytes.len() {
                return taken;
            }
        }
    }

    /// Writes all of it, reading meanwhile.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let mut rest = bytes.as_ref();
        while !rest.is_empty() {
            let count = self.offer(rest);
            assert!(self.receive() > 0 || count > 0, "neither side moves");
            rest = &rest[count..];
        }
        while self.receive() > 0 {}
    }

    /// Closes the pipe to the server.
    pub(crate) fn close(&mut self) {
        self.input = None;
        self.settle();
    }

    /// Stops reading for good: the pipe from the server breaks.
    pub(crate) fn hang_up(&mut self) {
        self.output = None;
        self.settle();
    }

    pub(crate) fn advance(&mut self, ms: u64) {
        self.clock.advance(Duration::from_millis(ms));
        self.settle();
    }

    /// Reads what stands in the pipe and runs everything.
    pub(crate) fn receive(&mut self) -> usize {
        let Some(output) = &mut self.output else { return 0 };
        let mut buffer = [0; 65_536];
        let count = output.try_drain(&mut buffer);
        self.received.extend_from_slice(&buffer[..count]);
        self.settle();
        count
    }

    /// Everything that arrives without anything happening in between, as lines.
    #[track_caller]
    pub(crate) fn lines(&mut self) -> Vec<String> {
        self.settle();
        while self.receive() > 0 {}
        let received = String::from_utf8(std::mem::take(&mut self.received)).unwrap();
        assert!(received.is_empty() || received.ends_with('\n'), "half a line: {received}");
        received.lines().map(str::to_owned).collect()
    }

    /// How serving ended, once.
    pub(crate) fn result(&mut self) -> Option<Result<(), Error>> {
        self.settle();
        self.result.take()
    }

    pub(crate) fn is_serving(&self) -> bool {
        self.serving.is_some()
    }

    pub(crate) fn drop_server(&mut self) {
        self.serving = None;
    }
}
