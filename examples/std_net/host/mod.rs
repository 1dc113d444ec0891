//! The host: threads that accept, each with one connection at a time.

mod connection;
mod date;
mod waiting;

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use snodo::executor::Places;
use snodo::http::Endpoint;

/// What a host allows.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    /// So many connections are served at a time. More wait in the socket's backlog, which costs nothing here.
    pub(crate) threads: usize,
    /// So many calls run at a time; one more is refused as overloaded. Fewer than threads, so that some are left to say
    /// so.
    pub(crate) max_running: usize,
    /// So many subscriptions are open at a time, each of which holds a thread.
    pub(crate) max_subscriptions: usize,
    /// How long a request may take to arrive, from the end of the answer before it.
    pub(crate) arrival: Duration,
    /// How long a call may take.
    pub(crate) timeout: Duration,
    /// How long a stream may be quiet before a comment is written, so that nothing in between closes it.
    pub(crate) keep_alive: Duration,
    /// How long calls may go on after the host was told to end.
    pub(crate) drain: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 32,
            max_running: 24,
            max_subscriptions: 4,
            arrival: Duration::from_secs(10),
            timeout: Duration::from_secs(30),
            keep_alive: Duration::from_secs(15),
            drain: Duration::from_secs(5),
        }
    }
}

/// A host that serves. [`shut_down`](Self::shut_down) and [`join`](Self::join) end it.
pub(crate) struct Host {
    address: SocketAddr,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads have in common.
struct Shared {
    endpoint: Endpoint,
    settings: Settings,
    running: Places,
    subscriptions: Places,
    /// Once the host was told to end: when calls have to be over.
    drained: OnceLock<Instant>,
}

impl Host {
    /// Starts the threads.
    pub(crate) fn start(listener: TcpListener, endpoint: Endpoint, settings: Settings) -> io::Result<Host> {
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            endpoint,
            settings,
            running: Places::new(settings.max_running),
            subscriptions: Places::new(settings.max_subscriptions),
            drained: OnceLock::new(),
        });
        // The last thread closes it.
        let listener = Arc::new(listener);
        let mut threads = Vec::with_capacity(settings.threads);
        for _ in 0..settings.threads {
            let (listener, shared) = (Arc::clone(&listener), Arc::clone(&shared));
            threads.push(thread::Builder::new().spawn(move || shared.serve(&listener))?);
        }
        Ok(Host { address, shared, threads })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Accepts nobody any more, ends subscriptions and gives calls the time of the drain. Returns at once.
    pub(crate) fn shut_down(&self) {
        self.shared.drained.get_or_init(|| Instant::now() + self.shared.settings.drain);
        for _ in &self.threads {
            // Wakes a thread that waits in `accept`. When it fails, others are connecting, which does the same.
            let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
        }
    }

    /// Waits until all threads have ended.
    pub(crate) fn join(self) {
        for thread in self.threads {
            thread.join().expect("no connection panics: the engine contains its handlers' panics");
        }
    }
}

impl Shared {
    fn is_ending(&self) -> bool {
        self.drained.get().is_some()
    }

    /// The life of a thread: one connection after the other.
    fn serve(&self, listener: &TcpListener) {
        while !self.is_ending() {
            match listener.accept() {
                Ok(_) if self.is_ending() => return,
                Ok((stream, peer)) => {
                    if let Err(error) = connection::serve(stream, peer, self) {
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
}
