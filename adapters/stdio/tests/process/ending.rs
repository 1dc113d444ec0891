//! How the process ends, and with what status.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::process::Stdio;

use crate::child::{Fixture, call, echo, fixture, text};

#[test]
fn no_input_at_all_is_success() {
    let output = fixture(&[]).stdin(Stdio::null()).output().unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b""[..]));
}

#[test]
fn everything_admitted_is_answered_after_the_end_of_the_input() {
    let mut fixture = Fixture::start(&[]);
    fixture.send(&(call(1, "slow", r#"{"ms":50}"#) + echo(2).trim_end()));
    let (code, _, out, _) = fixture.finish();
    assert_eq!((code, out), (Some(0), text(2, "hi") + &text(1, "done")));
}

#[test]
fn a_client_that_is_gone_is_an_error() {
    let mut fixture = Fixture::start(&[]);
    fixture.send(&echo(1));
    assert_eq!(fixture.line(), text(1, "hi"));
    fixture.stdout = None;
    fixture.send(&echo(2));
    fixture.await_stderr("Error:");
    let (code, _, _, _) = fixture.finish();
    assert_eq!(code, Some(1));
}

#[test]
fn a_client_that_does_not_read_is_an_error() {
    let mut fixture = Fixture::start(&["--write-timeout", "20"]);
    fixture.send(&call(1, "big", r#"{"bytes":1048576}"#));
    fixture.await_stderr("WriteTimeout");
    let (code, _, _, _) = fixture.finish();
    assert_eq!(code, Some(1));
}

#[test]
fn an_output_that_takes_nothing_is_an_error() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = fixture(&[]).stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(echo(1).as_bytes()).unwrap();
    // The input stays open: it is the error that ends it.
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(errors.contains("Write(") && errors.contains("StorageFull"), "{errors}");
}

#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    let directory = File::open("/").unwrap();
    let output = fixture(&[]).stdin(directory).output().unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("Read(") && errors.contains("IsADirectory"), "{errors}");
}

#[test]
fn a_panic_in_a_tool_is_not_the_end() {
    let mut fixture = Fixture::start(&[]);
    fixture.send(&call(1, "boom", r#"{"text":"secret"}"#));
    let line = fixture.line();
    assert!(line.starts_with(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"#), "{line}");
    assert!(!line.contains("secret"), "{line}");
    fixture.send(&echo(2));
    assert_eq!(fixture.line(), text(2, "hi"));
    assert_eq!(fixture.finish().0, Some(0));
}

/// Requests go in while answers come out, far more than pipes and buffers hold.
#[test]
fn a_client_may_write_and_read_at_the_same_time() {
    let mut fixture = Fixture::start(&[]);
    let mut stdin = fixture.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        for id in 0..20_000 {
            stdin.write_all(echo(id).as_bytes()).unwrap();
        }
    });
    for id in 0..20_000 {
        assert_eq!(fixture.line(), text(id, "hi"));
    }
    writer.join().unwrap();
    assert_eq!(fixture.finish().0, Some(0));
}
