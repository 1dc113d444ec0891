//! Running the program, within bounds.

use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// What a run should have come to.
pub(crate) fn ended(status: i32, stdout: &str, stderr: &str) -> Run {
    Run { status, stdout: stdout.into(), stderr: stderr.into() }
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snodo"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program without input.
pub(crate) fn snodo(arguments: &[&str]) -> Run {
    end(command(arguments).spawn().unwrap())
}

/// Runs the program with something to read.
pub(crate) fn snodo_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    end(child)
}

/// Waits for the end.
pub(crate) fn end(child: Child) -> Run {
    let pid = Pid::from_child(&child);
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = ended.recv_timeout(PATIENCE) else {
        kill_process(pid, Signal::KILL).unwrap();
        panic!("the program does not end");
    };
    let Output { status, stdout, stderr } = output.unwrap();
    Run {
        // As shells number it.
        status: status.code().unwrap_or_else(|| 128 + status.signal().unwrap()),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}
