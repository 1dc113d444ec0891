//! A server made of two pipes, and the transport at their other end.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_lite::{AsyncRead, AsyncWrite};
use snodo_client::machine::Message;
use snodo_client::{Arrivals, Arrived, Error, StreamSettings, StreamTransport, Transport as _};
use snodo_executor::VirtualClock;

type Tasks = Arc<async_executor::Executor<'static>>;

/// A request; in tests only the transport looks at it, and takes what it needs from beside the body.
pub(crate) fn message(id: u64) -> Message {
    Message::new(id, "tools/call", format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\"}}"))
}

/// The line of [`message`].
pub(crate) fn line(id: u64) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\"}}")
}

/// A request whose line has so many bytes, the line break aside.
pub(crate) fn long(id: u64, bytes: usize) -> Message {
    let head = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"x\":\"");
    let body = format!("{head}{}\"}}}}", "x".repeat(bytes - head.len() - 3));
    assert_eq!(body.len(), bytes);
    Message::new(id, "tools/call", body)
}

pub(crate) fn listen(id: u64) -> Message {
    let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"subscriptions/listen\"}}");
    Message::new(id, "subscriptions/listen", body)
}

pub(crate) fn answer(id: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}")
}

pub(crate) fn event(id: u64, method: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":{{\"_meta\":\
         {{\"io.modelcontextprotocol/subscriptionId\":{id}}}}}}}"
    )
}

pub(crate) fn progress(token: &str, progress: u32) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\
         \"params\":{{\"progressToken\":{token},\"progress\":{progress}}}}}"
    )
}

pub(crate) fn cancelled(id: u64, reason: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\
         \"params\":{{\"requestId\":{id},\"reason\":\"{reason}\"}}}}"
    )
}

pub(crate) const DROPPED: &str = "the caller no longer waits";

pub(crate) struct Peer {
    pub(crate) clock: VirtualClock,
    pub(crate) transport: Option<Arc<StreamTransport>>,
    tasks: Option<Tasks>,
    input: Option<piper::Writer>,
    output: Option<piper::Reader>,
    received: Vec<u8>,
}

/// A call that takes what comes as it comes. Dropping it drops the request.
pub(crate) struct Call {
    _task: async_executor::Task<()>,
    seen: Arc<Mutex<Vec<Result<String, Error>>>>,
    is_over: Arc<Mutex<bool>>,
}

impl Call {
    /// What came since the last time. An error is `!` and its text.
    pub(crate) fn seen(&self) -> Vec<String> {
        let seen = std::mem::take(&mut *self.seen.lock().unwrap());
        seen.into_iter().map(|item| item.unwrap_or_else(|error| format!("!{error}"))).collect()
    }

    pub(crate) fn error(&self) -> Error {
        self.seen.lock().unwrap().pop().expect("something came").expect_err("it failed")
    }

    pub(crate) fn is_over(&self) -> bool {
        *self.is_over.lock().unwrap()
    }
}

impl Peer {
    pub(crate) fn new() -> Peer {
        Peer::with(|settings| settings)
    }

    /// With pipes of 64 KiB, as the operating system has them.
    pub(crate) fn with(settings: impl FnOnce(StreamSettings) -> StreamSettings) -> Peer {
        Peer::narrow(65_536, settings)
    }

    /// With a pipe of so many bytes to the server.
    pub(crate) fn narrow(bytes: usize, settings: impl FnOnce(StreamSettings) -> StreamSettings) -> Peer {
        let (reader, input) = piper::pipe(65_536);
        let (output, writer) = piper::pipe(bytes);
        let peer = Peer::over(reader, writer, settings);
        Peer { input: Some(input), output: Some(output), ..peer }
    }

    pub(crate) fn over(
        reader: impl AsyncRead + Unpin + Send + 'static,
        writer: impl AsyncWrite + Unpin + Send + 'static,
        settings: impl FnOnce(StreamSettings) -> StreamSettings,
    ) -> Peer {
        let (clock, tasks) = (VirtualClock::new(), Tasks::default());
        let settings = settings(StreamSettings::new().clock(clock.clone()).spawn(Arc::clone(&tasks)));
        let transport = StreamTransport::new(reader, writer, settings).unwrap();
        let mut peer = Peer {
            clock,
            transport: Some(Arc::new(transport)),
            tasks: Some(tasks),
            input: None,
            output: None,
            received: Vec::new(),
        };
        peer.settle();
        peer
    }

    pub(crate) fn transport(&self) -> &StreamTransport {
        self.transport.as_ref().unwrap()
    }

    /// Runs everything until it waits for something from outside.
    pub(crate) fn settle(&mut self) {
        let Some(tasks) = &self.tasks else { return };
        for _ in 0..1_000_000 {
            if !tasks.try_tick() {
                return;
            }
        }
        panic!("it spins");
    }

    /// A call that has begun.
    pub(crate) fn call(&mut self, message: Message) -> Call {
        let (seen, is_over) = (Arc::<Mutex<Vec<_>>>::default(), Arc::<Mutex<bool>>::default());
        let (into, over) = (Arc::clone(&seen), Arc::clone(&is_over));
        let transport = Arc::clone(self.transport.as_ref().unwrap());
        let task = self.tasks.as_ref().unwrap().spawn(async move {
            match transport.request(message).await {
                Ok(mut arrivals) => {
                    while let Some(arrived) = poll_fn(|cx| arrivals.poll_next(cx)).await {
                        let text = arrived.map(|arrived| String::from_utf8(arrived.message).unwrap());
                        into.lock().unwrap().push(text);
                    }
                }
                Err(error) => into.lock().unwrap().push(Err(error)),
            }
            *over.lock().unwrap() = true;
        });
        self.settle();
        Call { _task: task, seen, is_over }
    }

    pub(crate) fn drop_call(&mut self, call: Call) {
        drop(call);
        self.settle();
    }

    /// A request that has its turn at once, and whose answers nobody takes yet.
    pub(crate) fn request(&mut self, message: Message) -> Box<dyn Arrivals> {
        let mut request = self.transport.as_ref().unwrap().request(message);
        let Poll::Ready(arrivals) = request.as_mut().poll(&mut Context::from_waker(Waker::noop())) else {
            panic!("it waits for its turn")
        };
        drop(request);
        // The pipes feign to be busy now and then.
        self.settle();
        arrivals.unwrap()
    }

    /// The server writes all of this.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        let taken = self.offer(bytes);
        assert_eq!(taken, bytes.len(), "the client does not read");
    }

    /// The server writes what the client takes of this.
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

    /// The server writes this as one line.
    pub(crate) fn say(&mut self, line: impl AsRef<str>) {
        self.send(format!("{}\n", line.as_ref()));
    }

    /// The server closes its output.
    pub(crate) fn close(&mut self) {
        self.input = None;
        self.settle();
    }

    /// The server reads no more: writing to it fails.
    pub(crate) fn hang_up(&mut self) {
        self.output = None;
        self.settle();
    }

    pub(crate) fn advance(&mut self, ms: u64) {
        self.clock.advance(Duration::from_millis(ms));
        self.settle();
    }

    /// The server reads up to so many bytes.
    pub(crate) fn read(&mut self, bytes: usize) -> Vec<u8> {
        let mut buffer = vec![0; bytes];
        let count = self.output.as_mut().unwrap().try_drain(&mut buffer);
        buffer.truncate(count);
        self.settle();
        buffer
    }

    /// The server reads everything there is, as lines.
    #[track_caller]
    pub(crate) fn lines(&mut self) -> Vec<String> {
        loop {
            let bytes = self.read(65_536);
            if bytes.is_empty() {
                break;
            }
            self.received.extend(bytes);
        }
        let received = String::from_utf8(std::mem::take(&mut self.received)).unwrap();
        assert!(received.is_empty() || received.ends_with('\n'), "half a line: {received}");
        received.lines().map(str::to_owned).collect()
    }

    /// Whether the client has closed its output, and all of that is read.
    pub(crate) fn is_at_end(&mut self) -> bool {
        let output = self.output.as_mut().unwrap();
        let mut read = || {
            let cx = &mut Context::from_waker(Waker::noop());
            Pin::new(&mut *output).poll_read(cx, &mut [0])
        };
        // The pipes feign to be busy now and then, not ever.
        let read = (0..32).map(|_| read()).find(Poll::is_ready);
        matches!(read, Some(Poll::Ready(Ok(0))))
    }

    /// The runtime goes away with all its tasks.
    pub(crate) fn drop_runtime(&mut self) {
        self.transport = None;
        self.tasks = None;
    }
}

/// The next message of a request, if it is there.
pub(crate) fn next(arrivals: &mut dyn Arrivals) -> Poll<Option<Result<Arrived, Error>>> {
    arrivals.poll_next(&mut Context::from_waker(Waker::noop()))
}

/// Everything that is there for a request: texts, and how many were missed before each.
pub(crate) fn taken(arrivals: &mut dyn Arrivals) -> Vec<(String, u64)> {
    let mut taken = Vec::new();
    while let Poll::Ready(Some(Ok(arrived))) = next(arrivals) {
        taken.push((String::from_utf8(arrived.message).unwrap(), arrived.missed));
    }
    taken
}
