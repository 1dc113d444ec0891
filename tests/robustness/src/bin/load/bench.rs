//! What every phase over HTTP has in common: before it all is counted, after it all has to be back.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use crate::ordinary::Ordinary;
use crate::report::{Report, Row};
use crate::subject::{Status, Subject};

/// The ordinary client's median may be this, whatever it was without load.
const FAST: Duration = Duration::from_millis(1);
/// What tables that have grown with the first thousand peers may keep of it.
const TABLES: u64 = 256 * 1024;
/// After a second the server gives empty buffers back.
const REST: Duration = Duration::from_millis(1_500);

pub(crate) struct Bench {
    pub(crate) subject: Subject,
    pub(crate) report: Report,
    pub(crate) scale: Scale,
    ordinary: Ordinary,
    quiet: Duration,
    /// The most that was on the heap in this phase.
    most: u64,
}

/// How much there is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) name: &'static str,
    pub(crate) judges_times: bool,
    /// Peers at a time.
    pub(crate) peers: usize,
    pub(crate) kills: usize,
    pub(crate) quiet: Duration,
    pub(crate) flood: Duration,
    pub(crate) mixed: Duration,
    /// The server's deadline for heads and bodies.
    pub(crate) arrival: Duration,
    /// The server's deadline for peers that take nothing.
    pub(crate) write: Duration,
    pub(crate) idle: Duration,
}

impl Bench {
    pub(crate) fn start(scale: Scale, report: Report) -> io::Result<Bench> {
        let subject = Subject::start(scale.name)?;
        let ordinary = Ordinary::start(subject.address)?;
        thread::sleep(scale.quiet);
        let mut seen = ordinary.take();
        let quiet = seen.median().ok_or_else(|| io::Error::other("the ordinary client got no answer"))?;
        report.phase("quiet");
        report.note(&format!("ordinary calls: {}, median {} µs", seen.calls(), quiet.as_micros()));
        Ok(Bench { subject, report, scale, ordinary, quiet, most: 0 })
    }

    /// The server's status; what it has on the heap counts as this phase's.
    pub(crate) fn sample(&mut self) -> io::Result<Status> {
        let status = self.subject.status()?;
        self.most = self.most.max(status.heap);
        Ok(status)
    }

    /// Runs a phase with so many peers, each of which may make the heap grow by `allowed` bytes.
    pub(crate) fn phase(
        &mut self,
        name: &'static str,
        peers: usize,
        allowed: u64,
        run: impl FnOnce(&mut Bench) -> io::Result<()>,
    ) -> io::Result<()> {
        self.report.phase(name);
        let before = self.subject.status()?;
        self.most = before.heap;
        drop(self.ordinary.take());
        let start = Instant::now();
        run(self)?;
        let took = start.elapsed();
        let mut seen = self.ordinary.take();
        let (median, longest) =
            (seen.median().unwrap_or(Duration::MAX), seen.longest().unwrap_or(Duration::MAX));
        let after = self.subject.settle(&before)?;
        let (most, allowed) = (self.most - before.heap, peers as u64 * allowed);
        let report = &mut self.report;
        if let Some(failure) = seen.failure() {
            report.check(false, &format!("the ordinary client: {failure}"));
        }
        let limit = FAST.max(self.quiet * 2);
        report.check_time(
            median <= limit,
            &format!(
                "{} ordinary calls: median {} µs, quiet {}",
                seen.calls(),
                median.as_micros(),
                self.quiet.as_micros()
            ),
        );
        report.check(most <= allowed, &format!("at most {most} bytes more on the heap, {allowed} allowed"));
        report.check(after.is_back(&before), &format!("all is back: {}", after.difference(&before)));
        let left = after.heap.cast_signed() - before.heap.cast_signed();
        report.check(left <= TABLES.cast_signed(), &format!("{left} bytes are left on the heap"));
        report.row(Row { phase: name, peers, median, longest, heap: most, allowed, left, took });
        Ok(())
    }

    /// The status once the peers that are `open` have been silent so long that their buffers are gone.
    pub(crate) fn rested(&mut self, peers: usize, open: impl Fn(&Status) -> u64) -> io::Result<Status> {
        self.sample()?;
        thread::sleep(REST);
        let status = self.sample()?;
        match open(&status) {
            count if count == peers as u64 => Ok(status),
            count => Err(io::Error::other(format!("{count} of {peers} are open"))),
        }
    }

    pub(crate) fn end(self) -> Report {
        self.report
    }
}
