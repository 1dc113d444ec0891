//! Servers that play a script.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use async_io::{Async, Timer, block_on};
use futures_lite::future::or;

/// Nothing in a script takes as long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// What happens on one connection.
pub(crate) type Scene = Box<dyn FnOnce(Peer) + Send>;

/// Plays one scene for each connection that is made, in this order and each on a thread of its own; then it listens no
/// more.
pub(crate) struct Script {
    pub(crate) address: SocketAddr,
    thread: Option<JoinHandle<()>>,
}

pub(crate) fn scene(scene: impl FnOnce(Peer) + Send + 'static) -> Scene {
    Box::new(scene)
}

/// Makes a script of closures.
macro_rules! script {
    ($($scene:expr),* $(,)?) => {
        $crate::script::Script::start(vec![$($crate::script::scene($scene)),*])
    };
}
pub(crate) use script;

impl Script {
    pub(crate) fn start(scenes: Vec<Scene>) -> Self {
        Self::start_at("127.0.0.1:0", scenes)
    }

    pub(crate) fn start_at(address: &str, scenes: Vec<Scene>) -> Self {
        let listener = TcpListener::bind(address).expect("a port");
        let address = listener.local_addr().expect("an address");
        let thread = thread::spawn(move || {
            let listener = Async::new(listener).expect("a listener");
            let playing: Vec<_> = scenes
                .into_iter()
                .map(|scene| {
                    let (stream, _) = block_on(bounded(listener.accept())).expect("a connection");
                    let stream = stream.into_inner().expect("a socket");
                    thread::spawn(move || scene(Peer::new(stream)))
                })
                .collect();
            drop(listener);
            for scene in playing {
                if let Err(panic) = scene.join() {
                    std::panic::resume_unwind(panic);
                }
            }
        });
        Self { address, thread: Some(thread) }
    }

    /// The same answer to each request, on one connection after the other.
    pub(crate) fn always(answer: &'static [u8], connections: usize) -> Self {
        let scenes = (0..connections).map(|_| {
            scene(move |mut peer| {
                peer.request();
                peer.send(answer);
            })
        });
        Self::start(scenes.collect())
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Waits until the whole script was played as it stands.
    pub(crate) fn finish(mut self) {
        if let Err(panic) = self.thread.take().expect("it is finished once").join() {
            std::panic::resume_unwind(panic);
        }
    }
}

/// Ends the test when something hangs.
pub(crate) async fn bounded<T>(future: impl Future<Output = T>) -> T {
    let late = async {
        Timer::after(PATIENCE).await;
        panic!("it takes too long");
    };
    or(future, late).await
}

/// The other end of a connection.
pub(crate) struct Peer {
    stream: TcpStream,
    received: Vec<u8>,
}

/// A request as it came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Request {
    pub(crate) fn line(&self) -> &str {
        self.head.lines().next().expect("a request line")
    }

    /// The values of a field.
    pub(crate) fn values(&self, name: &str) -> Vec<&str> {
        let fields = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        fields.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).collect()
    }
}

impl Peer {
    fn new(stream: TcpStream) -> Self {
        stream.set_nonblocking(false).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream.set_write_timeout(Some(PATIENCE)).expect("a socket");
        stream.set_nodelay(true).expect("a socket");
        Self { stream, received: Vec::new() }
    }

    /// The next request, all of it.
    pub(crate) fn request(&mut self) -> Request {
        let head = self.head();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.parse().expect("a length"));
        while self.received.len() < length {
            assert!(self.read() > 0, "the request was cut off in its body");
        }
        let body = self.received.drain(..length).collect();
        Request { head, body: String::from_utf8(body).expect("UTF-8") }
    }

    /// The head of the next request; its body is left.
    pub(crate) fn head(&mut self) -> String {
        loop {
            let end = self.received.windows(4).position(|window| window == b"\r\n\r\n");
            if let Some(end) = end {
                let head: Vec<_> = self.received.drain(..end + 4).collect();
                return String::from_utf8(head[..end + 2].to_vec()).expect("UTF-8");
            }
            assert!(self.read() > 0, "the request was cut off in its head");
        }
    }

    /// How many bytes came; none at the end.
    pub(crate) fn read(&mut self) -> usize {
        let mut space = [0; 64 * 1024];
        let count = self.stream.read(&mut space).expect("something within the time");
        self.received.extend_from_slice(&space[..count]);
        count
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).expect("the other end reads");
    }

    /// Sends until the other end is gone, which it has to be at some time. How much was sent.
    pub(crate) fn send_until_closed(&mut self, bytes: &[u8]) -> usize {
        let mut sent = 0;
        while self.stream.write_all(bytes).is_ok() {
            sent += bytes.len();
        }
        sent
    }

    /// Waits until the other end has closed the connection, and sends nothing more before that.
    pub(crate) fn is_closed(&mut self) {
        let mut space = [0; 1];
        match self.stream.read(&mut space) {
            Ok(count) => assert_eq!(count, 0, "something came in place of the end"),
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "{error}"),
        }
    }

    /// The socket itself, for what is not HTTP.
    pub(crate) fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }
}
