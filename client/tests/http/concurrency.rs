//! Many requests at once.

use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;

use async_io::block_on;
use futures_lite::future::poll_once;
use snodo_client::{Http, Transport};

use crate::script::{PATIENCE, Peer, Script, bounded, scene, script};
use crate::transport::{call, http, message, outcome};

const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

/// Answers a request with the id that it has.
fn echo(body: &str) -> String {
    let id = body.split("\"id\":").nth(1).and_then(|rest| rest.split(',').next()).expect("an id");
    let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}");
    let length = answer.len();
    format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{answer}")
}

#[test]
fn sixty_four_at_once_get_each_its_own_answer() {
    // No answer before all requests are there: they are under way together.
    let together = Arc::new(Barrier::new(64));
    let play = || {
        let together = Arc::clone(&together);
        scene(move |mut peer| {
            let request = peer.request();
            together.wait();
            peer.send(echo(&request.body));
        })
    };
    let script = Script::start((0..64).map(|_| play()).collect());
    let http = http(&script).pool_size(0);
    thread::scope(|scope| {
        for id in 0..64 {
            let http = &http;
            scope.spawn(move || {
                let outcome = block_on(bounded(outcome(http, message(id, "tools/call"))));
                assert_eq!(outcome.message(), format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}"));
            });
        }
    });
    script.finish();
}

#[test]
fn no_more_connections_than_allowed_are_at_work() {
    let (open, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let play = || {
        let (open, most) = (Arc::clone(&open), Arc::clone(&most));
        scene(move |mut peer| {
            while peer.read() > 0 {
                let now = open.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                thread::yield_now();
                open.fetch_sub(1, Ordering::SeqCst);
                peer.send(ANSWER);
            }
        })
    };
    let script = Script::start((0..3).map(|_| play()).collect());
    let http = Arc::new(http(&script).max_connections(3));
    let callers: Vec<_> = (0..16)
        .map(|_| {
            let http = Arc::clone(&http);
            thread::spawn(move || (0..20).all(|_| call(&http).messages.len() == 1))
        })
        .collect();
    assert!(callers.into_iter().all(|caller| caller.join().expect("no panic")));
    assert!(most.load(Ordering::SeqCst) <= 3);
    // Connections that were never needed would keep the script waiting.
    for _ in 0..2 {
        drop(TcpStream::connect(script.address));
    }
    drop(http);
    script.finish();
}

#[test]
fn who_waits_for_a_place_can_give_up_and_the_next_gets_it() {
    let (came, has_come) = mpsc::channel();
    let (answer, may_answer) = mpsc::channel::<()>();
    let script = script![move |mut peer| {
        peer.request();
        came.send(()).expect("the test waits");
        may_answer.recv_timeout(PATIENCE).expect("the test goes on");
        peer.send(ANSWER);
        // The one that gave up is never seen.
        assert!(peer.request().body.contains("\"id\":3"));
        peer.send(ANSWER);
    }];
    let http = http(&script).max_connections(1);
    thread::scope(|scope| {
        let first = scope.spawn(|| call(&http).messages.len());
        has_come.recv_timeout(PATIENCE).expect("a request");
        block_on(async {
            let mut gives_up = Box::pin(outcome(&http, message(2, "tools/call")));
            assert!(poll_once(&mut gives_up).await.is_none());
            let mut last = Box::pin(outcome(&http, message(3, "tools/call")));
            assert!(poll_once(&mut last).await.is_none());
            drop(gives_up);
            answer.send(()).expect("the script waits");
            assert_eq!(bounded(last).await.messages.len(), 1);
        });
        assert_eq!(first.join().expect("no panic"), 1);
    });
    script.finish();
}

#[test]
fn too_many_that_wait_are_refused() {
    // It takes connections and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/", silent.local_addr().expect("an address"));
    let http = Http::new(&url).expect("a URL").max_connections(1).max_waiting(1);
    block_on(bounded(async {
        let mut first = Box::pin(outcome(&http, message(1, "tools/call")));
        assert!(poll_once(&mut first).await.is_none());
        let mut second = Box::pin(outcome(&http, message(2, "tools/call")));
        assert!(poll_once(&mut second).await.is_none());
        let third = outcome(&http, message(3, "tools/call")).await;
        assert_eq!(third.error().message(), "1 requests wait for a connection already");
    }));
}

#[test]
fn subscriptions_keep_no_request_waiting() {
    let stream = |mut peer: Peer| {
        peer.request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: open\n");
        peer.is_closed();
    };
    let script = script![stream, stream, |mut peer| {
        peer.request();
        peer.send(ANSWER);
    }];
    let http = http(&script).max_connections(1).max_subscriptions(2);
    block_on(bounded(async {
        let listen = |id| http.request(message(id, "subscriptions/listen"));
        let (first, _second) = (listen(1).await.expect("a stream"), listen(2).await.expect("another"));
        let third = listen(3).await.expect_err("there is no room for it");
        assert_eq!(third.message(), "there are 2 subscriptions already");
        assert_eq!(outcome(&http, message(4, "tools/call")).await.messages.len(), 1);
        drop(first);
    }));
    script.finish();
}
