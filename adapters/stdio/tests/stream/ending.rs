//! The end of the input, and other ends in good order.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use futures_lite::io::empty;

use crate::peer::{Peer, call, discover, later, text, unavailable};

const SHUTTING_DOWN: &str = "The server is shutting down";

#[test]
fn an_empty_input_ends_at_once() {
    let (output, writer) = piper::pipe(1);
    let mut peer = Peer::over(|executor| executor, |stdio| stdio, empty(), writer);
    assert!(peer.result().unwrap().is_ok());
    assert!(output.is_empty());
    assert_eq!(peer.clock.sleepers(), 0);
}

#[test]
fn admitted_requests_are_answered_before_the_end() {
    let mut peer = Peer::on(|executor| executor.max_running(1), |stdio| stdio);
    peer.send(discover("1") + &later("2", "a", 500) + &later("3", "b", 500));
    peer.send(call("4", "echo", r#"{"text":"hi"}"#));
    assert_eq!(peer.lines().len(), 1);
    peer.close();
    assert!(peer.is_serving());
    peer.advance(500);
    assert_eq!(peer.lines(), [text("2", "a")]);
    peer.advance(500);
    assert_eq!(peer.lines(), [text("3", "b"), text("4", "hi")]);
    assert!(peer.result().unwrap().is_ok());
    assert_eq!(peer.clock.sleepers(), 0);
}

#[test]
fn what_is_not_done_at_the_drain_limit_is_cancelled_and_told() {
    let mut peer = Peer::on(
        |executor| executor.max_running(1).max_queued(1),
        |stdio| stdio.drain(Duration::from_secs(2)),
    );
    // Running, queued, waiting for room, not even looked at.
    peer.send(later("1", "a", 60_000) + &later("2", "b", 1) + &later("3", "c", 1) + &later("4", "d", 1));
    peer.close();
    peer.advance(1999);
    assert_eq!(peer.lines(), [""; 0]);
    assert_eq!(peer.log.take(), ["start a"]);
    peer.advance(1);
    let mut lines = peer.lines();
    lines.sort_unstable();
    assert_eq!(lines, ["1", "2", "3", "4"].map(|id| unavailable(id, SHUTTING_DOWN, "shutting_down")));
    assert_eq!(peer.log.take(), ["gone a"]);
    assert!(peer.result().unwrap().is_ok());
    assert_eq!((peer.executor.stats().running, peer.executor.stats().queued), (0, 0));
    assert_eq!(peer.clock.sleepers(), 0);
}

/// The drain limit is the last word, however slowly the peer takes the answers.
#[test]
fn a_dripping_reader_does_not_put_off_the_end() {
    let (mut output, writer) = piper::pipe(1);
    let (reader, mut input) = piper::pipe(65_536);
    let drain = Duration::from_secs(2);
    let mut peer = Peer::over(|executor| executor, |stdio| stdio.drain(drain), reader, writer);
    assert!(input.try_fill(later("1", "a", 60_000).as_bytes()) > 0);
    drop(input);
    peer.settle();
    peer.advance(2000);
    for _ in 0..3 {
        assert!(peer.is_serving());
        assert_eq!(output.try_drain(&mut [0]), 1);
        peer.advance(500);
    }
    peer.advance(500);
    assert!(peer.result().unwrap().is_ok());
}

#[test]
fn a_shutdown_drains_like_the_end_of_the_input() {
    let asked = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&asked);
    let mut peer = Peer::with(|stdio| {
        stdio.shutdown_on(poll_fn(move |_| {
            if signal.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
        }))
    });
    peer.send(later("1", "a", 500));
    peer.send(b"{\"half\":");
    asked.store(true, Ordering::SeqCst);
    // The test's signal wakes nobody; the next byte does, and is not read any more.
    peer.send(b"x");
    assert!(peer.is_serving());
    peer.advance(500);
    assert_eq!(peer.lines(), [text("1", "a")]);
    assert!(peer.result().unwrap().is_ok());
}
