//! Requests run side by side, and their lines do not mix.

use crate::peer::{META, Peer, call, later, text};

#[test]
fn a_slow_request_does_not_delay_a_fast_one() {
    let mut peer = Peer::new();
    peer.send(later("1", "slow", 500) + &call("2", "echo", r#"{"text":"fast"}"#) + &later("3", "quick", 10));
    assert_eq!(peer.lines(), [text("2", "fast")]);
    peer.advance(10);
    assert_eq!(peer.lines(), [text("3", "quick")]);
    peer.advance(490);
    assert_eq!(peer.lines(), [text("1", "slow")]);
    assert_eq!(
        peer.log.take(),
        ["start slow", "start quick", "end quick", "gone quick", "end slow", "gone slow"]
    );
}

#[test]
fn many_large_answers_at_once_are_whole_lines() {
    let mut peer = Peer::new();
    let input: String = (0..200).map(|id| call(&id.to_string(), "big", r#"{"bytes":65536}"#)).collect();
    peer.send(input);
    peer.advance(1);
    let large = "x".repeat(65_536);
    let mut lines = peer.lines();
    let mut expected: Vec<String> = (0..200).map(|id| text(&id.to_string(), &large)).collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert!(lines == expected, "{} lines", lines.len());
}

#[test]
fn progress_is_written_as_it_happens() {
    let mut peer = Peer::new();
    let meta = META.replacen('{', r#"{"progressToken":"p","#, 1);
    peer.send(format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"steps\",{meta}}}}}\n"
    ));
    for step in 1..=3 {
        assert_eq!(
            peer.lines(),
            [format!(
                "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\
                 \"params\":{{\"progressToken\":\"p\",\"progress\":{step},\"total\":3}}}}"
            )]
        );
        peer.advance(1000);
    }
    assert_eq!(peer.lines(), [text("1", "done")]);
}

#[test]
fn two_transports_can_share_one_executor() {
    let mut peer = Peer::new();
    let shared = peer.executor.clone();
    let mut other = Peer::on(|own| own, |stdio| stdio.executor(shared.clone()));
    peer.send(later("1", "a", 10));
    other.send(later("1", "b", 10));
    assert_eq!(shared.stats().running, 2);
    other.close();
    other.drop_server();
    assert_eq!(shared.stats().running, 1);
    peer.advance(10);
    assert_eq!(peer.lines(), [text("1", "a")]);
    assert_eq!(shared.stats().running, 0);
}
