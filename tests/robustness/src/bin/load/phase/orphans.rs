//! Servers on standard streams whose client is killed: they end, and their handlers first.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use crate::bench::Scale;
use crate::messages;
use crate::peer::PATIENCE;
use crate::report::Report;
use crate::subject::{number, server};

/// So many live at a time.
const TOGETHER: usize = 10;

/// What is started before the client is killed: one call that is silent, one that has reported progress, and a
/// subscription.
const CALLS: u64 = 2;

pub(crate) fn run(report: &mut Report, scale: Scale) -> io::Result<()> {
    report.phase("killed clients of servers on standard streams");
    let (mut killed, mut ended, mut dropped, mut told) = (0, 0, 0, 0);
    while killed < scale.kills {
        let clients: Vec<_> =
            (0..TOGETHER.min(scale.kills - killed)).map(|_| start()).collect::<io::Result<_>>()?;
        killed += clients.len();
        let (said, heard) = mpsc::channel();
        for (mut client, errors) in clients {
            client.kill()?;
            client.wait()?;
            let said = said.clone();
            thread::spawn(move || said.send(last_words(errors)));
        }
        drop(said);
        // Nobody holds the other end of a server's standard error any more once it has ended.
        while let Ok(words) = heard.recv_timeout(PATIENCE) {
            let words = words?;
            ended += 1;
            dropped += number(&words, "dropped")?;
            told += number(&words, "told")?;
        }
    }
    report.check(ended == killed, &format!("{killed} clients were killed, {ended} servers ended"));
    let calls = killed as u64 * CALLS;
    report.check(
        (dropped, told) == (calls, calls),
        &format!("{calls} calls were running: {dropped} handlers were dropped, {told} contexts were told"),
    );
    Ok(())
}

/// A client that has begun, and its server's standard error.
fn start() -> io::Result<(Child, ChildStderr)> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("parent").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let errors = child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?).read_line(&mut line)?;
    if line == "begun\n" { Ok((child, errors)) } else { Err(io::Error::other("a client has not begun")) }
}

fn last_words(mut errors: ChildStderr) -> io::Result<String> {
    let mut words = String::new();
    errors.read_to_string(&mut words)?;
    Ok(words)
}

/// A client with a server of its own, in the middle of everything. It ends when it is killed, or when nobody holds
/// its standard input any more.
pub(crate) fn parent() -> io::Result<()> {
    let mut child = server()?.arg("stdio").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(mut calls), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    writeln!(calls, "{}", messages::call_message("1", "wait", "{}"))?;
    writeln!(calls, "{}", messages::call_message("2", "report", "{}"))?;
    writeln!(calls, "{}", messages::listen_message("3", "{\"toolsListChanged\":true}"))?;
    let (mut progress, mut acknowledged) = (false, false);
    let mut answers = BufReader::new(answers);
    while !(progress && acknowledged) {
        let mut line = String::new();
        if answers.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        progress |= line.contains("notifications/progress");
        acknowledged |= line.contains("acknowledged");
    }
    crate::wait_for_the_end("begun")
}
