//! What was checked and measured, as lines while it goes on and as a table in the end.

use std::io::{self, Write};
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Report {
    /// What takes too long has failed.
    judges_times: bool,
    passed: usize,
    failed: usize,
    rows: Vec<Row>,
}

/// A phase, in figures.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) phase: &'static str,
    pub(crate) peers: usize,
    pub(crate) median: Duration,
    pub(crate) longest: Duration,
    pub(crate) heap: u64,
    pub(crate) allowed: u64,
    pub(crate) left: i64,
    pub(crate) took: Duration,
}

impl Report {
    pub(crate) fn new(judges_times: bool) -> Report {
        Report { judges_times, passed: 0, failed: 0, rows: Vec::new() }
    }

    pub(crate) fn phase(&self, name: &str) {
        say(&format!("\n== {name}"));
    }

    pub(crate) fn check(&mut self, holds: bool, what: &str) {
        if holds {
            self.passed += 1;
            say(&format!("  ok      {what}"));
        } else {
            self.failed += 1;
            say(&format!("  FAILED  {what}"));
        }
    }

    /// A check of how long something took. On a machine that is slow or shared it says little, so it is judged only
    /// where that was asked for.
    pub(crate) fn check_time(&mut self, holds: bool, what: &str) {
        if holds || self.judges_times {
            self.check(holds, what);
        } else {
            say(&format!("  slow    {what}"));
        }
    }

    /// What is told and not judged.
    pub(crate) fn note(&self, what: &str) {
        say(&format!("          {what}"));
    }

    pub(crate) fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Whether everything held.
    pub(crate) fn end(&self) -> bool {
        say("\n| phase | peers | median | longest | most on the heap | allowed | left | took |");
        say("|---|---|---|---|---|---|---|---|");
        for row in &self.rows {
            say(&format!(
                "| {} | {} | {} µs | {:.1} ms | {} KiB | {} KiB | {} KiB | {:.1} s |",
                row.phase,
                row.peers,
                row.median.as_micros(),
                row.longest.as_secs_f64() * 1e3,
                row.heap / 1024,
                row.allowed / 1024,
                row.left / 1024,
                row.took.as_secs_f64()
            ));
        }
        say(&format!("\n{} passed, {} failed", self.passed, self.failed));
        self.failed == 0
    }
}

/// To standard output, or nowhere once nobody reads that.
fn say(line: &str) {
    drop(writeln!(io::stdout(), "{line}"));
}
