//! One message per line, whatever the lines look like.

use crate::peer::{META, Peer, call, discover, text};

/// The answer to [`discover`]: every member of it in place.
fn discovered(id: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\
         \"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{{\"tools\":{{}}}},\
         \"ttlMs\":0,\"cacheScope\":\"private\",\
         \"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    )
}

#[track_caller]
fn check(input: &[u8], expected: &[&str]) {
    let mut peer = Peer::new();
    peer.send(input);
    assert_eq!(peer.lines(), expected, "whole");

    let mut peer = Peer::new();
    for byte in input {
        peer.send([*byte]);
    }
    assert_eq!(peer.lines(), expected, "byte by byte");

    let mut peer = Peer::new();
    peer.send(input);
    peer.close();
    assert_eq!(peer.lines(), expected, "with the end behind it");
    assert!(peer.result().unwrap().is_ok());
}

#[test]
fn two_messages_in_one_write_get_two_lines() {
    let input = discover("1") + &discover("\"b\"");
    check(input.as_bytes(), &[&discovered("1"), &discovered("\"b\"")]);
}

#[test]
fn crlf_and_a_byte_order_mark_on_any_line_are_tolerated() {
    let line = discover("1").replace('\n', "\r\n");
    let input = format!("\u{feff}{line}\u{feff}{}", discover("2"));
    check(input.as_bytes(), &[&discovered("1"), &discovered("2")]);
}

#[test]
fn blank_lines_are_nothing() {
    check(format!("\n\r\n  \t\n{}\n\n", discover("1")).as_bytes(), &[&discovered("1")]);
}

#[test]
fn the_last_line_needs_no_newline() {
    let mut peer = Peer::new();
    peer.send(discover("1").trim_end());
    assert_eq!(peer.lines(), [""; 0]);
    peer.close();
    assert_eq!(peer.lines(), [discovered("1")]);
    assert!(peer.result().unwrap().is_ok());
}

#[test]
fn one_bad_line_does_not_end_the_session() {
    let parse_error = |peer: &mut Peer, line: &[u8]| {
        peer.send(line);
        let lines = peer.lines();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with(r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":""#), "{lines:?}");
    };
    let mut peer = Peer::new();
    parse_error(&mut peer, b"not json\n");
    parse_error(&mut peer, b"{\"jsonrpc\":\"2.0\"\n");
    parse_error(&mut peer, b"{\n");
    parse_error(&mut peer, b"\xff\xfe\n");
    peer.send(discover("1"));
    assert_eq!(peer.lines(), [discovered("1")]);
}

#[test]
fn an_invalid_request_is_refused_with_its_id_if_that_can_be_read() {
    let mut peer = Peer::new();
    let mut refused = |line: &str, start: &str| {
        peer.send(line);
        let lines = peer.lines();
        assert!(lines.len() == 1 && lines[0].starts_with(start), "{lines:?}");
    };
    refused("{\"id\":7}\n", r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":""#);
    refused("[]\n", r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":""#);
    refused(
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"}\n",
        r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":""#,
    );
    let batch = format!("[{},{}]\n", discover("1").trim_end(), discover("2").trim_end());
    refused(&batch, r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":""#);
}

#[test]
fn what_asks_for_no_answer_gets_none() {
    let mut peer = Peer::new();
    peer.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    peer.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"no\"}}\n");
    peer.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/whatever\"}\n");
    peer.send(format!("{{\"jsonrpc\":\"2.0\",\"method\":\"server/discover\",\"params\":{{{META}}}}}\n"));
    peer.send("{\"jsonrpc\":\"2.0\",\"method\":7}\n");
    peer.send("{}\n");
    assert_eq!(peer.lines(), [""; 0]);
    peer.send(discover("1"));
    assert_eq!(peer.lines(), [discovered("1")]);
}

#[test]
fn ids_come_back_as_they_were() {
    let mut peer = Peer::new();
    for id in
        ["\"1\"", "\"007\"", "\"\"", "0", "-5", "9007199254740993", "9223372036854775807", r#""\u00e9""#]
    {
        peer.send(call(id, "echo", r#"{"text":"hi"}"#));
        assert_eq!(peer.lines(), [text(id, "hi")]);
    }
}

#[test]
fn a_line_of_the_limit_passes_and_one_byte_more_is_refused() {
    let padded = |len: usize| {
        let line = call("1", "echo", r#"{"text":"hi"}"#);
        let (line, newline) = line.split_at(line.len() - 1);
        [line, &" ".repeat(len - line.len() - 1), newline].concat()
    };
    let mut peer = Peer::new();
    peer.send(padded(2_000_000));
    assert_eq!(peer.lines(), [text("1", "hi")]);
    peer.send(padded(2_000_001));
    let refused = r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request: the line is longer than 2000000 bytes, its newline included"}}"#;
    assert_eq!(peer.lines(), [refused]);
    peer.send(discover("2"));
    assert_eq!(peer.lines(), [discovered("2")]);
}

#[test]
fn a_line_without_end_is_refused_while_it_still_arrives() {
    let mut peer = Peer::with(|stdio| stdio.max_line(1000));
    let refused = r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request: the line is longer than 1000 bytes, its newline included"}}"#;
    peer.send([b'x'; 1000]);
    assert_eq!(peer.lines(), [""; 0]);
    peer.send(b"x");
    assert_eq!(peer.lines(), [refused]);
    for _ in 0..100 {
        peer.send([b'x'; 10_000]);
    }
    assert_eq!(peer.lines(), [""; 0]);
    peer.send("\n".to_owned() + &discover("1"));
    assert_eq!(peer.lines(), [discovered("1")]);
}
