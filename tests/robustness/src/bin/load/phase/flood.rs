//! Requests that are too large or make no sense, as fast as they are answered.

use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::messages;
use crate::peer::{Peer, step_back};
use crate::phase::idle::IDLE;

/// Connections at a time.
const FLOODERS: usize = 4;
const SAMPLE: Duration = Duration::from_millis(50);
/// What one connection may hold: the largest body, in a buffer that has doubled.
const LARGEST: u64 = 3_200_000;

/// A request, and what it is answered with.
pub(crate) struct Bad {
    name: &'static str,
    request: String,
    status: u16,
}

pub(crate) fn run(bench: &mut Bench) -> io::Result<()> {
    bench.phase("bad requests", FLOODERS, IDLE + LARGEST, |bench| {
        let (bad, end) = (all(), Instant::now() + bench.scale.flood);
        let (address, sent) = (bench.subject.address, AtomicUsize::new(0));
        let wrong: io::Result<BTreeSet<String>> = thread::scope(|scope| {
            let flooders: Vec<_> = (0..FLOODERS)
                .map(|first| {
                    let (bad, sent) = (&bad, &sent);
                    scope.spawn(move || flood(address, bad, first, end, sent))
                })
                .collect();
            while Instant::now() < end {
                bench.sample()?;
                thread::sleep(SAMPLE);
            }
            let joined = flooders.into_iter().map(ScopedJoinHandle::join);
            let ended = joined.map(|wrong| wrong.map_err(|_| io::Error::other("a flooder panicked")));
            Ok(ended.collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect())
        });
        let (wrong, sent) = (wrong?, sent.load(Ordering::SeqCst));
        let said = if wrong.is_empty() {
            "as they should be".to_owned()
        } else {
            Vec::from_iter(wrong.clone()).join("; ")
        };
        bench
            .report
            .check(wrong.is_empty() && sent > bad.len(), &format!("{sent} requests were answered {said}"));
        Ok(())
    })
}

/// What was wrong, each once.
fn flood(
    address: SocketAddr,
    bad: &[Bad],
    first: usize,
    end: Instant,
    sent: &AtomicUsize,
) -> BTreeSet<String> {
    let mut wrong = BTreeSet::new();
    step_back();
    for bad in bad.iter().cycle().skip(first * 3) {
        if Instant::now() >= end {
            break;
        }
        wrong.extend(bad.send(address).err());
        sent.fetch_add(1, Ordering::SeqCst);
    }
    wrong
}

impl Bad {
    pub(crate) fn send(&self, address: SocketAddr) -> Result<(), String> {
        let answered = Peer::connect(address).and_then(|mut peer| {
            // The answer may come, and the connection end, before all is sent.
            match peer.send(&self.request) {
                Err(error) if !is_end(&error) => return Err(error),
                _ => {}
            }
            peer.answer()
        });
        match answered {
            Ok(status) if status == self.status => Ok(()),
            Ok(status) => Err(format!("{} was answered with {status}", self.name)),
            Err(error) => Err(format!("{} was not answered: {error}", self.name)),
        }
    }
}

fn is_end(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset)
}

/// All of them.
pub(crate) fn all() -> Vec<Bad> {
    let head = messages::call_head("echo");
    let bad = |name, status, request: String| Bad { name, request, status };
    vec![
        bad("no request", 400, "\u{1}\u{2}\u{3}\r\n\r\n".into()),
        bad("a TLS handshake", 400, "\u{16}\u{3}\u{1}\u{0}\u{5}\r\n\r\n".into()),
        bad("HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into()),
        bad("a line without a version", 400, "POST /mcp\r\n\r\n".into()),
        bad("a field without a colon", 400, "POST /mcp HTTP/1.1\r\nHost\r\n\r\n".into()),
        bad("a NUL in a field", 400, "POST /mcp HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n".into()),
        bad("no host", 400, "POST /mcp HTTP/1.1\r\n\r\n".into()),
        bad("another method", 405, "DELETE /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n".into()),
        bad(
            "another path",
            404,
            "POST /other HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n".into(),
        ),
        bad("two lengths", 400, format!("{head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n")),
        bad("a negative length", 400, format!("{head}Content-Length: -1\r\n\r\n")),
        bad(
            "two framings",
            400,
            format!("{head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ),
        bad("no chunk size", 400, format!("{head}Transfer-Encoding: chunked\r\n\r\nxyz\r\n")),
        bad("a huge chunk size", 413, format!("{head}Transfer-Encoding: chunked\r\n\r\nfffffff\r\n")),
        bad("a long target", 414, format!("POST /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(9_000))),
        bad(
            "a long head",
            431,
            format!("POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(40_000)),
        ),
        bad(
            "many fields",
            431,
            format!("POST /mcp HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: y\r\n".repeat(200)),
        ),
        bad("a long body", 413, format!("{head}Content-Length: 3000000\r\n\r\n{}", "x".repeat(3_000_000))),
        bad("a body of the most bytes", 400, messages::with_body(&"[".repeat(2_000_000))),
        bad("no JSON", 400, messages::with_body("{\"jsonrpc\":")),
        bad("no UTF-8", 400, messages::with_body("\u{0}\u{80}")),
        bad(
            "deep JSON",
            400,
            messages::with_body(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))),
        ),
        bad("no message", 400, messages::with_body("42")),
        bad("a message without a method", 400, messages::with_body("{\"jsonrpc\":\"2.0\",\"id\":1}")),
        bad(
            "another tool than its head says",
            400,
            messages::with_body(&messages::call_message("1", "wait", "{}")),
        ),
    ]
}
