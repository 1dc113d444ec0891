//! Deadlines of requests, and settings that make no sense.

use std::time::Duration;

use crate::peer::{Peer, later, text, unavailable};

#[test]
fn a_request_has_thirty_seconds() {
    let mut peer = Peer::new();
    peer.send(later("1", "a", 30_001) + &later("2", "b", 29_999));
    peer.advance(29_999);
    assert_eq!(peer.lines(), [text("2", "b")]);
    peer.advance(1);
    assert_eq!(peer.lines(), [unavailable("1", "The request took too long", "timeout")]);
    assert_eq!(peer.log.take(), ["start a", "start b", "end b", "gone b", "gone a"]);
}

#[test]
fn the_request_timeout_can_be_set_and_covers_the_queue() {
    let mut peer = Peer::on(
        |executor| executor.max_running(1),
        |stdio| stdio.request_timeout(Some(Duration::from_millis(100))),
    );
    peer.send(later("1", "a", 70) + &later("2", "b", 70));
    peer.advance(70);
    assert_eq!(peer.lines(), [text("1", "a")]);
    peer.advance(30);
    assert_eq!(peer.lines(), [unavailable("2", "The request took too long", "timeout")]);
}

#[test]
fn the_request_timeout_can_be_off() {
    let mut peer = Peer::with(|stdio| stdio.request_timeout(None));
    peer.send(later("1", "a", 3_600_000));
    peer.advance(3_599_999);
    assert_eq!(peer.lines(), [""; 0]);
    peer.advance(1);
    assert_eq!(peer.lines(), [text("1", "a")]);
}

#[test]
fn zero_is_refused() {
    let zero = Duration::ZERO;
    let errors = [
        Peer::with(|stdio| stdio.max_line(0)).result(),
        Peer::with(|stdio| stdio.write_timeout(Some(zero))).result(),
        Peer::with(|stdio| stdio.drain(zero)).result(),
        Peer::with(|stdio| stdio.request_timeout(Some(zero))).result(),
    ];
    let names = ["maximum line", "write timeout", "drain limit", "request timeout"];
    for (error, name) in errors.into_iter().zip(names) {
        let error = error.unwrap().unwrap_err();
        assert!(error.is_setting());
        assert_eq!(error.to_string(), format!("the {name} is zero"));
    }
}
