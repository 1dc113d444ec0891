//! Answers that are too large, in every form in which they can come.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::task::{Context, Wake, Waker};

use async_io::block_on;
use snodo_client::Transport;

use crate::script::{PATIENCE, Script, bounded, scene, script};
use crate::transport::{Outcome, ask, http, message};

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const EVENTS: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";

/// What comes of an answer of `start` and then `more` for ever, when responses may have 1,000 bytes.
fn flooded(method: &str, start: String, more: Vec<u8>) -> Outcome {
    let scene = scene(move |mut peer| {
        peer.request();
        peer.send(start);
        // It ends because the client closes the connection.
        if more.is_empty() {
            peer.is_closed();
        } else {
            peer.send_until_closed(&more);
        }
    });
    let script = Script::start(vec![scene]);
    let http = http(&script).max_response(1_000);
    let outcome = ask(&http, method);
    script.finish();
    outcome
}

#[test]
fn a_response_beyond_the_limit_is_an_error_in_every_form() {
    let chunk = format!("64\r\n{}\r\n", "x".repeat(100)).into_bytes();
    let event = format!("data: {}\n\n", "x".repeat(92)).into_bytes();
    let event_chunk = format!("64\r\ndata: {}\n\n\r\n", "x".repeat(92)).into_bytes();
    for (name, start, more) in [
        ("declared", format!("{HEAD}Content-Length: 1001\r\n\r\n"), vec![]),
        ("declared, far beyond", format!("{HEAD}Content-Length: 18446744073709551615\r\n\r\n"), vec![]),
        ("one chunk", format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n3E9\r\n"), vec![]),
        ("chunks", format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n"), chunk),
        ("up to the end", format!("{HEAD}Connection: close\r\n\r\n"), vec![b'x'; 1_000]),
        ("one event", format!("{EVENTS}Connection: close\r\n\r\ndata: "), vec![b'x'; 1_000]),
        ("events", format!("{EVENTS}Connection: close\r\n\r\n"), event),
        ("events in chunks", format!("{EVENTS}Transfer-Encoding: chunked\r\n\r\n"), event_chunk),
        ("comments", format!("{EVENTS}Connection: close\r\n\r\n"), b": comment\n".to_vec()),
    ] {
        let outcome = flooded("tools/call", start, more);
        let error = outcome.error.as_ref().unwrap_or_else(|| panic!("{name}: {outcome:?}"));
        assert_eq!(error.message(), "the response is larger than 1000 bytes", "{name}");
        assert_eq!((error.code(), error.http_status()), (-32000, Some(200)), "{name}");
    }
}

#[test]
fn a_response_of_just_the_limit_is_taken() {
    let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"x\":\"{}\"}}}}", "x".repeat(958));
    assert_eq!(body.len(), 1_000);
    let event = format!("data: {}\n\n", &body[..992]);
    for (name, answer) in [
        ("declared", format!("{HEAD}Content-Length: 1000\r\n\r\n{body}")),
        ("chunks", format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n3E8\r\n{body}\r\n0\r\n\r\n")),
        ("up to the end", format!("{HEAD}Connection: close\r\n\r\n{body}")),
        ("an event", format!("{EVENTS}Connection: close\r\n\r\n{event}")),
    ] {
        let scene = scene(move |mut peer| {
            peer.request();
            peer.send(answer);
        });
        let script = Script::start(vec![scene]);
        let outcome = ask(&http(&script).max_response(1_000), "tools/call");
        assert!(outcome.error.is_none() && outcome.messages.len() == 1, "{name}: {outcome:?}");
        script.finish();
    }
}

#[test]
fn a_subscription_has_no_limit_but_that_of_each_event() {
    let event = format!("data: {}\r\n\r\n", "x".repeat(1_000));
    let start = format!("{EVENTS}Connection: close\r\n\r\n{}data: {}", event.repeat(50), "y".repeat(1_000));
    let outcome = flooded("subscriptions/listen", start, b"y".to_vec());
    assert_eq!(outcome.messages.len(), 50);
    assert!(outcome.messages.iter().all(|message| message.len() == 1_000));
    let error = outcome.error.expect("the last event is too long");
    assert_eq!(error.message(), "an event of the stream is longer than 1000 bytes");
}

#[test]
fn heads_and_framing_have_limits_too() {
    for (name, start, more, why) in [
        ("a status line", "HTTP/1.1 200 ".to_owned(), vec![b'x'; 1_000], "head is larger"),
        ("a field", "HTTP/1.1 200 OK\r\nX: ".to_owned(), vec![b'x'; 1_000], "head is larger"),
        ("fields", "HTTP/1.1 200 OK\r\n".to_owned(), b"X: y\r\n".to_vec(), "more header fields"),
        ("interim answers", String::new(), b"HTTP/1.1 103 Early Hints\r\n\r\n".to_vec(), "head is larger"),
        (
            "a chunk line",
            format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n1;"),
            vec![b'x'; 1_000],
            "chunk line",
        ),
        (
            "trailers",
            format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n0\r\n"),
            b"X: y\r\n".to_vec(),
            "trailer",
        ),
    ] {
        let outcome = flooded("tools/call", start, more);
        let error = outcome.error.as_ref().unwrap_or_else(|| panic!("{name}: {outcome:?}"));
        assert!(error.message().contains(why), "{name}: {error}");
    }
}

#[test]
fn an_error_page_without_end_is_read_only_as_far_as_needed() {
    let start = "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunk = format!("64\r\n{}\r\n", "x".repeat(100)).into_bytes();
    let script = {
        let scene = scene(move |mut peer| {
            peer.request();
            peer.send(start);
            // The sockets hold some of it.
            let sent = peer.send_until_closed(&chunk);
            assert!(sent < 16 * 1024 * 1024, "{sent}");
        });
        Script::start(vec![scene])
    };
    let outcome = ask(&http(&script), "tools/call");
    let error = outcome.error();
    assert_eq!(error.http_status(), Some(502));
    assert!(error.message().len() < 600 && error.message().ends_with("xxx"), "{error}");
    script.finish();
}

/// Counts how often it is woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn a_flood_leaves_others_their_turn() {
    let (flooded, is_flooded) = mpsc::channel();
    let script = script![move |mut peer| {
        peer.request();
        peer.send(format!("{EVENTS}Connection: close\r\n\r\n"));
        // As much as the sockets hold: it is all there when the client looks.
        let stream = peer.stream();
        stream.set_nonblocking(true).expect("a socket");
        let mut sent = 0;
        while let Ok(count) = stream.write(&[b':'; 16_384]) {
            sent += count;
        }
        stream.set_nonblocking(false).expect("a socket");
        flooded.send(sent).expect("the test waits");
        peer.is_closed();
    }];
    let http = http(&script);
    block_on(bounded(async {
        let mut arrivals = http.request(message(1, "subscriptions/listen")).await.expect("a head");
        let sent = is_flooded.recv_timeout(PATIENCE).expect("it is sent");
        assert!(sent > 200_000, "{sent}");
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        assert!(arrivals.poll_next(&mut Context::from_waker(&waker)).is_pending());
        assert_eq!(woken.0.load(Ordering::SeqCst), 1, "it goes on when the others had their turn");
    }));
    script.finish();
}
