//! The end of a listener, in each state that a connection can be in.

use std::net::TcpStream;

use crate::listening::Listening;
use crate::messages::{
    RETRY_AND_CLOSE, STREAM, answer_with, call, chunk, echo, event, head, hi, progress, text, unavailable,
    wait,
};

fn shutting_down(id: &str) -> String {
    answer_with("503 Service Unavailable", RETRY_AND_CLOSE, &unavailable(id, "shutting_down"))
}

#[test]
fn idle_connections_are_closed() {
    let mut listening = Listening::new();
    let mut fresh = listening.client();
    listening.clock.wait_for_timer(10_000);
    let mut used = listening.client();
    used.send(echo("1"));
    used.expect(hi("1"));
    listening.handle.shutdown();
    fresh.expect_end();
    used.expect_end();
    listening.finish();
    assert!(TcpStream::connect(listening.address).is_err(), "nobody listens any more");
}

#[test]
fn half_a_request_is_refused() {
    for half in ["POST /mcp HT".to_owned(), head("echo") + "Content-Length: 100\r\n\r\n{"] {
        let mut listening = Listening::new();
        let mut client = listening.client();
        client.send(half);
        listening.clock.wait_for_timer(5_000);
        listening.handle.shutdown();
        client.expect(shutting_down(""));
        client.expect_end();
        drop(client);
        listening.finish();
    }
}

#[test]
fn what_runs_may_finish() {
    let mut listening = Listening::new();
    let mut client = listening.client();
    client.send(wait("1", "a") + &echo("2"));
    listening.stage.wait_for("start a");
    let mut other = listening.client();
    other.send(call("3", "steps", r#"{"name":"b"}"#));
    other.expect(STREAM.to_owned() + &chunk(&progress(1)));

    listening.handle.shutdown();
    listening.handle.shutdown();
    listening.clock.wait_for_timer(5_000);
    listening.clock.advance(4_999);
    listening.stage.open("a");
    client.expect(answer_with("200 OK", "connection: close\r\n", &text("1", "a")));
    client.expect_end();
    for step in 2..=3 {
        listening.stage.open("b");
        other.expect(chunk(&progress(step)));
    }
    listening.stage.open("b");
    other.expect(chunk(&event(&text("3", "b"))) + "0\r\n\r\n");
    other.expect_end();
    drop((client, other));
    listening.finish();
}

#[test]
fn what_is_not_done_at_the_limit_is_cancelled() {
    let mut listening = Listening::new();
    let mut client = listening.client();
    client.send(wait("1", "a"));
    listening.stage.wait_for("start a");
    let mut other = listening.client();
    other.send(call("2", "steps", r#"{"name":"b"}"#));
    other.expect(STREAM.to_owned() + &chunk(&progress(1)));

    listening.handle.shutdown();
    listening.clock.wait_for_timer(5_000);
    listening.clock.advance(5_000);
    listening.stage.wait_for("gone a");
    listening.stage.wait_for("gone b");
    client.expect(shutting_down("\"id\":1,"));
    client.expect_end();
    other.expect(chunk(&event(&unavailable("\"id\":2,", "shutting_down"))) + "0\r\n\r\n");
    other.expect_end();
    drop((client, other));
    listening.finish();
}

/// It has the drain limit once more to take its answer.
#[test]
fn a_peer_that_never_reads_does_not_keep_it() {
    let mut listening = Listening::with(|http| http.write_timeout(None));
    let mut client = listening.client();
    client.send(call("1", "big", r#"{"bytes":50000000}"#));
    client.take(1);
    listening.handle.shutdown();
    listening.clock.wait_for_timer(10_000);
    listening.clock.advance(10_000);
    listening.finish();
    client.expect_gone();
}

#[test]
fn without_connections_it_ends_at_once() {
    let mut listening = Listening::new();
    listening.handle.shutdown();
    listening.finish();
}
