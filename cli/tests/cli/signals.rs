//! Interruption.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};

use crate::files::folder;
use crate::program::{command, end, ended};

#[test]
fn a_signal_cancels_the_call_and_ends_the_server() {
    for (name, signal, status) in [("interrupted", Signal::INT, 130), ("terminated", Signal::TERM, 143)] {
        let log = folder(name).join("log");
        // It says that it has got the request, and then writes down all that comes up to the end.
        let script = format!("read -r line; echo ready >&2; cat >'{}'", log.display());
        let mut child = command(&["call", "x", "-v", "--", "sh", "-c", &script]).spawn().unwrap();
        let mut line = String::new();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        stderr.read_line(&mut line).unwrap();
        assert_eq!(line, "server: ready\n");
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(end(child), ended(status, "", ""));
        let cancelled = fs::read_to_string(log).unwrap();
        assert!(
            cancelled.starts_with(
                r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1"#
            ) && cancelled.lines().count() == 1,
            "{cancelled:?}"
        );
    }
}

#[test]
fn before_there_is_a_connection_a_signal_ends_it_at_once() {
    let call = ["call", "x", "--args", "@-", "http://127.0.0.1:1/mcp"];
    let mut child = command(&call).stdin(Stdio::piped()).spawn().unwrap();
    // More than a pipe holds: it is being read when this is through.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&[b' '; 256 * 1024]).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(end(child), ended(130, "", ""));
    drop(stdin);
}
