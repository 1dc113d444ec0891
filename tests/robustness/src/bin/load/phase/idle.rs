//! Connections that lie idle after an answer.

use std::io;
use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::messages;
use crate::peer::Peer;

/// What an idle connection may take, everything of the server's own included.
pub(crate) const IDLE: u64 = 4 * 1024;
/// What a connection has in its hands while it is not idle: a call and its answer.
const BUSY: u64 = 16 * 1024;

pub(crate) fn run(bench: &mut Bench) -> io::Result<()> {
    let count = bench.scale.peers;
    bench.phase("idle connections", count, IDLE + BUSY, |bench| {
        let before = bench.sample()?;
        let mut peers = Vec::new();
        for _ in 0..count {
            let mut peer = Peer::connect(bench.subject.address)?;
            peer.send(messages::echo("hello"))?;
            if peer.answer()? != 200 {
                return Err(io::Error::other("a call was refused"));
            }
            peers.push(peer);
        }
        let open = bench.rested(count, |status| status.tasks - before.tasks)?;
        let share = open.heap.saturating_sub(before.heap) / count as u64;
        let resident = open.resident.saturating_sub(before.resident) / count as u64;
        bench.report.note(&format!("{resident} bytes resident for each"));
        bench.report.check(share <= IDLE, &format!("{share} bytes on the heap for each, {IDLE} allowed"));
        let deadline = Instant::now() + bench.scale.idle + Duration::from_secs(10);
        let closed = peers.iter_mut().filter_map(|peer| peer.closed_by(deadline).then_some(())).count();
        bench.report.check(closed == count, &format!("{closed} of {count} were closed by the server"));
        Ok(())
    })
}
