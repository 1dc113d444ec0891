//! Requests that are dropped.

use snodo_client::StreamSettings;

use crate::peer::{DROPPED, Peer, answer, cancelled, line, long, message, next};

#[test]
fn a_request_that_is_dropped_is_cancelled_once() {
    let mut peer = Peer::new();
    let call = peer.call(message(1));
    assert_eq!(peer.lines(), [line(1)]);
    peer.drop_call(call);
    assert_eq!(peer.lines(), [cancelled(1, DROPPED)]);
}

#[test]
fn the_reason_is_told() {
    let mut peer = Peer::new();
    let mut arrivals = peer.request(message(1));
    arrivals.give_up("too \"slow\"");
    drop(arrivals);
    assert_eq!(peer.lines(), [line(1), cancelled(1, "too \\\"slow\\\"")]);
}

#[test]
fn nothing_is_cancelled_once_the_answer_came() {
    let mut peer = Peer::new();
    let untaken = peer.request(message(1));
    let mut taken = peer.request(message(2));
    peer.say(answer("1"));
    peer.say(answer("2"));
    assert!(next(&mut *taken).is_ready());
    drop((untaken, taken));
    peer.settle();
    assert_eq!(peer.lines(), [line(1), line(2)]);
}

#[test]
fn a_request_that_was_not_begun_is_never_sent() {
    let mut peer = Peer::narrow(100, |settings| settings);
    let blocked = peer.call(long(1, 150));
    let (second, third) = (peer.call(message(2)), peer.call(message(3)));
    peer.drop_call(second);
    assert_eq!(peer.lines(), [String::from_utf8(long(1, 150).body().to_vec()).unwrap(), line(3)]);
    drop((blocked, third));
}

#[test]
fn a_line_that_was_begun_is_finished_and_then_cancelled() {
    let mut peer = Peer::narrow(100, |settings| settings);
    let (half, next) = (peer.call(long(1, 150)), peer.call(message(2)));
    assert_eq!(peer.read(60).len(), 60);
    peer.drop_call(half);
    let rest = peer.lines();
    assert_eq!(rest[0].len(), 90);
    assert_eq!(rest[1..], [line(2), cancelled(1, DROPPED)]);
    peer.say(answer("2"));
    assert_eq!(next.seen(), [answer("2")]);
}

#[test]
fn one_that_waits_for_its_turn_leaves_no_trace() {
    let mut peer = Peer::with(|settings: StreamSettings| settings.max_requests(1));
    let first = peer.call(message(1));
    let (second, third) = (peer.call(message(2)), peer.call(message(3)));
    peer.drop_call(second);
    peer.say(answer("1"));
    assert_eq!(first.seen(), [answer("1")]);
    assert_eq!(peer.lines(), [line(1), line(3)]);
    drop(third);
}

#[test]
fn cancelling_frees_the_place_of_a_request() {
    let mut peer = Peer::with(|settings: StreamSettings| settings.max_requests(1));
    let first = peer.call(message(1));
    let second = peer.call(message(2));
    peer.drop_call(first);
    let mut lines = peer.lines();
    lines.sort();
    let mut expected = [line(1), cancelled(1, DROPPED), line(2)];
    expected.sort();
    assert_eq!(lines, expected);
    peer.say(answer("2"));
    assert_eq!(second.seen(), [answer("2")]);
}
