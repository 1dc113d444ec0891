//! Redirects: followed at home, told elsewhere, and nothing leaks.

use std::io;
use std::net::TcpListener;

use snodo_client::{Error, ErrorKind, Http};

use crate::script::script;
use crate::transport::{ask, call, http};

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

fn with_secrets(http: Http) -> Http {
    http.header("authorization", "Bearer t0ken")
        .and_then(|http| http.header("x-api-key", "k3y-value"))
        .expect("fields that may be set")
}

#[test]
fn at_home_the_identical_request_is_sent_again() {
    for status in ["307 Temporary Redirect", "308 Permanent Redirect"] {
        // On the same connection: nothing stands in its way.
        let script = script![move |mut peer| {
            let first = peer.request();
            assert_eq!(first.line(), "POST /mcp HTTP/1.1");
            peer.send(format!("HTTP/1.1 {status}\r\nLocation: /mcp/?a=b\r\nContent-Length: 5\r\n\r\nmoved"));
            let second = peer.request();
            assert_eq!(second.line(), "POST /mcp/?a=b HTTP/1.1");
            assert_eq!(second.body, first.body);
            let rest = |head: &str| head.split_once("\r\n").map(|(_, rest)| rest.to_owned());
            assert_eq!(rest(&second.head), rest(&first.head));
            assert_eq!(second.values("authorization"), ["Bearer t0ken"]);
            peer.send(ANSWER);
        }];
        assert_eq!(call(&with_secrets(http(&script))).message(), MESSAGE);
        script.finish();
    }
}

#[test]
fn a_connection_that_the_redirect_ends_is_replaced() {
    let script = script![
        |mut peer| {
            peer.request();
            peer.send("HTTP/1.1 308 Moved\r\nLocation: there\r\nConnection: close\r\n\r\nmoved");
        },
        |mut peer| {
            assert_eq!(peer.request().line(), "POST /there HTTP/1.1");
            peer.send(ANSWER);
        },
    ];
    assert_eq!(call(&http(&script)).message(), MESSAGE);
    script.finish();
}

#[test]
fn the_next_request_goes_to_the_url_that_was_given() {
    let script = script![|mut peer| {
        for _ in 0..2 {
            assert_eq!(peer.request().line(), "POST /mcp HTTP/1.1");
            peer.send("HTTP/1.1 308 Moved\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n");
            assert_eq!(peer.request().line(), "POST /there HTTP/1.1");
            peer.send(ANSWER);
        }
    }];
    let http = http(&script);
    for _ in 0..2 {
        assert_eq!(call(&http).message(), MESSAGE);
    }
    script.finish();
}

/// What a redirect of this kind becomes, and that nothing more was requested. The location may depend on the port.
fn refused(status: &'static str, location: impl Fn(u16) -> String + Send + 'static) -> (Error, u16) {
    let script = script![move |mut peer| {
        peer.request();
        let location = location(peer.stream().local_addr().expect("an address").port());
        peer.send(format!("HTTP/1.1 {status}\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"));
        peer.is_closed();
    }];
    let port = script.address.port();
    let http = with_secrets(http(&script));
    let error = call(&http).error().clone();
    drop(http);
    script.finish();
    assert_eq!(error.kind(), ErrorKind::Connection);
    (error, port)
}

#[test]
fn nothing_is_sent_to_another_origin() {
    // A server that would take whatever comes. Nothing may.
    let elsewhere = TcpListener::bind("127.0.0.1:0").expect("a port");
    elsewhere.set_nonblocking(true).expect("a listener");
    let other = elsewhere.local_addr().expect("an address").port();

    for status in ["307 Temporary Redirect", "308 Permanent Redirect", "302 Found"] {
        let (error, _) = refused(status, move |_| format!("http://127.0.0.1:{other}/mcp?secret"));
        let text = error.message();
        assert!(text.contains(&format!("http://127.0.0.1:{other}/mcp, which is another origin")), "{text}");
        assert!(!text.contains("secret"), "{text}");
        assert_eq!(error.http_status(), Some(status[..3].parse().expect("a status")));
    }
    let (error, port) = refused("308 Permanent Redirect", |port| format!("https://127.0.0.1:{port}/mcp"));
    assert!(error.message().contains(&format!("https://127.0.0.1:{port}/mcp, which is another")), "{error}");
    let (error, port) = refused("307 Temporary Redirect", |port| format!("//localhost:{port}/mcp"));
    assert!(error.message().contains(&format!("http://localhost:{port}/mcp, which is another")), "{error}");

    let came = elsewhere.accept().expect_err("nobody came");
    assert_eq!(came.kind(), io::ErrorKind::WouldBlock);
}

#[test]
fn a_redirect_that_would_lose_the_body_names_its_target() {
    for status in ["301 Moved Permanently", "302 Found", "303 See Other"] {
        let (error, port) = refused(status, |_| "/there".to_owned());
        let text = error.message();
        assert!(
            text.contains(&format!("http://127.0.0.1:{port}/there, and the request would be lost")),
            "{text}"
        );
    }
}

#[test]
fn a_target_that_is_none_is_not_followed() {
    for location in ["ftp://127.0.0.1/", "http://user:t0ken@127.0.0.1/", "http://[::1", "/a b"] {
        let (error, _) = refused("307 Temporary Redirect", move |_| location.to_owned());
        assert!(error.message().contains("what is no http URL"), "{error}");
        assert!(!error.message().contains("t0ken"), "{error}");
    }
    let script = script![|mut peer| {
        peer.request();
        peer.send("HTTP/1.1 307 Temporary Redirect\r\nContent-Length: 0\r\n\r\n");
    }];
    assert!(call(&http(&script)).error().message().contains("does not say where to"));
    script.finish();
}

#[test]
fn what_the_caller_keeps_secret_is_not_shown_in_targets() {
    let (error, _) = refused("302 Found", |_| "/there/k3y-value".to_owned());
    assert!(error.message().contains("/there/[redacted]"), "{error}");
}

#[test]
fn a_loop_ends() {
    let script = script![|mut peer| {
        // The first one and five others.
        for _ in 0..6 {
            peer.request();
            peer.send("HTTP/1.1 307 Temporary Redirect\r\nLocation: /mcp\r\nContent-Length: 0\r\n\r\n");
        }
        peer.is_closed();
    }];
    let http = http(&script);
    let outcome = ask(&http, "tools/list");
    assert!(outcome.error().message().contains("after 5 other redirects"), "{:?}", outcome.error());
    drop(http);
    script.finish();
}

#[test]
fn a_chain_that_is_short_enough_is_followed() {
    let script = script![|mut peer| {
        for hop in 0..5 {
            peer.request();
            peer.send(format!(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: /{hop}\r\nContent-Length: 0\r\n\r\n"
            ));
        }
        assert_eq!(peer.request().line(), "POST /4 HTTP/1.1");
        peer.send(ANSWER);
    }];
    assert_eq!(call(&http(&script)).message(), MESSAGE);
    script.finish();
}
