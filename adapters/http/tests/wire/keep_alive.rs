//! One request after the other on one connection.

use crate::listening::Listening;
use crate::messages::{answer, answer_with, call, call_with, echo, hi, text};

#[test]
fn a_thousand_requests_on_one_connection() {
    let listening = Listening::new();
    let mut client = listening.client();
    for id in 0..1_000 {
        client.send(echo(&id.to_string()));
        client.expect(hi(&id.to_string()));
    }
}

#[test]
fn a_request_in_pieces() {
    let listening = Listening::new();
    let mut client = listening.client();
    for byte in echo("1").into_bytes() {
        client.send([byte]);
    }
    client.expect(hi("1"));
    client.send("\r\n");
    client.send(echo("2"));
    client.expect(hi("2"));
}

/// Buffers are given back after a second of silence, but for what is half here.
#[test]
fn a_request_after_silence_and_one_with_silence_in_its_middle() {
    let listening = Listening::new();
    let mut client = listening.client();
    for (id, start) in [(1, 0), (2, 1_000)] {
        client.send(echo(&id.to_string()));
        client.expect(hi(&id.to_string()));
        listening.clock.wait_for_timer(start + 1_000);
        listening.clock.advance(1_000);
    }
    let request = echo("3");
    let (half, rest) = request.split_at(request.len() / 2);
    client.send(half);
    listening.clock.wait_for_timer(2_000 + 5_000);
    listening.clock.advance(4_000);
    client.send(rest);
    client.expect(hi("3"));
}

#[test]
fn the_last_request_is_the_clients_to_choose() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(call_with("Connection: close\r\n", "1", "echo", r#"{"text":"hi"}"#));
    client.expect(answer_with("200 OK", "connection: close\r\n", &text("1", "hi")));
    client.expect_end();
}

#[test]
fn one_request_per_connection() {
    let listening = Listening::with(snodo_http::Http::one_request_per_connection);
    let mut client = listening.client();
    client.send(echo("1") + &echo("2"));
    client.expect(answer_with("200 OK", "connection: close\r\n", &text("1", "hi")));
    client.expect_end();
}

#[test]
fn http_1_0_is_answered_and_closed() {
    let listening = Listening::new();
    for fields in ["", "Connection: keep-alive\r\n"] {
        let mut client = listening.client();
        client.send(call_with(fields, "1", "echo", r#"{"text":"hi"}"#).replacen("HTTP/1.1", "HTTP/1.0", 1));
        client.expect(answer_with("200 OK", "connection: close\r\n", &text("1", "hi")));
        client.expect_end();
    }
}

#[test]
fn no_session_is_ever_given() {
    let listening = Listening::new();
    let mut client = listening.client();
    let fields = "Mcp-Session-Id: 1868a90c\r\nLast-Event-ID: 7\r\n";
    client.send(call_with(fields, "1", "echo", r#"{"text":"hi"}"#));
    client.expect(hi("1"));
}

#[test]
fn a_notification_and_errors_keep_the_connection() {
    let listening = Listening::new();
    let mut client = listening.client();
    let head = "POST /mcp HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n";
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    client.send(format!("{head}Content-Length: {}\r\n\r\n{notification}", notification.len()));
    client.expect("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
    client.send(format!("{head}Content-Length: 2\r\n\r\n[]"));
    let message = client.head();
    assert!(
        message.starts_with("HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n"),
        "{message}"
    );
    let length = message.split("content-length: ").nth(1).unwrap().trim().parse().unwrap();
    assert!(client.take(length).contains("\"code\":-32600"));
    client.send(echo("3"));
    client.expect(hi("3"));
}

#[test]
fn an_answer_larger_than_any_buffer() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(call("1", "big", r#"{"bytes":20000000}"#) + &echo("2"));
    client.expect(answer("200 OK", &text("1", &"x".repeat(20_000_000))));
    client.expect(hi("2"));
}

#[test]
fn handlers_learn_the_peers_address() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(call("1", "peer", "{}"));
    let own = client.stream.local_addr().unwrap().to_string();
    client.expect(answer("200 OK", &text("1", &own)));
}
