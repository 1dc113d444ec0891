//! SIGINT and SIGTERM.

use std::io::Read;

use rustix::process::Signal;

use crate::child::{Process, answered, call};

#[test]
fn the_first_signal_drains() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut process = Process::start();
        let (slow, idle) = (process.connect(), process.connect());
        call(&idle, "quick");
        assert_eq!(answered(&idle), "HTTP/1.1 200 OK");
        call(&slow, "slow");
        assert_eq!(process.line(), "slow");
        process.signal(signal);
        assert_eq!((&idle).read(&mut [0]).unwrap(), 0, "idle connections are closed");
        process.go_on();
        assert_eq!(answered(&slow), "HTTP/1.1 200 OK");
        assert_eq!(process.line(), "served");
        assert_eq!(process.finish(), (Some(0), None));
    }
}

#[test]
fn the_second_signal_ends_it_at_once() {
    for (second, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut process = Process::start();
        let (endless, idle) = (process.connect(), process.connect());
        call(&idle, "quick");
        assert_eq!(answered(&idle), "HTTP/1.1 200 OK");
        call(&endless, "endless");
        assert_eq!(process.line(), "endless");
        process.signal(Signal::TERM);
        assert_eq!((&idle).read(&mut [0]).unwrap(), 0);
        process.signal(second);
        assert_eq!(process.finish(), (Some(code), None));
    }
}

/// A tool that blocks the thread keeps the first signal from being noticed, not the second from acting.
#[test]
fn the_second_signal_needs_no_thread_of_ours() {
    let mut process = Process::start();
    let stream = process.connect();
    call(&stream, "block");
    assert_eq!(process.line(), "block");
    process.signal(Signal::TERM);
    process.signal(Signal::INT);
    let (code, signal) = process.finish();
    assert_eq!(signal, None);
    // Two signals that are pending at once come in any order.
    assert!(matches!(code, Some(130 | 143)), "{code:?}");
}

#[test]
fn afterwards_a_signal_does_what_it_did_before() {
    let mut process = Process::with("LINGER", "yes");
    // It serves only once it has taken the signals over.
    let stream = process.connect();
    call(&stream, "quick");
    assert_eq!(answered(&stream), "HTTP/1.1 200 OK");
    process.signal(Signal::TERM);
    assert_eq!(process.line(), "served");
    process.signal(Signal::TERM);
    assert_eq!(process.finish(), (None, Some(15)));
}
