//! Answers that nobody waits for.

use crate::peer::{DROPPED, Peer, answer, cancelled, event, line, listen, message, progress};

#[test]
fn late_double_and_unknown_answers_are_ignored() {
    let mut peer = Peer::new();
    let (other, call) = (peer.call(message(2)), peer.call(message(3)));
    peer.drop_call(call);
    peer.say(answer("3"));
    peer.say(r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"late"}}"#);
    peer.say(answer("999"));
    peer.say(answer("2"));
    peer.say(answer("2"));
    assert_eq!(other.seen(), [answer("2")]);
    let stats = peer.transport().stats();
    assert_eq!((stats.answered, stats.unwanted, stats.skipped), (1, 4, 0));

    let call = peer.call(message(4));
    peer.say(answer("4"));
    assert_eq!(call.seen(), [answer("4")]);
    assert_eq!(peer.lines(), [line(2), line(3), cancelled(3, DROPPED), line(4)]);
}

#[test]
fn an_answer_that_waits_to_be_taken_is_not_replaced_by_another() {
    let mut peer = Peer::new();
    let mut arrivals = peer.request(message(1));
    peer.say(answer("1"));
    peer.say(r#"{"jsonrpc":"2.0","id":1,"result":{"second":true}}"#);
    assert_eq!(crate::peer::taken(&mut *arrivals), [(answer("1"), 0)]);
    assert!(matches!(crate::peer::next(&mut *arrivals), std::task::Poll::Ready(None)));
}

#[test]
fn what_comes_for_a_subscription_after_its_end_is_ignored() {
    let mut peer = Peer::new();
    let call = peer.call(listen(1));
    peer.drop_call(call);
    peer.say(event(1, "notifications/tools/list_changed"));
    peer.say(progress("1", 1));
    peer.say(answer("1"));
    assert_eq!(peer.transport().stats().unwanted, 3);
    assert_eq!(peer.lines().len(), 2, "the request and its cancellation");
}
