//! Commands on standard input: `status`, `tools` and `long` (events for all who listen), each answered with a line.

use std::io::{self, BufRead, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use snodo::Hub;
use snodo::executor::Executor;
use stats_alloc::Stats;

use crate::counts::Counts;
use crate::runtime::Runtime;
use crate::{HEAP, tools};

pub(crate) struct Console {
    address: SocketAddr,
    counts: Arc<Counts>,
    hub: Hub,
    executor: Executor,
    runtime: Runtime,
}

impl Console {
    pub(crate) fn new(
        address: SocketAddr,
        counts: Arc<Counts>,
        hub: Hub,
        executor: Executor,
        runtime: Runtime,
    ) -> Console {
        Console { address, counts, hub, executor, runtime }
    }

    /// Until the input ends.
    pub(crate) fn run(&self) -> io::Result<()> {
        let mut out = io::stdout();
        writeln!(out, "{}", self.address)?;
        let uri = tools::uri();
        for command in io::stdin().lock().lines() {
            match command?.as_str() {
                "status" => writeln!(out, "{}", self.status())?,
                "tools" => writeln!(out, "matched={}", self.hub.tools_changed().matched)?,
                "long" => {
                    let published = self.hub.resource_updated(&uri).map_err(io::Error::other)?;
                    writeln!(out, "matched={} merged={}", published.matched, published.merged)?;
                }
                unknown => return Err(io::Error::other(format!("no command: {unknown}"))),
            }
        }
        Ok(())
    }

    fn status(&self) -> String {
        let stats = self.executor.stats();
        format!(
            "heap={} tasks={} running={} queued={} subscriptions={} listeners={} cancelled={} {}",
            in_use(HEAP.stats()),
            self.runtime.tasks(),
            stats.running,
            stats.queued,
            stats.subscriptions,
            self.hub.stats().subscriptions + self.hub.stats().closing,
            stats.cancelled,
            self.counts.line()
        )
    }
}

/// The bytes that are allocated now.
fn in_use(stats: Stats) -> usize {
    stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
}
