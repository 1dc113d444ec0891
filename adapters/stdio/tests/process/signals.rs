//! SIGINT and SIGTERM.

use rustix::process::Signal;

use crate::child::{Fixture, call, echo, text};

#[test]
fn the_first_signal_drains() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut fixture = Fixture::start(&[]);
        fixture.send(&(call(1, "slow", r#"{"ms":100}"#) + &echo(2)));
        assert_eq!(fixture.line(), text(2, "hi"));
        fixture.signal(signal);
        assert_eq!(fixture.line(), text(1, "done"));
        fixture.await_stderr("served");
        assert_eq!(fixture.finish(), (Some(0), None, String::new(), String::new()));
    }
}

#[test]
fn the_second_signal_ends_it_at_once() {
    for (second, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut fixture = Fixture::start(&[]);
        fixture.send(&(call(1, "slow", r#"{"ms":60000}"#) + &echo(2)));
        assert_eq!(fixture.line(), text(2, "hi"));
        fixture.signal(Signal::TERM);
        fixture.await_stderr("draining");
        fixture.signal(second);
        let stdin = fixture.stdin.take();
        let (exit, signal, out, _) = fixture.finish();
        assert_eq!((exit, signal, &*out), (Some(code), None, ""));
        drop(stdin);
    }
}

/// A tool that blocks the thread keeps the first signal from being noticed, not the second from acting.
#[test]
fn the_second_signal_needs_no_thread_of_ours() {
    let mut fixture = Fixture::start(&[]);
    fixture.send(&call(1, "block", r#"{"ms":600000}"#));
    fixture.await_stderr("blocking");
    while fixture.is_running() {
        fixture.signal(Signal::TERM);
    }
    let (code, signal, _, _) = fixture.finish();
    assert_eq!((code, signal), (Some(143), None));
}

#[test]
fn afterwards_a_signal_does_what_it_did_before() {
    let mut fixture = Fixture::start(&["--linger"]);
    fixture.stdin = None;
    fixture.await_stderr("served");
    fixture.signal(Signal::TERM);
    let (code, signal, _, _) = fixture.finish();
    assert_eq!((code, signal), (None, Some(15)));
}
