//! Streams of every kind a process can be given.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::Stdio;

use rustix::fs::{OFlags, fcntl_getfl};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::child::{echo, fixture, text};

fn is_nonblocking(fd: impl AsFd) -> bool {
    fcntl_getfl(fd).unwrap().contains(OFlags::NONBLOCK)
}

#[test]
fn files() {
    let path = std::env::temp_dir().join(format!("snodo-stdio-{}", std::process::id()));
    std::fs::write(&path, echo(1).repeat(1000)).unwrap();
    let output = path.with_extension("out");
    let status = fixture(&[])
        .stdin(File::open(&path).unwrap())
        .stdout(File::create(&output).unwrap())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    let written = std::fs::read_to_string(&output).unwrap();
    std::fs::remove_file(path).unwrap();
    std::fs::remove_file(output).unwrap();
    assert_eq!((status.code(), written), (Some(0), text(1, "hi").repeat(1000)));
}

/// The other holders of a stream find it as they left it.
#[test]
fn pipes_are_put_back_into_blocking_mode() {
    let (stdin, mut input) = std::io::pipe().unwrap();
    let (output, stdout) = std::io::pipe().unwrap();
    let (shared_stdin, shared_stdout) = (stdin.try_clone().unwrap(), stdout.try_clone().unwrap());
    let mut child = fixture(&[]).stdin(stdin).stdout(stdout).stderr(Stdio::null()).spawn().unwrap();
    input.write_all(echo(1).as_bytes()).unwrap();
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).unwrap();
    assert_eq!(line, text(1, "hi"));
    assert!(is_nonblocking(&shared_stdin) && is_nonblocking(&shared_stdout));
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(!is_nonblocking(&shared_stdin) && !is_nonblocking(&shared_stdout));
}

#[test]
fn one_socket_for_both() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let shared = theirs.try_clone().unwrap();
    let (stdin, stdout) = (OwnedFd::from(theirs.try_clone().unwrap()), OwnedFd::from(theirs));
    let mut child = fixture(&[]).stdin(stdin).stdout(stdout).stderr(Stdio::null()).spawn().unwrap();
    (&ours).write_all(echo(1).as_bytes()).unwrap();
    let mut line = String::new();
    BufReader::new(&ours).read_line(&mut line).unwrap();
    assert_eq!(line, text(1, "hi"));
    assert!(is_nonblocking(&shared));
    ours.shutdown(Shutdown::Write).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(!is_nonblocking(&shared));
}

/// Non-blocking mode would make printing to standard error fail whenever the pipe is full.
#[test]
fn one_pipe_for_output_and_errors_stays_in_blocking_mode() {
    let (output, stdout) = std::io::pipe().unwrap();
    let (stderr, shared) = (stdout.try_clone().unwrap(), stdout.try_clone().unwrap());
    let mut command = fixture(&[]);
    let mut child = command.stdin(Stdio::piped()).stdout(stdout).stderr(stderr).spawn().unwrap();
    drop(command);
    child.stdin.as_mut().unwrap().write_all(echo(1).as_bytes()).unwrap();
    let mut output = BufReader::new(output);
    let mut line = String::new();
    while line != text(1, "hi") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    assert!(!is_nonblocking(&shared));
    drop(shared);
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_terminal() {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let terminal = OpenOptions::new().read(true).write(true).open(name).unwrap();
    let mut command = fixture(&[]);
    let mut child = command
        .stdin(terminal.try_clone().unwrap())
        .stdout(terminal.try_clone().unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(command);
    let mut master = File::from(master);
    master.write_all(echo(1).as_bytes()).unwrap();
    // What was typed comes back first, then the answer, with the line ends of a terminal.
    let expected = text(1, "hi").replace('\n', "\r\n");
    let mut seen = Vec::new();
    while !seen.ends_with(expected.as_bytes()) {
        let mut buffer = [0; 4096];
        let count = master.read(&mut buffer).unwrap();
        assert!(count > 0);
        seen.extend_from_slice(&buffer[..count]);
    }
    assert!(!is_nonblocking(&terminal));
    // Ctrl-D.
    master.write_all(b"\x04").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
