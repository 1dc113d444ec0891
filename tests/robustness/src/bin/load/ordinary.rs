//! An ordinary client: one call after the other, with a short pause between, all the time.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::messages;
use crate::peer::Peer;

const PAUSE: Duration = Duration::from_millis(2);

pub(crate) struct Ordinary {
    seen: Arc<Mutex<Seen>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What it has met since it was last asked.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    times: Vec<Duration>,
    failure: Option<String>,
}

impl Ordinary {
    pub(crate) fn start(address: SocketAddr) -> io::Result<Ordinary> {
        let mut peer = Peer::connect(address)?;
        let (seen, stop) = (Arc::<Mutex<Seen>>::default(), Arc::<AtomicBool>::default());
        let (saw, stopped) = (Arc::clone(&seen), Arc::clone(&stop));
        let thread = thread::spawn(move || {
            while !stopped.load(Ordering::SeqCst) {
                let called = call(&mut peer);
                let mut seen = saw.lock().unwrap_or_else(PoisonError::into_inner);
                match called {
                    Ok(time) => seen.times.push(time),
                    Err(error) => {
                        seen.failure = Some(error.to_string());
                        return;
                    }
                }
                drop(seen);
                thread::sleep(PAUSE);
            }
        });
        Ok(Ordinary { seen, stop, thread: Some(thread) })
    }

    pub(crate) fn take(&self) -> Seen {
        std::mem::take(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Ordinary {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl Seen {
    pub(crate) fn median(&mut self) -> Option<Duration> {
        self.times.sort();
        self.times.get(self.times.len() / 2).copied()
    }

    pub(crate) fn longest(&self) -> Option<Duration> {
        self.times.iter().max().copied()
    }

    pub(crate) fn calls(&self) -> usize {
        self.times.len()
    }

    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

fn call(peer: &mut Peer) -> io::Result<Duration> {
    let start = Instant::now();
    peer.send(messages::echo("hello"))?;
    match peer.answer()? {
        200 => Ok(start.elapsed()),
        status => Err(io::Error::other(format!("answered with {status}"))),
    }
}
