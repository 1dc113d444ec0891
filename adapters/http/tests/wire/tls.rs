//! Encrypted connections: the same bytes inside.

use std::net::Shutdown;
use std::time::Duration;

use rustix::net::sockopt::set_socket_linger;
use rustls::{ProtocolVersion, version};
use snodo_http::{Http, rustls};

use crate::client::Client;
use crate::messages::{
    RETRY_AND_CLOSE, STREAM, answer_with, body, call, chunk, echo, event, head, hi, progress, text,
    unavailable, wait,
};
use crate::secure::{Encrypted, client, client_with, secured, session, tls};

#[test]
fn requests_are_answered_in_either_version() {
    let listening = secured(|http| http);
    for (version, negotiated) in
        [(&version::TLS13, ProtocolVersion::TLSv1_3), (&version::TLS12, ProtocolVersion::TLSv1_2)]
    {
        let mut client = client_with(&listening, session(&[version], &["h2", "http/1.1"]));
        client.send(echo("1") + &echo("2"));
        client.expect(hi("1"));
        client.expect(hi("2"));
        client.send(echo("3"));
        client.expect(hi("3"));
        assert_eq!(client.stream.conn.protocol_version(), Some(negotiated));
        assert_eq!(client.stream.conn.alpn_protocol(), Some(&b"http/1.1"[..]));
    }
    // A peer that names no protocol means HTTP/1.1.
    let mut client = client_with(&listening, session(&[&version::TLS13], &[]));
    client.send(echo("1"));
    client.expect(hi("1"));
    assert_eq!(client.stream.conn.alpn_protocol(), None);
}

#[test]
fn its_url_says_so() {
    let server = snodo_core::Server::builder("t", "1").build().unwrap();
    let listener = Http::from(server).tls(tls()).bind_local(0).unwrap();
    assert_eq!(listener.url(), format!("https://{}/mcp", listener.address()));
}

#[test]
fn a_stream_comes_event_by_event() {
    let listening = secured(|http| http.keep_alive(Some(Duration::from_secs(1))));
    let mut client = client(&listening);
    client.send(call("1", "steps", r#"{"name":"a"}"#));
    client.expect(STREAM.to_owned() + &chunk(&progress(1)));
    for step in 2..=3 {
        listening.stage.open("a");
        client.expect(chunk(&progress(step)));
    }
    listening.clock.wait_for_timer(1_000);
    listening.clock.advance(1_000);
    client.expect(chunk(": keepalive\n\n"));
    listening.stage.open("a");
    client.expect(chunk(&event(&text("1", "a"))) + "0\r\n\r\n");
    client.send(echo("2"));
    client.expect(hi("2"));
}

/// Many records each way, and more than the sockets' buffers hold.
#[test]
fn large_messages_travel_whole() {
    let listening = secured(|http| http);
    let mut client = client(&listening);
    client.send(call("1", "big", r#"{"bytes":5000000}"#) + &echo("2"));
    let answer = answer_with("200 OK", "", &text("1", &"x".repeat(5_000_000)));
    client.expect(answer);
    client.expect(hi("2"));
    let large = body("3", "echo", &format!("{{\"text\":\"{}\"}}", "y".repeat(600)));
    for byte in format!("{}Content-Length: {}\r\n\r\n{large}", head("echo"), large.len()).into_bytes() {
        client.send([byte]);
    }
    client.expect(answer_with("200 OK", "", &text("3", &"y".repeat(600))));
}

#[test]
fn a_flood_of_events_ends_with_its_reader() {
    let listening = secured(|http| http);
    let mut client = client(&listening);
    client.send(call("1", "flood", r#"{"name":"a"}"#));
    client.take(1_000_000);
    drop(client);
    listening.stage.wait_for("gone a");
}

#[test]
fn a_peer_that_goes_away_cancels_its_request() {
    let listening = secured(|http| http);
    let says_end = |mut client: Client<Encrypted>| {
        client.stream.conn.send_close_notify();
        while client.stream.conn.wants_write() {
            client.stream.conn.write_tls(&mut client.stream.sock).unwrap();
        }
        // The socket stays open for writing.
        client.expect_end();
    };
    let closes_half = |client: Client<Encrypted>| client.stream.sock.shutdown(Shutdown::Write).unwrap();
    let resets = |client: Client<Encrypted>| {
        set_socket_linger(&client.stream.sock, Some(Duration::ZERO)).unwrap();
    };
    for end in [drop, says_end, closes_half, resets] {
        let mut client = client(&listening);
        client.send(wait("1", "a"));
        listening.stage.wait_for("start a");
        end(client);
        listening.stage.wait_for("gone a");
    }
}

/// Every end is told inside, or it could be anybody's; `expect_end` fails without.
#[test]
fn an_end_in_good_order_is_said() {
    let listening = secured(|http| http.idle_timeout(Some(Duration::from_secs(1))));
    let mut asked = client(&listening);
    asked.send(echo("1").replacen("\r\n", "\r\nConnection: close\r\n", 1));
    asked.expect(answer_with("200 OK", "connection: close\r\n", &text("1", "hi")));
    asked.expect_end();

    // Refused before its body was read, and lingered for.
    let mut refused = client(&listening);
    refused.send(head("echo") + "Content-Length: 1000000\r\n\r\n");
    let head = refused.head();
    assert!(head.starts_with("HTTP/1.1 413 "), "{head}");
    let _ = refused.take(head.len() + 200);
    refused.expect_end();

    let mut idle = client(&listening);
    idle.send(echo("1"));
    idle.expect(hi("1"));
    listening.clock.wait_for_timer(1_000);
    listening.clock.advance(1_000);
    idle.expect_end();
}

#[test]
fn a_shutdown_lets_finish_what_runs() {
    let mut listening = secured(|http| http);
    let mut idle = client(&listening);
    idle.send(echo("1"));
    idle.expect(hi("1"));
    let mut busy = client(&listening);
    busy.send(wait("1", "a"));
    listening.stage.wait_for("start a");
    listening.handle.shutdown();
    idle.expect_end();
    listening.stage.open("a");
    busy.expect(answer_with("200 OK", "connection: close\r\n", &text("1", "a")));
    busy.expect_end();
    listening.finish();
}

#[test]
fn one_over_the_limit_is_told_so() {
    let listening = secured(|http| http.max_connections(1));
    let mut first = client(&listening);
    first.send(echo("1"));
    first.expect(hi("1"));
    let mut second = client(&listening);
    second.expect(answer_with("503 Service Unavailable", RETRY_AND_CLOSE, &unavailable("", "overloaded")));
    second.expect_end();
    first.send(echo("2"));
    first.expect(hi("2"));
}
