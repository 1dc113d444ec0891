//! Open subscriptions: what they take, how fast an event reaches all, and what becomes of readers who stop reading.

use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::messages;
use crate::peer::{PATIENCE, Peer};
use crate::subject::number;

/// What an open stream may take.
const OPEN: u64 = 8 * 1024;
/// What waits for a peer that does not read: 64 KiB and one event, in a buffer that doubles.
const STALLED: u64 = 128 * 1024;
/// Within this an event has reached everyone.
const SOON: Duration = Duration::from_millis(10);
const EVENTS: u32 = 101;
/// Between events for readers who do not read.
const PERIOD: Duration = Duration::from_millis(100);

pub(crate) fn run(bench: &mut Bench) -> io::Result<()> {
    let count = bench.scale.peers;
    bench.phase("streams that are read", count, 2 * OPEN, |bench| {
        let mut peers = open(bench, Peer::connect, &messages::listen_to_tools(), count)?;
        deliver(bench, &mut peers)
    })?;
    bench.phase("streams that are not read", count, OPEN + STALLED, |bench| {
        let peers = open(bench, Peer::connect_narrow, &messages::listen(), count)?;
        stall(bench, peers)
    })
}

fn open(
    bench: &mut Bench,
    connect: fn(SocketAddr) -> io::Result<Peer>,
    request: &str,
    count: usize,
) -> io::Result<Vec<Peer>> {
    let before = bench.sample()?;
    let mut peers = Vec::new();
    for _ in 0..count {
        let mut peer = connect(bench.subject.address)?;
        peer.send(request)?;
        peer.read_until("acknowledged")?;
        peers.push(peer);
    }
    let open = bench.rested(count, |status| status.subscriptions)?;
    let share = open.heap.saturating_sub(before.heap) / count as u64;
    let resident = open.resident.saturating_sub(before.resident) / count as u64;
    bench.report.note(&format!("{resident} bytes resident for each"));
    // Each listener keeps the URI that it asked for, and what was said about it.
    let allowed = OPEN + 4 * if request.contains("docs:///") { 1_200 } else { 0 };
    bench.report.check(share <= allowed, &format!("{share} bytes on the heap for each, {allowed} allowed"));
    Ok(peers)
}

/// Publishes events one by one, each when the one before has reached everyone.
fn deliver(bench: &mut Bench, peers: &mut [Peer]) -> io::Result<()> {
    for peer in peers.iter() {
        peer.set_waiting(false)?;
    }
    let (mut times, mut slowest) = (Vec::new(), Duration::ZERO);
    let mut space = [0; 4096];
    for peer in peers.iter_mut() {
        // What came with the acknowledgement.
        peer.try_take(&mut space)?;
    }
    let spent = bench.subject.processor_time()?;
    for _ in 0..EVENTS {
        let (start, without) = (Instant::now(), bench.subject.without_core());
        let matched = number(&bench.subject.ask("tools")?, "matched")?;
        if matched != peers.len() as u64 {
            return Err(io::Error::other(format!("an event matched {matched} streams")));
        }
        for peer in peers.iter_mut() {
            while peer.try_take(&mut space)? == 0 {
                if start.elapsed() > PATIENCE {
                    return Err(io::Error::other("an event has not reached everyone"));
                }
                thread::yield_now();
            }
        }
        let elapsed = start.elapsed();
        slowest = slowest.max(elapsed);
        // Not the server's time: other programs of the machine had it.
        times.push(elapsed.saturating_sub(bench.subject.without_core() - without));
        bench.sample()?;
    }
    let spent = (bench.subject.processor_time()? - spent) / EVENTS;
    bench.report.note(&format!("an event takes {spent:.1?} of the server's processor time"));
    times.sort();
    let median = times[times.len() / 2];
    bench.report.check_time(
        median <= SOON,
        &format!(
            "an event reached {} streams in {median:.1?} (median of {EVENTS}), \
             the slowest in {slowest:.1?} with the time of other programs",
            peers.len()
        ),
    );
    Ok(())
}

/// Publishes until the server has had enough of everyone who does not read.
fn stall(bench: &mut Bench, peers: Vec<Peer>) -> io::Result<()> {
    let deadline = Instant::now() + bench.scale.write + Duration::from_secs(30);
    let mut events = 0;
    let left = loop {
        let left = bench.sample()?.subscriptions;
        if left == 0 || Instant::now() >= deadline {
            break left;
        }
        bench.subject.ask("long")?;
        events += 1;
        thread::sleep(PERIOD);
    };
    bench.report.check(
        left == 0,
        &format!("{left} streams are left after {events} events of 1.3 KB that nobody read"),
    );
    drop(peers);
    Ok(())
}
