//! Requests that do not get on: heads, then bodies, a few bytes at a time.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::messages;
use crate::peer::Peer;
use crate::phase::idle::IDLE;

/// How often each peer sends something, which is more often than the server's patience with silence.
const PERIOD: Duration = Duration::from_millis(250);
/// What a buffer is at least.
const BUFFER: u64 = 8 * 1024;
/// How much of its body each peer sends at once.
const BODY: usize = 20_000;

pub(crate) fn heads(bench: &mut Bench) -> io::Result<()> {
    bench.phase("slow heads", bench.scale.peers, IDLE + BUFFER, |bench| {
        trickle(bench, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "a")
    })
}

pub(crate) fn bodies(bench: &mut Bench) -> io::Result<()> {
    let begun = format!("{}Content-Length: 1000000\r\n\r\n{}", messages::call_head("echo"), " ".repeat(BODY));
    // A buffer has doubled while bytes came.
    bench.phase("slow bodies", bench.scale.peers, IDLE + 2 * begun.len() as u64 + BUFFER, |bench| {
        trickle(bench, &begun, " ")
    })
}

/// Begins everywhere, goes on with `more`, and counts who is told that it took too long.
fn trickle(bench: &mut Bench, begun: &str, more: &str) -> io::Result<()> {
    let count = bench.scale.peers;
    let deadline = Instant::now() + bench.scale.arrival + Duration::from_secs(10);
    let mut peers = Vec::new();
    for _ in 0..count {
        let mut peer = Peer::connect(bench.subject.address)?;
        peer.send(begun)?;
        peers.push(peer);
    }
    let mut told = 0;
    let mut others = 0;
    while !peers.is_empty() && Instant::now() < deadline {
        bench.sample()?;
        // What was answered and closed refuses more.
        for mut peer in std::mem::take(&mut peers) {
            if is_answered(&peer)? || peer.send(more).is_err() {
                match peer.last_answer() {
                    Ok(408) => told += 1,
                    _ => others += 1,
                }
            } else {
                peers.push(peer);
            }
        }
        thread::sleep(PERIOD);
    }
    let left = peers.len();
    bench.report.check(
        told == count,
        &format!("{told} of {count} were answered with 408, {others} in another way, {left} not at all"),
    );
    Ok(())
}

fn is_answered(peer: &Peer) -> io::Result<bool> {
    peer.set_waiting(false)?;
    let has_come = peer.has_come();
    peer.set_waiting(true)?;
    has_come
}
