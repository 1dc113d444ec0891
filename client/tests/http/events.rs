//! Answers that are streams of events.

use std::sync::mpsc;

use async_io::block_on;
use snodo_client::Transport;

use crate::script::{PATIENCE, bounded, script};
use crate::transport::{answered, call, http, message, next};

const PROGRESS: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#;
const RESPONSE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

/// A stream that ends with its connection.
fn stream(events: &str) -> &'static [u8] {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Accel-Buffering: no\r\nConnection: close\r\n\r\n";
    Box::leak(format!("{head}{events}").into_boxed_str()).as_bytes()
}

#[test]
fn any_line_end_gives_the_same_messages() {
    for (name, [a, b, c]) in [
        ("LF", ["\n", "\n", "\n"]),
        ("CRLF", ["\r\n", "\r\n", "\r\n"]),
        ("CR", ["\r", "\r", "\r"]),
        ("mixed", ["\r\n", "\n", "\r"]),
        ("mixed otherwise", ["\r", "\r\n", "\n"]),
    ] {
        let (first, second) = RESPONSE.split_at(15);
        let events = format!(
            ": hello{a}{b}event: message{c}data: {PROGRESS}{a}{b}: keep-alive{c}{a}data:{first}{b}data: {second}{c}{a}"
        );
        let outcome = answered(stream(&events));
        assert!(outcome.error.is_none(), "{name}: {outcome:?}");
        assert_eq!(outcome.messages, [PROGRESS.to_owned(), format!("{first}\n{second}")], "{name}");
        assert_eq!(outcome.statuses, [Some(200), Some(200)]);
    }
}

#[test]
fn a_stream_byte_by_byte_gives_the_same_messages() {
    let script = script![|mut peer| {
        peer.request();
        let answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
             {:x}\r\ndata: {PROGRESS}\r\n\r\n\r\n{:x}\r\ndata: {RESPONSE}\r\n\r\n\r\n0\r\n\r\n",
            PROGRESS.len() + 10,
            RESPONSE.len() + 10
        );
        for byte in answer.bytes() {
            peer.send([byte]);
        }
    }];
    let outcome = call(&http(&script));
    assert!(outcome.error.is_none(), "{outcome:?}");
    assert_eq!(outcome.messages, [PROGRESS, RESPONSE]);
    script.finish();
}

#[test]
fn an_event_is_there_before_the_next_one() {
    let (seen, is_seen) = mpsc::channel();
    let script = script![move |mut peer| {
        peer.request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        for text in ["one", "two"] {
            // A CR is the end of its line at once.
            peer.send(format!("b\r\ndata: {text}\r\r\r\n"));
            let told: String = is_seen.recv_timeout(PATIENCE).expect("the event is seen");
            assert_eq!(told, text);
        }
        peer.send("0\r\n\r\n");
    }];
    let http = http(&script);
    block_on(bounded(async {
        let mut arrivals = http.request(message(1, "tools/call")).await.expect("an answer");
        while let Some(arrived) = next(&mut *arrivals).await {
            let text = String::from_utf8(arrived.expect("a message").message).expect("UTF-8");
            seen.send(text).expect("the script goes on");
        }
    }));
    script.finish();
}

#[test]
fn empty_events_and_events_of_other_types_are_passed_over() {
    let events = format!("id: 1\ndata:\n\nevent: ping\ndata: {{}}\n\nretry: 5\n\ndata: {RESPONSE}\n\n");
    assert_eq!(answered(stream(&events)).message(), RESPONSE);
}

#[test]
fn a_clean_end_without_a_response_is_the_end() {
    let chunked = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
         {:x}\r\ndata: {PROGRESS}\n\n\r\n0\r\n\r\n",
        PROGRESS.len() + 8
    );
    let outcome = answered(Box::leak(chunked.into_boxed_str()).as_bytes());
    assert_eq!(outcome.message(), PROGRESS);
}

#[test]
fn an_end_that_is_not_clean_is_an_error_at_once() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
    let event = format!("data: {PROGRESS}\n\n");
    let answers = [
        // In a chunked body, in one with a length, in the middle of an event.
        format!("{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n{event}\r\n", event.len()),
        format!("{head}Content-Length: {}\r\n\r\n{event}", event.len() + 1),
        format!("{head}Connection: close\r\n\r\n{event}data: {{\"jsonrpc\""),
        format!("{head}Connection: close\r\n\r\n{event}data: {{}}\n"),
    ];
    for answer in answers {
        let outcome = answered(Box::leak(answer.clone().into_boxed_str()).as_bytes());
        assert_eq!(outcome.messages, [PROGRESS], "{answer}");
        let error = outcome.error.expect(&answer);
        assert!(error.message().starts_with("the connection ended before the response: "), "{error}");
        assert_eq!((error.code(), error.http_status()), (-32000, Some(200)));
    }
}

#[test]
fn a_reset_is_an_error_at_once() {
    let script = script![|mut peer| {
        // With the body unread, closing the socket resets the connection.
        peer.head();
        let event = format!("data: {PROGRESS}\n\n");
        peer.send(format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{event}\r\n",
            event.len()
        ));
    }];
    let http = http(&script);
    let message = snodo_client::machine::Message::new(1, "tools/call", "x".repeat(4_000));
    let outcome = block_on(bounded(crate::transport::outcome(&http, message)));
    let error = outcome.error.expect("the stream broke");
    assert!(error.message().starts_with("the connection ended before the response: "), "{error}");
    script.finish();
}

#[test]
fn a_stream_that_has_ended_leaves_its_connection() {
    // Both answers come on one connection, though nobody read the first one to its end.
    let script = script![|mut peer| {
        for _ in 0..2 {
            peer.request();
            peer.send(format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
                 {:x}\r\ndata: {RESPONSE}\n\n\r\n0\r\n\r\n",
                RESPONSE.len() + 8
            ));
        }
    }];
    let http = http(&script);
    for id in 1..=2 {
        block_on(bounded(async {
            let mut arrivals = http.request(message(id, "tools/call")).await.expect("an answer");
            let arrived = next(&mut *arrivals).await.expect("a message").expect("a response");
            assert_eq!(arrived.message, RESPONSE.as_bytes());
        }));
    }
    drop(http);
    script.finish();
}

#[test]
fn other_calls_are_not_affected_by_a_stream_that_breaks() {
    let broken =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100\r\n\r\ndata: x\n\n";
    let script = script![
        move |mut peer| {
            peer.request();
            peer.send(broken);
        },
        |mut peer| {
            peer.request();
            peer.send(stream(&format!("data: {RESPONSE}\n\n")));
        },
    ];
    let http = http(&script);
    assert!(call(&http).error.is_some());
    assert_eq!(call(&http).message(), RESPONSE);
    script.finish();
}
