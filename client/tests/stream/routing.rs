//! Each message finds its request.

use snodo_client::{ErrorKind, StreamStats};
use snodo_core::Id;

use crate::peer::{Call, Peer, answer, event, line, listen, message, progress};

#[test]
fn answers_in_any_order_find_their_requests() {
    let mut peer = Peer::new();
    let calls = [1, 2, 3].map(|id| peer.call(message(id)));
    assert_eq!(peer.lines(), [line(1), line(2), line(3)]);
    peer.say(answer("3"));
    peer.say(r#"{"jsonrpc":"2.0","id":1,"error":{"code":42,"message":"no"}}"#);
    peer.say(r#"{"jsonrpc":"2.0","result":{"x":[1.50]},"id":2}"#);
    let seen = calls.each_ref().map(Call::seen);
    assert_eq!(seen[0], [r#"{"jsonrpc":"2.0","id":1,"error":{"code":42,"message":"no"}}"#]);
    assert_eq!(seen[1], [r#"{"jsonrpc":"2.0","result":{"x":[1.50]},"id":2}"#]);
    assert_eq!(seen[2], [answer("3")]);
    assert!(calls.iter().all(Call::is_over));
    assert_eq!(peer.lines(), [""; 0], "nothing is written after an answer");
}

#[test]
fn ids_are_compared_exactly() {
    let mut peer = Peer::new();
    let call = peer.call(message(1));
    for id in ["\"1\"", "10", "-1", "\"\""] {
        peer.say(answer(id));
        assert_eq!(call.seen(), [""; 0], "{id}");
    }
    assert_eq!(peer.transport().stats().unwanted, 4);
    for id in ["1.0", "1e0", "01", "true", "[1]"] {
        peer.say(answer(id));
        assert_eq!(call.seen(), [""; 0], "{id}");
    }
    assert_eq!(peer.transport().stats().skipped, 5);
    peer.say(answer("1"));
    assert_eq!(call.seen(), [answer("1")]);
}

#[test]
fn an_answer_that_means_nothing_ends_its_request() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}"#,
        r#"{"id":1,"result":{}}"#,
    ] {
        let mut peer = Peer::new();
        let call = peer.call(message(1));
        peer.say(text);
        assert_eq!(call.seen(), [text]);
        assert!(call.is_over());
    }
}

#[test]
fn pieces_blank_lines_and_byte_order_marks_do_not_matter() {
    let mut peer = Peer::new();
    let call = peer.call(message(1));
    let text = format!("\n\r\n \u{feff}\n\u{feff}{}\r\n", answer("1"));
    for byte in text.as_bytes() {
        peer.send([*byte]);
    }
    assert_eq!(call.seen(), [answer("1")]);
}

#[test]
fn progress_finds_its_request_by_the_token() {
    let mut peer = Peer::new();
    let first = peer.call(message(1).with_progress_token(Id::from(1_u64)));
    let second = peer.call(message(2).with_progress_token(Id::from("t\u{e9}")));
    peer.say(progress("1", 1));
    peer.say(progress("\"1\"", 2));
    peer.say(progress("\"t\\u00e9\"", 3));
    peer.say(progress("2", 4));
    assert_eq!(first.seen(), [progress("1", 1)]);
    assert_eq!(second.seen(), [progress("\"t\\u00e9\"", 3)]);
    assert_eq!(peer.transport().stats().unwanted, 2);

    // The token is free again when its request is over.
    peer.say(answer("1"));
    peer.say(progress("1", 5));
    assert_eq!(first.seen(), [answer("1")]);
    let third = peer.call(message(3).with_progress_token(Id::from(1_u64)));
    peer.say(progress("1", 6));
    assert_eq!(third.seen(), [progress("1", 6)]);
}

#[test]
fn a_token_or_an_id_that_is_in_use_is_refused_before_anything_is_sent() {
    let mut peer = Peer::new();
    let first = peer.call(message(1).with_progress_token(Id::from("t")));
    for again in [message(2).with_progress_token(Id::from("t")), message(1)] {
        let error = peer.call(again).error();
        assert_eq!(error.kind(), ErrorKind::Usage);
    }
    assert_eq!(peer.lines(), [line(1)]);
    peer.say(answer("1"));
    assert_eq!(first.seen(), [answer("1")], "the first one is not harmed");
}

#[test]
fn events_find_their_subscriptions() {
    let mut peer = Peer::new();
    let (first, second, call) = (peer.call(listen(1)), peer.call(listen(2)), peer.call(message(3)));
    let acknowledged = "notifications/subscriptions/acknowledged";
    peer.say(event(2, acknowledged));
    peer.say(event(1, acknowledged));
    peer.say(event(1, "notifications/tools/list_changed"));
    peer.say(event(3, "notifications/tools/list_changed"));
    peer.say(event(4, "notifications/tools/list_changed"));
    assert_eq!(first.seen(), [event(1, acknowledged), event(1, "notifications/tools/list_changed")]);
    assert_eq!(second.seen(), [event(2, acknowledged)]);
    assert_eq!(call.seen(), [""; 0], "a request that is no subscription has no events");
    assert_eq!(peer.transport().stats().unwanted, 2);
}

#[test]
fn a_server_ends_a_subscription_by_an_answer_or_a_cancellation_or_both() {
    let cancelled = |id: u64| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}"
        )
    };
    let mut peer = Peer::new();
    let calls = [1, 2, 3].map(|id| peer.call(listen(id)));
    peer.say(answer("1"));
    peer.say(cancelled(1));
    peer.say(cancelled(2));
    peer.say(cancelled(3));
    peer.say(answer("3"));
    let seen = calls.each_ref().map(Call::seen);
    assert_eq!(seen, [vec![answer("1")], vec![cancelled(2)], vec![cancelled(3)]]);
    assert!(calls.iter().all(Call::is_over));

    // Nothing else is a server's to cancel.
    let call = peer.call(message(4));
    peer.lines();
    peer.say(cancelled(4));
    assert!(!call.is_over());
    assert_eq!(peer.lines(), [""; 0]);
}

#[test]
fn log_messages_go_to_all_that_ask_for_them() {
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#;
    let mut peer = Peer::new();
    peer.say(log);
    let (quiet, first) = (peer.call(message(1)), peer.call(message(2).with_log()));
    let second = peer.call(message(3).with_log());
    peer.say(log);
    peer.say(answer("2"));
    peer.say(log);
    assert_eq!(quiet.seen(), [""; 0]);
    assert_eq!(first.seen(), [log, &answer("2")]);
    assert_eq!(second.seen(), [log, log]);
    let stats = peer.transport().stats();
    assert_eq!((stats.answered, stats.unwanted, stats.skipped), (1, 1, 0));
    assert_ne!(stats, StreamStats::default());
}
