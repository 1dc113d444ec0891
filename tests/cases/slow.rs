//! Peers that send slowly, endlessly, or nothing: their connections end, and others are served meanwhile.

use std::time::Duration;

use crate::hosts::{Client, FIELDS, Limits, Socket, over_each_socket};
use crate::subject::{echo_hi, text};

fn request() -> String {
    let body = echo_hi("1");
    format!(
        "POST /mcp HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{body}",
        FIELDS.replace('\n', "\r\n"),
        body.len()
    )
}

fn is_served(socket: &Socket<'_>) {
    let mut client = socket.client();
    client.send(request());
    assert_eq!(client.answer().said(), (200, &*text("1", "hi")));
}

/// So little that the test need not wait.
const SOON: Limits = Limits { arrival: Duration::from_millis(50), keep_alive: Duration::from_secs(100) };

/// A client that gets an answer to this. One that the system keeps from sending in time was silent: it tries again.
fn answered(socket: &Socket<'_>, bytes: &str) -> Client {
    for _ in 0..100 {
        let mut client = socket.client();
        client.send_if_possible(bytes);
        if !client.is_closed() {
            return client;
        }
    }
    panic!("nobody answers {bytes}");
}

#[test]
fn half_a_request_is_refused_when_its_time_is_over() {
    let (request, in_head) = (request(), 20);
    let in_body = request.len() - 20;
    over_each_socket(SOON, |socket| {
        for half in [&request[..1], &request[..in_head], &request[..in_body]] {
            let mut client = answered(socket, half);
            let answer = client.answer();
            assert_eq!((answer.status, answer.field("connection")), (408, Some("close")), "{half}");
            client.expect_end();
        }
    });
}

#[test]
fn a_silent_connection_ends_without_a_word() {
    let request = request();
    over_each_socket(SOON, |socket| {
        // At once, and after a request.
        socket.client().expect_end();
        let mut client = answered(socket, &request);
        assert_eq!(client.answer().said(), (200, &*text("1", "hi")));
        client.expect_end();
    });
}

/// A byte now and then is no excuse.
#[test]
fn a_head_that_drips_is_cut_off() {
    over_each_socket(SOON, |socket| {
        let drip = || {
            let mut client = socket.client();
            client.send_if_possible("POST /mcp HTTP/1.1\r\nHost: localhost\r\nx: ");
            // Each byte comes as soon as it can, and there are few enough for a head.
            for _ in 0..20_000 {
                client.send_if_possible("y");
                std::thread::yield_now();
                if let Some(answer) = client.head_if_there() {
                    return Some(answer.status);
                }
            }
            (!client.is_closed()).then(|| client.head().status)
        };
        let status = (0..100).find_map(|_| drip());
        assert_eq!(status, Some(408));
    });
}

#[test]
fn others_are_served_beside_peers_that_hold_on() {
    let request = request();
    over_each_socket(Limits::default(), |socket| {
        let mut slow: Vec<_> = (0..8).map(|_| socket.client()).collect();
        for at in (0..request.len()).step_by(request.len() / 8) {
            for client in &mut slow {
                client.send(&request[at..request.len().min(at + request.len() / 8)]);
            }
            is_served(socket);
        }
        for client in &mut slow {
            assert_eq!(client.answer().said(), (200, &*text("1", "hi")));
        }
    });
}

#[test]
fn heads_without_end_are_refused() {
    over_each_socket(Limits::default(), |socket| {
        let start = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
        for head in
            [format!("{start}{}", "x: y\r\n".repeat(10_000)), format!("{start}x: {}", "y".repeat(1 << 20))]
        {
            let mut client = socket.client();
            client.send_if_possible(head);
            let answer = client.answer();
            assert_eq!((answer.status, answer.field("connection")), (431, Some("close")));
            is_served(socket);
        }
    });
}
