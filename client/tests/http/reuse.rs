//! Connections that are kept, and what becomes of requests on those that died meanwhile.

use std::sync::mpsc;
use std::time::Duration;

use snodo_executor::VirtualClock;

use crate::script::{PATIENCE, Peer, script};
use crate::transport::{ask, call, http};

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

fn answer(mut peer: Peer) {
    peer.request();
    peer.send(ANSWER);
}

#[test]
fn a_connection_serves_one_request_after_the_other() {
    let script = script![|mut peer| {
        for _ in 0..100 {
            peer.request();
            peer.send(ANSWER);
        }
        peer.is_closed();
    }];
    let http = http(&script);
    for _ in 0..100 {
        assert_eq!(call(&http).message(), MESSAGE);
    }
    drop(http);
    script.finish();
}

#[test]
fn errors_leave_their_connection() {
    let script = script![|mut peer| {
        for answer in [
            "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nno",
            "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 400 Bad\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        ] {
            peer.request();
            peer.send(answer);
        }
    }];
    let http = http(&script);
    for _ in 0..4 {
        call(&http).error();
    }
    script.finish();
}

#[test]
fn what_ends_a_connection_is_heeded() {
    for last in [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 36\r\n\r\n\
         {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
         {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        // Bytes behind the answer belong to no other.
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
         {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ] {
        let script = script![
            move |mut peer| {
                peer.request();
                peer.send(last);
                peer.is_closed();
            },
            answer,
        ];
        let http = http(&script);
        assert_eq!(call(&http).message(), MESSAGE);
        assert_eq!(call(&http).message(), MESSAGE);
        script.finish();
    }
}

#[test]
fn a_kept_connection_that_was_closed_is_not_used() {
    let (closed, is_closed) = mpsc::channel();
    let script = script![
        move |peer| {
            answer(peer);
            closed.send(()).expect("the test waits");
        },
        answer,
    ];
    let http = http(&script);
    assert_eq!(call(&http).message(), MESSAGE);
    is_closed.recv_timeout(PATIENCE).expect("the server closes");
    // A tool: it would not be called twice.
    assert_eq!(call(&http).message(), MESSAGE);
    script.finish();
}

#[test]
fn a_kept_connection_on_which_something_came_is_not_used() {
    let (taken, is_taken) = mpsc::channel();
    let (sent, is_sent) = mpsc::channel();
    let script = script![
        move |mut peer| {
            peer.request();
            peer.send(ANSWER);
            is_taken.recv_timeout(PATIENCE).expect("the answer is taken");
            // An answer to nothing: it is not the answer to the next request.
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\nevil");
            sent.send(()).expect("the test waits");
            peer.is_closed();
        },
        answer,
    ];
    let http = http(&script);
    assert_eq!(call(&http).message(), MESSAGE);
    taken.send(()).expect("the script waits");
    is_sent.recv_timeout(PATIENCE).expect("it is sent");
    assert_eq!(call(&http).message(), MESSAGE);
    script.finish();
}

#[test]
fn requests_that_only_read_are_sent_again_when_their_connection_dies() {
    for method in ["tools/list", "server/discover", "resources/read", "subscriptions/listen"] {
        let script = script![
            |mut peer| {
                peer.request();
                peer.send(ANSWER);
                peer.request();
            },
            move |mut peer| {
                let request = peer.request();
                assert_eq!(request.values("host").len(), 1);
                assert!(request.body.contains(method));
                peer.send(ANSWER);
            },
        ];
        let http = http(&script);
        assert_eq!(call(&http).message(), MESSAGE);
        assert_eq!(ask(&http, method).message(), MESSAGE, "{method}");
        script.finish();
    }
}

#[test]
fn they_are_sent_again_only_once_and_only_from_a_kept_connection() {
    let script = script![
        |mut peer| {
            peer.request();
            peer.send(ANSWER);
            peer.request();
        },
        |mut peer| _ = peer.request(),
    ];
    let http = http(&script);
    assert_eq!(call(&http).message(), MESSAGE);
    assert!(ask(&http, "tools/list").error().message().contains("was carried out is not known"));
    script.finish();
}

#[test]
fn a_request_that_may_change_something_is_not_sent_again() {
    for method in ["tools/call", "custom/method"] {
        let script = script![|mut peer| {
            peer.request();
            peer.send(ANSWER);
            peer.request();
        }];
        let http = http(&script);
        assert_eq!(call(&http).message(), MESSAGE);
        let outcome = ask(&http, method);
        assert!(outcome.error().message().contains("was carried out is not known"), "{method}: {outcome:?}");
        script.finish();
    }
}

#[test]
fn an_answer_that_has_begun_is_not_asked_for_again() {
    let script = script![|mut peer| {
        peer.request();
        peer.send(ANSWER);
        peer.request();
        peer.send("HTTP/1.1 200");
    }];
    let http = http(&script);
    assert_eq!(call(&http).message(), MESSAGE);
    assert!(ask(&http, "tools/list").error().message().contains("middle of the head"));
    script.finish();
}

#[test]
fn a_connection_is_not_kept_for_too_long() {
    let clock = VirtualClock::new();
    let script = script![
        |mut peer| {
            peer.request();
            peer.send(ANSWER);
            peer.request();
            peer.send(ANSWER);
            peer.is_closed();
        },
        answer,
    ];
    let http = http(&script).clock(clock.clone()).pool_idle_timeout(Duration::from_secs(5));
    assert_eq!(call(&http).message(), MESSAGE);
    clock.advance(Duration::from_millis(4_999));
    assert_eq!(call(&http).message(), MESSAGE);
    clock.advance(Duration::from_secs(5));
    assert_eq!(call(&http).message(), MESSAGE);
    script.finish();
}

#[test]
fn a_connection_serves_only_so_many_requests() {
    let twice = |mut peer: Peer| {
        for _ in 0..2 {
            peer.request();
            peer.send(ANSWER);
        }
        peer.is_closed();
    };
    let script = script![twice, twice];
    let http = http(&script).pool_max_requests(2);
    for _ in 0..4 {
        assert_eq!(call(&http).message(), MESSAGE);
    }
    script.finish();
}

#[test]
fn with_no_room_for_idle_ones_none_is_kept() {
    let once = |mut peer: Peer| {
        peer.request();
        peer.send(ANSWER);
        peer.is_closed();
    };
    let script = script![once, once];
    let http = http(&script).pool_size(0);
    for _ in 0..2 {
        assert_eq!(call(&http).message(), MESSAGE);
    }
    script.finish();
}

#[test]
fn the_server_says_how_long_it_keeps_a_connection() {
    let clock = VirtualClock::new();
    let script = script![
        |mut peer| {
            peer.request();
            peer.send(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nKeep-Alive: timeout=5\r\n\
                 Content-Length: 36\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            );
            peer.is_closed();
        },
        answer,
    ];
    let http = http(&script).clock(clock.clone());
    assert_eq!(call(&http).message(), MESSAGE);
    clock.advance(Duration::from_secs(4));
    assert_eq!(call(&http).message(), MESSAGE);
    script.finish();
}
