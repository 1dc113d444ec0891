//! A server on standard streams: lines that make no sense, and a client that stops reading.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::bench::Scale;
use crate::messages;
use crate::report::Report;
use crate::subject::{resident, server};

/// What may come on top of a server that has just started: the longest line twice while it grows, 64 KiB of output in
/// a buffer that doubles, and what the allocator keeps in between.
const ALLOWED: u64 = 8 * 1024 * 1024;
/// What 512 calls with 64 KiB each, which is as many as run and wait, and their answers may take.
const ADMITTED: u64 = 2 * 512 * 64 * 1024;
/// The server's patience with a client that takes nothing.
const WRITE: Duration = Duration::from_secs(5);

pub(crate) fn flood(report: &mut Report, scale: Scale) -> io::Result<()> {
    report.phase("bad lines on standard streams");
    let (mut child, input, output) = start()?;
    let writer = thread::spawn(move || write(input, scale.flood));
    let (mut errors, mut echoes, mut most, mut first) = (0_u64, 0_u64, 0, None);
    for line in BufReader::new(output).lines() {
        let line = line?;
        if line.contains("\"error\":{\"code\":-32") {
            errors += 1;
        } else if line.contains("\"text\":\"hello\"") {
            echoes += 1;
        }
        if (errors + echoes) % 512 == 1 {
            // The last answer may come from a process that has ended already.
            let now = resident(child.id()).unwrap_or_default();
            most = most.max(now);
            first.get_or_insert(now);
        }
    }
    let (bad, good) = writer.join().map_err(|_| io::Error::other("the writer panicked"))??;
    let status = child.wait()?;
    report.check(errors == bad, &format!("{bad} bad lines, {errors} errors"));
    report.check(echoes == good, &format!("{good} calls between them, {echoes} answers"));
    let grown = most.saturating_sub(first.unwrap_or_default());
    report.check(
        grown <= ALLOWED,
        &format!("{grown} bytes more resident than at the first line, {ALLOWED} allowed"),
    );
    report.check(status.success(), &format!("the server's end: {status}"));
    Ok(())
}

/// Bad lines of all kinds and calls in between, and how many there were of each.
fn write(input: ChildStdin, time: Duration) -> io::Result<(u64, u64)> {
    let bad = [
        "{\"jsonrpc\":".to_owned(),
        "no JSON".to_owned(),
        "\u{0}\u{1}\u{80}".to_owned(),
        "42".to_owned(),
        "[]".to_owned(),
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"tools/call\"}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}".to_owned(),
        format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)),
        messages::call_message("1", "nothing", "{}"),
        messages::call_message("1", "echo", "{\"text\":7}").replace("\"method\"", "\"Method\""),
    ];
    let long = "x".repeat(3_000_000);
    let echo = messages::call_message("1", "echo", "{\"text\":\"hello\"}");
    let (mut input, end) = (BufWriter::new(input), Instant::now() + time);
    let (mut sent, mut good) = (0, 0);
    while Instant::now() < end {
        for round in 0..64 {
            for line in &bad {
                writeln!(input, "{line}")?;
                sent += 1;
            }
            if round == 0 {
                writeln!(input, "{long}")?;
                sent += 1;
            }
            writeln!(input, "{echo}")?;
            good += 1;
        }
    }
    input.flush()?;
    Ok((sent, good))
}

/// A client that calls and reads nothing: the server gives up on it, with an error.
pub(crate) fn unread(report: &mut Report) -> io::Result<()> {
    report.phase("a client that does not read standard output");
    let (mut child, mut input, _output) = start()?;
    let first = resident(child.id())?;
    let call = messages::call_message("1", "echo", &format!("{{\"text\":\"{}\"}}", "x".repeat(64_000)));
    // Until the server does not read any more, because it cannot write: then this blocks until it has ended.
    let writer = thread::spawn(move || while writeln!(input, "{call}").is_ok() {});
    let (start, mut most) = (Instant::now(), 0);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        most = most.max(resident(child.id()).unwrap_or_default());
        if start.elapsed() > WRITE + Duration::from_secs(10) {
            child.kill()?;
            child.wait()?;
            break None;
        }
        thread::sleep(Duration::from_millis(10));
    };
    drop(writer.join());
    let took = start.elapsed();
    report.check(
        status.is_some_and(|status| status.code() == Some(1)),
        &format!("the server gave up after {took:.1?}: {status:?}"),
    );
    let (grown, allowed) = (most.saturating_sub(first), ALLOWED + ADMITTED);
    report.check(
        grown <= allowed,
        &format!("{grown} bytes more resident than at the start, {allowed} allowed"),
    );
    Ok(())
}

fn start() -> io::Result<(Child, ChildStdin, ChildStdout)> {
    let mut child =
        server()?.arg("stdio").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    match (child.stdin.take(), child.stdout.take()) {
        (Some(input), Some(output)) => Ok((child, input, output)),
        _ => Err(io::ErrorKind::BrokenPipe.into()),
    }
}
