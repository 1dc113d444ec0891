//! Standard output is for the protocol alone.

use crate::child::{Fixture, call, echo, text};

#[test]
fn what_a_tool_prints_goes_to_standard_error() {
    let mut fixture = Fixture::start(&[]);
    fixture.send(&call(1, "print", r#"{"text":"hello there"}"#));
    assert_eq!(fixture.line(), text(1, "printed"));
    let (code, _, out, err) = fixture.finish();
    assert_eq!((code, &*out), (Some(0), ""));
    assert!(err.contains("hello there\n") && err.contains("and half a line"), "{err}");
}

#[test]
fn without_isolation_it_does_not() {
    let mut fixture = Fixture::start(&["--no-isolation"]);
    fixture.send(&call(1, "print", r#"{"text":"hello there"}"#));
    let (code, _, out, err) = fixture.finish();
    assert_eq!(code, Some(0));
    assert!(out.contains("hello there\n") && !err.contains("hello there"), "{out} {err}");
}

#[test]
fn what_a_tool_logs_goes_to_standard_error() {
    let fixture = Fixture::start(&[]);
    let (code, _, out, err) = fixture.finish();
    assert_eq!((code, &*out), (Some(0), ""));
    assert!(err.contains("snodo::stdio: no more input: draining\n"), "{err}");
}

#[test]
fn a_child_process_of_a_tool_cannot_eat_the_input() {
    let mut fixture = Fixture::start(&[]);
    fixture.send(&(call(1, "child", "{}") + &echo(2)));
    assert_eq!(fixture.line(), text(1, "exit status: 0, 0 bytes read"));
    assert_eq!(fixture.line(), text(2, "hi"));
    assert_eq!(fixture.finish().0, Some(0));
}
