//! Ids that are in flight already.

use crate::peer::{Peer, call, later, text};

fn refused(id: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32600,\
         \"message\":\"Invalid request: a request with this id is still in flight\"}}}}"
    )
}

#[test]
fn the_second_is_refused_and_the_first_unharmed() {
    let mut peer = Peer::new();
    peer.send(later("7", "a", 10) + &later("7", "b", 10) + &call("7", "echo", r#"{"text":"hi"}"#));
    assert_eq!(peer.lines(), [refused("7"), refused("7")]);
    peer.advance(10);
    assert_eq!(peer.lines(), [text("7", "a")]);
    assert_eq!(peer.log.take(), ["start a", "end a", "gone a"]);
}

#[test]
fn a_queued_one_counts_as_well() {
    let mut peer = Peer::on(|executor| executor.max_running(1), |stdio| stdio);
    peer.send(later("1", "a", 10) + &later("2", "b", 10) + &later("2", "c", 10));
    assert_eq!(peer.lines(), [refused("2")]);
}

#[test]
fn a_number_and_its_text_are_two_ids() {
    let mut peer = Peer::new();
    peer.send(later("1", "a", 10) + &later("\"1\"", "b", 10));
    peer.advance(10);
    assert_eq!(peer.lines(), [text("1", "a"), text("\"1\"", "b")]);
}

#[test]
fn two_spellings_of_a_text_are_one_id() {
    let mut peer = Peer::new();
    peer.send(later("\"a\"", "a", 10) + &later(r#""\u0061""#, "b", 10));
    assert_eq!(peer.lines(), [refused(r#""\u0061""#)]);
}

#[test]
fn an_answered_id_is_free_again() {
    let mut peer = Peer::new();
    for _ in 0..3 {
        peer.send(later("1", "a", 10));
        peer.advance(10);
        peer.send(call("1", "echo", r#"{"text":"hi"}"#));
        assert_eq!(peer.lines(), [text("1", "a"), text("1", "hi")]);
    }
}
