//! The load: `robustness-load quick|full [PHASE…]`, by `tests/robustness/run`.
//!
//! Phases come one after the other, each bounded in time. Standard output tells what was checked, and ends with a table
//! of figures and the totals; the exit status is 0 when every check passed. `robustness-load client …` and
//! `robustness-load parent` are clients that it starts to kill them.

mod bench;
mod messages;
mod ordinary;
mod peer;
mod phase;
mod report;
mod subject;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use crate::bench::{Bench, Scale};
use crate::phase::{flood, idle, kills, lines, listen, mixed, orphans, slow};
use crate::report::Report;

const QUICK: Scale = Scale {
    name: "quick",
    judges_times: false,
    peers: 1_000,
    kills: 100,
    quiet: Duration::from_secs(1),
    flood: Duration::from_secs(3),
    mixed: Duration::from_secs(10),
    arrival: Duration::from_secs(2),
    write: Duration::from_secs(2),
    idle: Duration::from_secs(3),
};

const FULL: Scale = Scale {
    name: "full",
    judges_times: true,
    peers: 1_000,
    kills: 1_000,
    quiet: Duration::from_secs(5),
    flood: Duration::from_secs(30),
    mixed: Duration::from_secs(600),
    arrival: Duration::from_secs(10),
    write: Duration::from_secs(5),
    idle: Duration::from_secs(60),
};

type Phase = (&'static str, fn(&mut Bench) -> io::Result<()>);

/// The two that measure memory are the first, so that no table has grown before them.
const PHASES: [Phase; 7] = [
    ("idle", idle::run),
    ("listen", listen::run),
    ("heads", slow::heads),
    ("bodies", slow::bodies),
    ("flood", flood::run),
    ("kills", kills::run),
    ("mixed", mixed::run),
];

/// Over standard streams, where each has servers of its own.
const STDIO: [fn(&mut Report, Scale) -> io::Result<()>; 3] =
    [orphans::run, lines::flood, |report, _| lines::unread(report)];

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["client", address, midst] => kills::client(address, midst).map(|()| true),
        ["parent"] => orphans::parent().map(|()| true),
        ["quick", ref phases @ ..] => run(QUICK, phases),
        ["full", ref phases @ ..] => run(FULL, phases),
        _ => Err(io::Error::other("usage: robustness-load quick|full [PHASE…]")),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            drop(writeln!(io::stderr(), "{error}"));
            ExitCode::FAILURE
        }
    }
}

/// Runs the phases that were asked for, or all. Says whether every check passed.
fn run(scale: Scale, asked: &[&str]) -> io::Result<bool> {
    let wanted = |name: &str| asked.is_empty() || asked.contains(&name);
    let mut report = Report::new(scale.judges_times);
    if PHASES.iter().any(|(name, _)| wanted(name)) {
        let mut bench = Bench::start(scale, report)?;
        for (_, phase) in PHASES.iter().filter(|(name, _)| wanted(name)) {
            if let Err(error) = phase(&mut bench) {
                bench.report.check(false, &format!("it ended early: {error}"));
            }
        }
        report = bench.end();
    }
    if wanted("stdio") {
        for phase in STDIO {
            if let Err(error) = phase(&mut report, scale) {
                report.check(false, &format!("it ended early: {error}"));
            }
        }
    }
    Ok(report.end())
}

/// Says a word, and waits until nobody holds standard input any more.
fn wait_for_the_end(word: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{word}")?;
    io::copy(&mut io::stdin(), &mut io::sink()).map(drop)
}
