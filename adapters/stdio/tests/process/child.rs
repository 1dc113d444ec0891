//! The fixture as a child process, and what is said to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

pub(crate) const META: &str = concat!(
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}"#
);

pub(crate) fn call(id: u32, tool: &str, arguments: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\
         \"arguments\":{arguments},{META}}}}}\n"
    )
}

pub(crate) fn echo(id: u32) -> String {
    call(id, "echo", r#"{"text":"hi"}"#)
}

/// The line that answers a call with one text.
pub(crate) fn text(id: u32, text: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\
         \"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\
         \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"fixture\",\"version\":\"1\"}}}}}}}}\n"
    )
}

pub(crate) fn fixture(arguments: &[&str]) -> Command {
    // target/debug/deps/process-… stands beside target/debug/examples.
    let mut path: PathBuf = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("examples/stdio_fixture");
    assert!(path.exists(), "build it first: cargo build -p snodo-stdio --example stdio_fixture");
    let mut command = Command::new(path);
    command.args(arguments);
    command
}

pub(crate) struct Fixture {
    child: Child,
    pub(crate) stdin: Option<ChildStdin>,
    pub(crate) stdout: Option<BufReader<ChildStdout>>,
    pub(crate) stderr: BufReader<ChildStderr>,
}

impl Fixture {
    /// On three pipes.
    pub(crate) fn start(arguments: &[&str]) -> Fixture {
        let mut command = fixture(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Fixture {
            stdin: child.stdin.take(),
            stdout: child.stdout.take().map(BufReader::new),
            stderr: BufReader::new(child.stderr.take().unwrap()),
            child,
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.stdin.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }

    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.as_mut().unwrap().read_line(&mut line).unwrap();
        line
    }

    /// Waits until standard error says this.
    pub(crate) fn await_stderr(&mut self, text: &str) {
        let mut line = String::new();
        while !line.contains(text) {
            line.clear();
            assert!(self.stderr.read_line(&mut line).unwrap() > 0, "it never says {text}");
        }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// What the kernel says about the process.
    pub(crate) fn status(&self, field: &str) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(field)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Closes its input and gives exit code, signal, and the rest of both outputs.
    pub(crate) fn finish(mut self) -> (Option<i32>, Option<i32>, String, String) {
        self.stdin = None;
        let (mut out, mut err) = (String::new(), String::new());
        if let Some(mut stdout) = self.stdout.take() {
            stdout.read_to_string(&mut out).unwrap();
        }
        self.stderr.read_to_string(&mut err).unwrap();
        let status = self.child.wait().unwrap();
        (status.code(), status.signal(), out, err)
    }
}
