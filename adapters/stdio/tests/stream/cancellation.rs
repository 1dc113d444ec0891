//! `notifications/cancelled`: the request stops, and nothing more is heard of it.

use crate::peer::{META, Peer, call, cancel, discover, later, text};

#[test]
fn a_running_request_stops_and_is_never_answered() {
    let mut peer = Peer::new();
    peer.send(later("7", "a", 500));
    assert_eq!(peer.log.take(), ["start a"]);
    peer.send(cancel("7"));
    assert_eq!(peer.log.take(), ["gone a"]);
    assert_eq!(peer.executor.stats().running, 0);
    peer.advance(1000);
    peer.close();
    assert_eq!(peer.lines(), [""; 0]);
    assert_eq!(peer.log.take(), [""; 0]);
    assert!(peer.result().unwrap().is_ok());
}

#[test]
fn a_queued_request_never_starts() {
    let mut peer = Peer::on(|executor| executor.max_running(1), |stdio| stdio);
    peer.send(later("1", "a", 100) + &later("2", "b", 100) + &later("3", "c", 100));
    assert_eq!((peer.executor.stats().running, peer.executor.stats().queued), (1, 2));
    peer.send(cancel("2"));
    assert_eq!((peer.executor.stats().running, peer.executor.stats().queued), (1, 1));
    peer.advance(100);
    peer.advance(100);
    assert_eq!(peer.lines(), [text("1", "a"), text("3", "c")]);
    assert_eq!(peer.log.take(), ["start a", "end a", "gone a", "start c", "end c", "gone c"]);
}

#[test]
fn the_id_is_free_again_at_once() {
    let mut peer = Peer::new();
    peer.send(later("1", "a", 500) + &cancel("1") + &later("1", "b", 10));
    peer.advance(10);
    assert_eq!(peer.lines(), [text("1", "b")]);
    peer.send(later("1", "c", 10));
    peer.advance(1000);
    assert_eq!(peer.lines(), [text("1", "c")]);
}

#[test]
fn unknown_early_and_late_cancellations_do_nothing() {
    let mut peer = Peer::new();
    // Before its request, after its answer, of nothing.
    peer.send(cancel("1") + &later("1", "a", 10) + &call("2", "echo", r#"{"text":"hi"}"#) + &cancel("2"));
    peer.send(cancel("99") + &cancel("\"1\""));
    peer.advance(10);
    assert_eq!(peer.lines(), [text("2", "hi"), text("1", "a")]);
}

#[test]
fn malformed_cancellations_do_nothing() {
    let mut peer = Peer::new();
    peer.send(later("1", "a", 10));
    for params in [
        "",
        r#","params":{}"#,
        r#","params":[1]"#,
        r#","params":{"requestId":null}"#,
        r#","params":{"requestId":1.0}"#,
        r#","params":{"requestId":[1]}"#,
        r#","params":{"requestId":1,"reason":7}"#,
    ] {
        peer.send(format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"{params}}}\n"));
    }
    peer.advance(10);
    assert_eq!(peer.lines(), [text("1", "a")]);
}

#[test]
fn a_reason_may_say_anything() {
    let mut peer = Peer::new();
    peer.send(later("1", "a", 10));
    peer.send(format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\
         \"params\":{{\"requestId\":1,\"reason\":\"\\n\\u0000\\u001b[31m{}\"}}}}\n",
        "é".repeat(100_000)
    ));
    peer.advance(10);
    peer.send(discover("2"));
    assert_eq!(peer.lines().len(), 1);
    assert_eq!(peer.log.take(), ["start a", "gone a"]);
}

#[test]
fn a_request_that_reports_is_silent_from_then_on() {
    let mut peer = Peer::new();
    let meta = META.replacen('{', r#"{"progressToken":"p","#, 1);
    peer.send(format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"steps\",{meta}}}}}\n"
    ));
    assert_eq!(peer.lines().len(), 1);
    peer.send(cancel("1"));
    peer.advance(10_000);
    assert_eq!(peer.lines(), [""; 0]);
}

#[test]
fn dropping_the_transport_cancels_everything() {
    let mut peer = Peer::on(|executor| executor.max_running(1), |stdio| stdio);
    peer.send(later("1", "a", 100) + &later("2", "b", 100));
    peer.drop_server();
    assert_eq!(peer.log.take(), ["start a", "gone a"]);
    assert_eq!((peer.executor.stats().running, peer.executor.stats().queued), (0, 0));
}
