//! More work than there is room for.

use crate::peer::{Peer, call, cancel, later, text, unavailable};
use snodo_stdio::WhenFull;

fn small(peer: fn(snodo_stdio::Stdio) -> snodo_stdio::Stdio) -> Peer {
    Peer::on(|executor| executor.max_running(1).max_queued(1), peer)
}

#[test]
fn reading_pauses_and_every_request_is_answered_in_turn() {
    let mut peer = small(|stdio| stdio);
    let input: String = (0..10).map(|n| later(&n.to_string(), "x", 10)).collect();
    peer.send(input);
    assert_eq!((peer.executor.stats().running, peer.executor.stats().queued), (1, 1));
    for n in 0..10 {
        assert_eq!(peer.lines(), [""; 0]);
        peer.advance(10);
        assert_eq!(peer.lines(), [text(&n.to_string(), "x")]);
    }
}

#[test]
fn while_paused_only_one_line_more_is_read_ahead() {
    let mut peer = small(|stdio| stdio.max_line(1000));
    peer.send(later("1", "a", 10) + &later("2", "b", 10) + &later("3", "c", 10));
    // The buffer of one line, and the pipe behind it.
    let input = call("4", "echo", r#"{"text":"hi"}"#).repeat(1000);
    let taken = peer.offer(input.as_bytes());
    assert!(taken <= 65_536 + 1001, "{taken}");
    assert!(taken < input.len());
}

#[test]
fn cancellations_that_were_read_ahead_act_at_once() {
    let mut peer = small(|stdio| stdio);
    peer.send(later("1", "a", 60_000) + &later("2", "b", 10) + &later("3", "c", 10));
    peer.send(call("4", "echo", r#"{"text":"hi"}"#));
    assert_eq!(peer.log.take(), ["start a"]);
    // The queued one; its place goes to the one that waited, and reading goes on.
    peer.send(cancel("2"));
    assert_eq!((peer.executor.stats().running, peer.executor.stats().queued), (1, 1));
    assert_eq!(peer.lines(), [""; 0]);
    // The running one.
    peer.send(cancel("1"));
    assert_eq!(peer.log.take(), ["gone a", "start c"]);
    peer.advance(10);
    assert_eq!(peer.lines(), [text("3", "c"), text("4", "hi")]);
}

#[test]
fn the_request_that_waits_can_be_cancelled_itself() {
    let mut peer = small(|stdio| stdio);
    peer.send(later("1", "a", 100) + &later("2", "b", 100) + &later("3", "c", 100) + &later("4", "d", 100));
    peer.send(cancel("3"));
    for _ in 0..3 {
        peer.advance(100);
    }
    assert_eq!(peer.lines(), [text("1", "a"), text("2", "b"), text("4", "d")]);
    peer.close();
    assert!(peer.result().unwrap().is_ok());
}

#[test]
fn a_cancellation_does_not_hit_a_later_request_of_the_same_id() {
    let mut peer = small(|stdio| stdio);
    peer.send(later("1", "a", 100) + &later("2", "b", 100) + &later("3", "c", 100));
    peer.send(cancel("2") + &later("2", "again", 100));
    for _ in 0..3 {
        peer.advance(100);
    }
    assert_eq!(peer.lines(), [text("1", "a"), text("3", "c"), text("2", "again")]);
}

#[test]
fn refusing_is_a_setting() {
    let mut peer = small(|stdio| stdio.when_full(WhenFull::Refuse));
    peer.send(later("1", "a", 10) + &later("2", "b", 10) + &later("3", "c", 10));
    let busy = unavailable("3", "The server is busy: try again later", "overloaded");
    assert_eq!(peer.lines(), [busy]);
    peer.advance(10);
    peer.advance(10);
    assert_eq!(peer.lines(), [text("1", "a"), text("2", "b")]);
}

#[test]
fn eighty_thousand_pipelined_calls_get_as_many_answers() {
    let mut peer = Peer::new();
    let one = call("1", "echo", r#"{"text":"hi"}"#);
    for _ in 0..800 {
        peer.send(one.repeat(100));
    }
    let lines = peer.lines();
    assert_eq!(lines.len(), 80_000);
    assert!(lines.iter().all(|line| *line == text("1", "hi")));
}

#[test]
fn eighty_thousand_slow_calls_too() {
    let mut peer = Peer::new();
    for round in 0..800 {
        let input: String = (0..100).map(|n| later(&(round * 100 + n).to_string(), "x", 1)).collect();
        peer.send(input);
        peer.advance(1);
    }
    while peer.executor.stats().running > 0 {
        peer.advance(1);
    }
    assert_eq!(peer.lines().len(), 80_000);
}

/// A client may write for a while before it reads, until the pipes and the buffers are full.
#[test]
fn reading_goes_on_while_writing_waits() {
    let mut peer = Peer::new();
    let input = call("1", "echo", &format!("{{\"text\":\"{}\"}}", "x".repeat(100))).repeat(5000);
    assert_eq!(peer.offer(input.as_bytes()), input.len());
    assert_eq!(peer.lines().len(), 5000);
}

/// A request among the lines that wait can be cancelled while the client does not read.
#[test]
fn cancellations_act_while_writing_waits() {
    let mut peer = Peer::new();
    peer.send(later("1", "a", 60_000));
    let large = call("2", "echo", &format!("{{\"text\":\"{}\"}}", "x".repeat(200_000)));
    assert_eq!(peer.offer(large.as_bytes()), large.len());
    assert_eq!(peer.log.take(), ["start a"]);
    let cancel = cancel("1");
    assert_eq!(peer.offer(cancel.as_bytes()), cancel.len());
    assert_eq!(peer.log.take(), ["gone a"]);
    assert_eq!(peer.lines().len(), 1);
}
