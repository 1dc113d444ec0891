//! Bodies, by length and in chunks.

use crate::listening::Listening;
use crate::messages::{body, echo, head, hi, refused};

fn too_large() -> String {
    refused("413 Content Too Large", "Content too large: a message has at most 1000 bytes")
}

/// A message of so many bytes.
fn message(length: usize) -> String {
    let mut message = body("1", "echo", r#"{"text":"hi"}"#);
    message.push_str(&" ".repeat(length - message.len()));
    message
}

#[test]
fn a_body_at_the_limit_is_served_and_one_over_it_is_not() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(format!("{}Content-Length: 1000\r\n\r\n{}", head("echo"), message(1_000)));
    client.expect(hi("1"));
    client.send(format!("{}Content-Length: 1001\r\n\r\n{}", head("echo"), message(1_001)));
    client.expect(too_large());
    client.expect_end();
}

#[test]
fn a_length_is_measured_before_the_body_is_read() {
    let listening = Listening::new();
    for length in ["1001", "9999999999", "18446744073709551615"] {
        let mut client = listening.client();
        client.send(format!("{}Content-Length: {length}\r\n\r\n", head("echo")));
        client.expect(too_large());
        client.expect_end();
    }
}

/// Its answer would be lost if the connection were closed with bytes unread.
#[test]
fn a_peer_that_sends_all_before_it_reads_gets_its_refusal() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(format!("{}Content-Length: 200000\r\n\r\n{}", head("echo"), message(200_000)));
    client.expect(too_large());
    client.expect_end();
}

#[test]
fn chunks_make_a_body() {
    let listening = Listening::new();
    let mut client = listening.client();
    let chunked = head("echo") + "Transfer-Encoding: chunked\r\n\r\n";
    let body = message(1_000);
    client.send(format!("{chunked}3e8\r\n{body}\r\n0\r\n\r\n"));
    client.expect(hi("1"));
    let pieces: String = body
        .as_bytes()
        .chunks(100)
        .map(|piece| format!("64;x=\"y\"\r\n{}\r\n", str::from_utf8(piece).unwrap()))
        .collect();
    client.send(format!("{chunked}{pieces}0\r\nTrailer: dropped\r\n\r\n") + &echo("2"));
    client.expect(hi("1"));
    client.expect(hi("2"));
}

#[test]
fn chunks_are_counted_as_they_come() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(format!(
        "{}Transfer-Encoding: chunked\r\n\r\n3e8\r\n{}\r\n1\r\n",
        head("echo"),
        message(1_000)
    ));
    client.expect(too_large());
    client.expect_end();
}

#[test]
fn a_malformed_chunk_ends_the_connection() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(head("echo") + "Transfer-Encoding: chunked\r\n\r\nx\r\n" + &echo("1"));
    client.expect(refused("400 Bad Request", "a chunk is malformed"));
    client.expect_end();
}

#[test]
fn half_a_request_at_the_end_is_refused() {
    let listening = Listening::new();
    for half in [head("echo"), head("echo") + "Content-Length: 100\r\n\r\nhalf"] {
        let mut client = listening.client();
        client.send(echo("1") + &half);
        client.end();
        client.expect(hi("1"));
        client.expect(refused("400 Bad Request", "the connection ended in the middle of a request"));
        client.expect_end();
    }
}
