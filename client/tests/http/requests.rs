//! What goes out.

use std::sync::mpsc;

use async_io::block_on;
use snodo_client::Http;
use snodo_client::machine::{Message, Profile, Request};
use snodo_core::model::{ClientCapabilities, Implementation, JsonObject};

use crate::script::{PATIENCE, Peer, Script, bounded, scene, script};
use crate::transport::{call, http, outcome};

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

#[test]
fn a_request_is_one_post_with_what_it_needs() {
    let script = script![|mut peer| {
        let request = peer.request();
        let port = peer.stream().local_addr().expect("an address").port();
        assert_eq!(
            request.head,
            format!(
                "POST /mcp HTTP/1.1\r\n\
                 host: 127.0.0.1:{port}\r\n\
                 accept: application/json, text/event-stream\r\n\
                 accept-encoding: identity\r\n\
                 content-type: application/json\r\n\
                 MCP-Protocol-Version: 2026-07-28\r\n\
                 Mcp-Method: tools/call\r\n\
                 Mcp-Name: echo\r\n\
                 X-Api-Key: k3y\r\n\
                 authorization: Bearer t0ken\r\n\
                 content-length: {}\r\n",
                request.body.len()
            )
        );
        assert!(
            request.body.starts_with("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\""),
            "{}",
            request.body
        );
        peer.send(ANSWER);
    }];
    let http = http(&script)
        .header("X-Api-Key", "k3y")
        .and_then(|http| http.header("authorization", "Bearer t0ken"))
        .expect("fields that may be set");
    let profile = Profile::new(&Implementation::new("t", "1"), &ClientCapabilities::default());
    let params = serde_json::from_str::<JsonObject>(r#"{"name":"echo","arguments":{}}"#).expect("an object");
    let message = Request::new("tools/call", params)
        .and_then(|request| request.encode(1, &profile))
        .expect("a request");
    let outcome = block_on(bounded(outcome(&http, message)));
    assert_eq!(outcome.message(), "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    assert_eq!(outcome.statuses, [Some(200)]);
    script.finish();
}

/// What the server sees of a URL: its target and its Host field.
fn requested(bind: &str, url: impl Fn(u16) -> String) -> (String, String, u16) {
    let (sender, seen) = mpsc::channel();
    let scene = scene(move |mut peer| {
        let request = peer.request();
        let target = request.line().split(' ').nth(1).expect("a target").to_owned();
        let host = request.values("host").concat();
        sender.send((target, host)).expect("the test waits");
        peer.send(ANSWER);
    });
    let script = Script::start_at(bind, vec![scene]);
    let port = script.address.port();
    let http = Http::new(&url(port)).expect("a URL");
    assert_eq!(call(&http).messages.len(), 1);
    script.finish();
    let (target, host) = seen.recv().expect("a request came");
    (target, host, port)
}

#[test]
fn the_url_that_was_written_is_the_url_that_is_requested() {
    let (target, host, port) =
        requested("[::1]:0", |port| format!("http://[::1]:{port}/a%2Fb/mcp/?key=1&x=%20"));
    assert_eq!((&*target, host), ("/a%2Fb/mcp/?key=1&x=%20", format!("[::1]:{port}")));

    let (target, host, port) = requested("127.0.0.1:0", |port| format!("http://127.0.0.1:{port}"));
    assert_eq!((&*target, host), ("/", format!("127.0.0.1:{port}")));

    let (target, host, port) = requested("127.0.0.1:0", |port| format!("HTTP://LocalHost:{port}/mcp#there"));
    assert_eq!((&*target, host), ("/mcp", format!("localhost:{port}")));

    let (target, host, port) = requested("127.0.0.1:0", |port| format!("http://127.0.0.1:{port}?q#f"));
    assert_eq!((&*target, host), ("/?q", format!("127.0.0.1:{port}")));
}

#[test]
fn user_information_is_refused_and_kept_to_ourselves() {
    let error = Http::new("http://user:passw0rd@127.0.0.1/mcp").expect_err("credentials have no place there");
    assert!(!format!("{error} {error:?}").contains("passw0rd"), "{error:?}");
}

#[test]
fn settings_show_neither_values_nor_the_query() {
    let http = Http::new("http://127.0.0.1:9/mcp?key=passw0rd")
        .and_then(|http| http.header("Authorization", "Bearer passw0rd"))
        .expect("good settings");
    let shown = format!("{http:?}");
    assert!(shown.contains("http://127.0.0.1:9/mcp") && shown.contains("Authorization"), "{shown}");
    assert!(!shown.contains("passw0rd"), "{shown}");
}

#[test]
fn owned_and_malformed_fields_are_refused() {
    let set =
        |name: &str, value: &str| Http::new("http://127.0.0.1/").and_then(|http| http.header(name, value));
    for name in
        ["Host", "content-length", "Transfer-Encoding", "connection", "Content-Type", "ACCEPT", "Mcp-Name"]
    {
        assert!(set(name, "x").is_err(), "{name}");
    }
    for value in ["a\r\nb: c", "a\nb", "a\0"] {
        assert!(set("x-key", value).is_err(), "{value:?}");
    }
}

/// Some megabytes in which no stretch is like another.
fn numbers() -> String {
    (0..1_000_000).map(|number| format!("{number:07}")).collect()
}

#[test]
fn a_large_request_arrives_whole() {
    let script = script![|mut peer| {
        let request = peer.request();
        assert!(request.body == numbers());
        peer.send(ANSWER);
    }];
    let outcome = block_on(bounded(outcome(&http(&script), Message::new(1, "tools/call", numbers()))));
    assert_eq!(outcome.messages.len(), 1);
    script.finish();
}

#[test]
fn an_answer_that_comes_before_the_request_was_read_counts() {
    let (done, is_done) = mpsc::channel::<()>();
    let refuse = move |mut peer: Peer| {
        // Most of the body is never read.
        peer.head();
        peer.send(
            b"HTTP/1.1 413 Content Too Large\r\nContent-Type: application/json\r\nContent-Length: 73\r\n\r\n\
            {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"too large\"}}",
        );
        is_done.recv_timeout(PATIENCE).expect_err("the test says so by going away");
    };
    let script = script![refuse, |mut peer| {
        peer.request();
        peer.send(ANSWER);
    }];
    let http = http(&script);
    let message = Message::new(1, "tools/call", "x".repeat(8 * 1024 * 1024));
    let outcome = block_on(bounded(outcome(&http, message)));
    assert!(outcome.message().contains("too large"));
    assert_eq!(outcome.statuses, [Some(413)]);
    // Nothing can follow a request that was sent in part.
    assert_eq!(call(&http).messages.len(), 1);
    drop(done);
    script.finish();
}
