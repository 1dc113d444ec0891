//! A client at one end of a connection, and a thread that serves the other.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use async_io::{Async, IoSafe};
use serde::Deserialize;
use snodo_core::{NoArguments, Server, Tool};
use snodo_executor::{Clock, Executor, Sleep, VirtualClock};
use snodo_stdio::{Error, Stdio};

/// What takes longer than this never comes: the test fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(20);

const META: &str = concat!(
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}"#
);

pub(crate) fn call(id: &str, tool: &str, arguments: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\
         \"arguments\":{arguments},{META}}}}}\n"
    )
}

pub(crate) fn echo(id: &str, text: &str) -> String {
    call(id, "echo", &format!("{{\"text\":\"{text}\"}}"))
}

/// The line that answers a call with one text.
pub(crate) fn text(id: &str, text: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\
         \"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\
         \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}\n"
    )
}

/// A socket of one kind or the other.
pub(crate) trait Socket: Read + Write + Send {
    fn be_patient(&self);
    fn end(&self);
}

impl Socket for TcpStream {
    fn be_patient(&self) {
        self.set_read_timeout(Some(PATIENCE)).unwrap();
        self.set_write_timeout(Some(PATIENCE)).unwrap();
        self.set_nodelay(true).unwrap();
    }

    fn end(&self) {
        self.shutdown(Shutdown::Write).unwrap();
    }
}

#[cfg(unix)]
impl Socket for UnixStream {
    fn be_patient(&self) {
        self.set_read_timeout(Some(PATIENCE)).unwrap();
        self.set_write_timeout(Some(PATIENCE)).unwrap();
    }

    fn end(&self) {
        self.shutdown(Shutdown::Write).unwrap();
    }
}

pub(crate) struct Peer {
    socket: Option<Box<dyn Socket>>,
    clock: TestClock,
    notes: mpsc::Receiver<&'static str>,
    thread: JoinHandle<Result<(), Error>>,
}

/// Over TCP, and over a Unix domain socket where there are any.
pub(crate) fn over_each(settings: fn(Stdio) -> Stdio, behaviour: fn(Peer)) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let ours = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (theirs, _) = listener.accept().unwrap();
    eprintln!("over TCP");
    behaviour(Peer::new(ours, Async::new(theirs).unwrap(), settings));
    #[cfg(unix)]
    {
        let (ours, theirs) = UnixStream::pair().unwrap();
        eprintln!("over a Unix domain socket");
        behaviour(Peer::new(ours, Async::new(theirs).unwrap(), settings));
    }
}

impl Peer {
    fn new<S>(ours: impl Socket + 'static, theirs: Async<S>, settings: fn(Stdio) -> Stdio) -> Peer
    where
        S: Send + Sync + 'static,
        for<'a> &'a S: Read + Write + IoSafe,
    {
        ours.be_patient();
        let (clock, tasks) = (TestClock::new(), Arc::new(async_executor::Executor::new()));
        let executor = Executor::builder(Arc::clone(&tasks)).clock(clock.clone()).build().unwrap();
        let (sender, notes) = mpsc::channel();
        let stdio = settings(Stdio::new(server(sender)).executor(executor));
        let thread = thread::spawn(move || async_io::block_on(tasks.run(stdio.serve_on(&theirs, &theirs))));
        Peer { socket: Some(Box::new(ours)), clock, notes, thread }
    }

    fn socket(&mut self) -> &mut dyn Socket {
        &mut **self.socket.as_mut().expect("it is not closed yet")
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.socket().write_all(bytes.as_ref()).unwrap();
    }

    #[track_caller]
    pub(crate) fn expect(&mut self, expected: impl AsRef<str>) {
        let mut answer = vec![0; expected.as_ref().len()];
        self.socket().read_exact(&mut answer).unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), expected.as_ref());
    }

    /// Says no more, and still listens.
    pub(crate) fn end(&mut self) {
        self.socket().end();
    }

    /// Neither says nor hears more.
    pub(crate) fn close(&mut self) {
        self.socket = None;
    }

    /// Waits until a handler has said this.
    #[track_caller]
    pub(crate) fn wait_for(&self, note: &str) {
        assert_eq!(self.notes.recv_timeout(PATIENCE), Ok(note));
    }

    /// Lets time pass as soon as somebody waits for that moment.
    pub(crate) fn pass(&self, ms: u64) {
        self.clock.pass(Duration::from_millis(ms));
    }

    /// Reads to the end, and says how serving ended.
    #[track_caller]
    pub(crate) fn finish(mut self) -> (String, Result<(), Error>) {
        let mut rest = String::new();
        if let Some(socket) = &mut self.socket {
            socket.read_to_string(&mut rest).unwrap();
        }
        (rest, self.thread.join().expect("it does not panic"))
    }

    /// Lets time pass until serving has ended.
    #[track_caller]
    pub(crate) fn outlast(self) -> Result<(), Error> {
        let given_up = Instant::now() + PATIENCE;
        while !self.thread.is_finished() {
            assert!(Instant::now() < given_up, "it never ends");
            self.clock.time.advance(Duration::from_secs(1));
            thread::yield_now();
        }
        self.thread.join().expect("it does not panic")
    }
}

/// Time that stands still, and tells what is waited for.
#[derive(Clone)]
struct TestClock {
    time: VirtualClock,
    start: Instant,
    asked: Arc<Mutex<mpsc::Receiver<Duration>>>,
    asks: mpsc::Sender<Duration>,
}

impl TestClock {
    fn new() -> TestClock {
        let time = VirtualClock::new();
        let (asks, asked) = mpsc::channel();
        TestClock { start: time.now(), time, asked: Arc::new(Mutex::new(asked)), asks }
    }

    fn pass(&self, moment: Duration) {
        let asked = self.asked.lock().unwrap();
        while asked.recv_timeout(PATIENCE).expect("somebody waits for that") != moment {}
        self.time.advance(moment);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        self.time.now()
    }

    fn sleep_until(&self, deadline: Instant) -> Sleep {
        self.asks.send(deadline - self.start).expect("the test holds the other end");
        self.time.sleep_until(deadline)
    }
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Bytes {
    bytes: usize,
}

/// Notes when the handler's future goes.
struct Gone(Arc<mpsc::Sender<&'static str>>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.send("gone").expect("the test listens");
    }
}

fn server(notes: mpsc::Sender<&'static str>) -> Server {
    Server::builder("t", "1")
        .tool(Tool::new("echo", async |args: Text| Ok(args.text)))
        .tool(Tool::new("big", async |args: Bytes| Ok("x".repeat(args.bytes))))
        .tool(Tool::with_state("hang", notes, async |notes: Arc<mpsc::Sender<_>>, _: NoArguments| {
            notes.send("start").expect("the test listens");
            let _gone = Gone(notes);
            std::future::pending::<()>().await;
            Ok("")
        }))
        .build()
        .unwrap()
}
