//! Whoever drops a request closes its connection; whoever closes the transport ends them all.

use std::sync::mpsc;
use std::task::{Context, Waker};

use async_io::block_on;
use futures_lite::future::{or, yield_now};
use snodo_client::Transport;

use crate::script::{PATIENCE, bounded, script};
use crate::transport::{call, http, message, next, outcome};

const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

#[test]
fn dropping_a_request_that_waits_for_its_answer_closes_its_connection() {
    let (came, has_come) = mpsc::channel();
    let script = script![
        move |mut peer| {
            peer.request();
            came.send(()).expect("the test waits");
            peer.is_closed();
        },
        |mut peer| {
            peer.request();
            peer.send(ANSWER);
        },
    ];
    let http = http(&script);
    block_on(bounded(or(
        async {
            outcome(&http, message(1, "tools/call")).await;
            panic!("it is not answered");
        },
        async {
            while has_come.try_recv().is_err() {
                yield_now().await;
            }
        },
    )));
    // The transport goes on.
    assert_eq!(call(&http).messages.len(), 1);
    script.finish();
}

#[test]
fn dropping_what_arrives_closes_its_connection() {
    for begun in [
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
         d\r\ndata: first\n\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n{\"json",
        "HTTP/1.1 500 Oh\r\nContent-Type: text/plain\r\nContent-Length: 36\r\n\r\n",
    ] {
        let script = script![move |mut peer| {
            peer.request();
            peer.send(begun);
            peer.is_closed();
        }];
        let http = http(&script);
        block_on(bounded(async {
            let mut arrivals = http.request(message(1, "tools/call")).await.expect("a head");
            if begun.contains("first") {
                let first = next(&mut *arrivals).await.expect("an event").expect("a message");
                assert_eq!(first.message, b"first");
            }
            let cx = &mut Context::from_waker(Waker::noop());
            assert!(arrivals.poll_next(cx).is_pending());
        }));
        script.finish();
        drop(http);
    }
}

#[test]
fn closing_ends_requests_wherever_they_are() {
    let (came, has_come) = mpsc::channel();
    let (also_came, has_also_come) = mpsc::channel();
    let script = script![
        // One has no head yet, one is in the middle of a stream.
        move |mut peer| {
            peer.request();
            came.send(()).expect("the test waits");
            peer.is_closed();
        },
        move |mut peer| {
            peer.request();
            peer.send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
                 d\r\ndata: first\n\n\r\n",
            );
            also_came.send(()).expect("the test waits");
            peer.is_closed();
        },
    ];
    let http = http(&script).max_connections(2);
    let waiting = std::thread::scope(|scope| {
        let headless = scope.spawn(|| call(&http));
        has_come.recv_timeout(PATIENCE).expect("the first request");
        let streaming = scope.spawn(|| call(&http));
        has_also_come.recv_timeout(PATIENCE).expect("the second request");
        let waiting = scope.spawn(|| call(&http));
        block_on(http.close()).expect("closing works");
        let ended = [headless, streaming, waiting].map(|thread| thread.join().expect("no panic"));
        for outcome in &ended {
            let error = outcome.error.as_ref().expect("it was closed");
            assert_eq!((error.message(), error.code()), ("the connection was closed here", -32000));
        }
        ended.map(|outcome| outcome.messages.len())
    });
    assert!(waiting[0] == 0 && waiting[1] <= 1 && waiting[2] == 0, "{waiting:?}");
    // Closing twice is closing once, and nothing works behind it.
    block_on(http.close()).expect("closing works");
    assert_eq!(call(&http).error().message(), "the connection was closed here");
    script.finish();
}

#[test]
fn closing_and_dropping_close_what_is_idle() {
    for drops in [true, false] {
        let script = script![|mut peer| {
            peer.request();
            peer.send(ANSWER);
            peer.is_closed();
        }];
        let http = http(&script);
        assert_eq!(call(&http).messages.len(), 1);
        if drops {
            drop(http);
            script.finish();
        } else {
            block_on(http.close()).expect("closing works");
            script.finish();
            drop(http);
        }
    }
}

#[test]
fn arrivals_outlive_their_transport_only_to_say_so() {
    for begun in [
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n{\"json",
    ] {
        let script = script![move |mut peer| {
            peer.request();
            peer.send(begun);
            peer.is_closed();
        }];
        let http = http(&script);
        block_on(bounded(async {
            let mut arrivals = http.request(message(1, "tools/call")).await.expect("a head");
            drop(http);
            let error = next(&mut *arrivals).await.expect("the end is told").expect_err("as an error");
            assert_eq!(error.message(), "the connection was closed here");
            assert!(next(&mut *arrivals).await.is_none());
            // The socket is closed with that already.
            script.finish();
        }));
    }
}
