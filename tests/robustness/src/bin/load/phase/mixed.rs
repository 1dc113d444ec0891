//! Everything at once for a while: nothing is to grow.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::messages;
use crate::peer::{Peer, step_back};
use crate::phase::flood::{self, Bad};
use crate::phase::kills::Midst;
use crate::subject::Status;

/// Connections at a time.
const WORKERS: usize = 4;
/// What a worker's connection may hold at worst.
const LARGEST: u64 = 3_300_000;
/// Everything stops as often as this, and is counted.
const ROUNDS: u32 = 20;
/// By so much the heap may differ between the middle and the end.
const HEAP: u64 = 64 * 1024;
/// By so much what is resident may.
const RESIDENT: u64 = 1024 * 1024;

pub(crate) fn run(bench: &mut Bench) -> io::Result<()> {
    bench.phase("mixed load", WORKERS, LARGEST, |bench| {
        let before = bench.sample()?;
        let (bad, done) = (flood::all(), AtomicUsize::new(0));
        let mut samples: Vec<Status> = Vec::new();
        for round in 0..ROUNDS {
            let end = Instant::now() + bench.scale.mixed / ROUNDS;
            let address = bench.subject.address;
            let worked: io::Result<Vec<()>> = thread::scope(|scope| {
                let workers: Vec<_> = (0..WORKERS)
                    .map(|number| {
                        let seed = u64::from(round) << 8 | (number as u64 + 1);
                        let (bad, done) = (&bad, &done);
                        scope.spawn(move || work(address, bad, Chance(seed), end, done))
                    })
                    .collect();
                while Instant::now() < end {
                    bench.sample()?;
                    thread::sleep(Duration::from_millis(50));
                }
                let joined = workers.into_iter().map(ScopedJoinHandle::join);
                joined.map(|worked| worked.map_err(|_| io::Error::other("a worker panicked"))?).collect()
            });
            worked?;
            let status = bench.subject.settle(&before)?;
            if !status.is_back(&before) {
                bench.report.check(false, &format!("round {round}: {}", status.difference(&before)));
            }
            samples.push(status);
        }
        judge(bench, &samples, done.load(Ordering::SeqCst));
        Ok(())
    })
}

/// Its name, where it stands, and by how much it may grow.
type Figure = (&'static str, fn(&Status) -> u64, u64);

/// Compares the second quarter, when everything is as large as it gets, with the last.
fn judge(bench: &mut Bench, samples: &[Status], done: usize) {
    let quarter = samples.len() / 4;
    let (middle, end) = (&samples[quarter..2 * quarter], &samples[samples.len() - quarter..]);
    let median = |samples: &[Status], read: fn(&Status) -> u64| {
        let mut values: Vec<_> = samples.iter().map(read).collect();
        values.sort_unstable();
        values[values.len() / 2]
    };
    let figures: [Figure; 3] = [
        ("bytes on the heap", |status| status.heap, HEAP),
        ("bytes resident", |status| status.resident, RESIDENT),
        ("descriptors", |status| status.descriptors, 0),
    ];
    bench.report.note(&format!("{done} clients came and went"));
    for (name, read, allowed) in figures {
        let (middle, end) = (median(middle, read), median(end, read));
        bench.report.check(end <= middle + allowed, &format!("{name}: {middle} early on, {end} in the end"));
    }
}

/// One client after the other, each of another kind.
fn work(
    address: SocketAddr,
    bad: &[Bad],
    mut chance: Chance,
    end: Instant,
    done: &AtomicUsize,
) -> io::Result<()> {
    step_back();
    while Instant::now() < end {
        match chance.below(8) {
            0 | 1 => ordinary(address, chance.below(20) + 1)?,
            2 => bad[chance.below(bad.len())].send(address).map_err(io::Error::other)?,
            3 => large(address)?,
            4 => leave(Midst::Body, address, &mut chance)?,
            5 => leave(Midst::Call, address, &mut chance)?,
            6 => leave(Midst::Progress, address, &mut chance)?,
            _ => leave(Midst::Listen, address, &mut chance)?,
        }
        done.fetch_add(1, Ordering::SeqCst);
    }
    Ok(())
}

fn ordinary(address: SocketAddr, calls: usize) -> io::Result<()> {
    let mut peer = Peer::connect(address)?;
    for _ in 0..calls {
        peer.send(messages::echo("hello"))?;
        expect_ok(&mut peer)?;
    }
    Ok(())
}

fn large(address: SocketAddr) -> io::Result<()> {
    let mut peer = Peer::connect(address)?;
    peer.send(messages::echo(&"x".repeat(1_000_000)))?;
    expect_ok(&mut peer)
}

fn expect_ok(peer: &mut Peer) -> io::Result<()> {
    match peer.answer()? {
        200 => Ok(()),
        status => Err(io::Error::other(format!("a call was answered with {status}"))),
    }
}

/// Begins something and goes away.
fn leave(midst: Midst, address: SocketAddr, chance: &mut Chance) -> io::Result<()> {
    let peer = midst.begin(address)?;
    if chance.below(2) == 0 { peer.reset() } else { Ok(()) }
}

/// Numbers that look like chance and are the same each time (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}
