//! Answers that are event streams.

use std::time::Duration;

use crate::listening::Listening;
use crate::messages::{STREAM, call, chunk, echo, event, hi, progress, text, unavailable};

fn steps(id: &str, name: &str) -> String {
    call(id, "steps", &format!("{{\"name\":\"{name}\"}}"))
}

#[test]
fn progress_as_it_comes_and_the_answer_last() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(steps("1", "a") + &echo("2"));
    client.expect(STREAM.to_owned() + &chunk(&progress(1)));
    listening.stage.open("a");
    client.expect(chunk(&progress(2)));
    listening.stage.open("a");
    client.expect(chunk(&progress(3)));
    listening.stage.open("a");
    client.expect(chunk(&event(&text("1", "a"))) + "0\r\n\r\n");
    client.expect(hi("2"));
}

#[test]
fn an_http_1_0_stream_ends_with_its_connection() {
    let listening = Listening::new();
    let mut client = listening.client();
    for _ in 1..=3 {
        listening.stage.open("a");
    }
    client.send(steps("1", "a").replacen("HTTP/1.1", "HTTP/1.0", 1));
    client.expect(STREAM.replacen("transfer-encoding: chunked", "connection: close", 1));
    client.expect(progress(1) + &progress(2) + &progress(3) + &event(&text("1", "a")));
    client.expect_end();
}

#[test]
fn a_quiet_stream_is_kept_alive() {
    let listening = Listening::with(|http| http.request_timeout(None));
    let mut client = listening.client();
    client.send(steps("1", "a"));
    client.expect(STREAM.to_owned() + &chunk(&progress(1)));
    for round in 1..=3 {
        // The connection's first timer is still armed.
        if round == 1 {
            listening.clock.advance(10_000);
            listening.clock.wait_for_timer(15_000);
            listening.clock.advance(5_000);
        } else {
            listening.clock.wait_for_timer(round * 15_000);
            listening.clock.advance(15_000);
        }
        client.expect("d\r\n: keepalive\n\n\r\n");
    }
    listening.stage.open("a");
    client.expect(chunk(&progress(2)));
}

#[test]
fn a_failure_after_the_start_is_the_last_event() {
    let listening = Listening::with(|http| http.request_timeout(Some(Duration::from_secs(3))));
    let mut client = listening.client();
    client.send(steps("1", "a") + &echo("2"));
    client.expect(STREAM.to_owned() + &chunk(&progress(1)));
    listening.clock.wait_for_timer(3_000);
    listening.clock.advance(3_000);
    listening.stage.wait_for("gone a");
    client.expect(chunk(&event(&unavailable("\"id\":1,", "timeout"))) + "0\r\n\r\n");
    client.expect(hi("2"));
}

/// A handler that says more than its peer reads waits, and what it said waits in bounded memory.
#[test]
fn a_flood_goes_as_fast_as_it_is_read() {
    let listening = Listening::with(|http| http.request_timeout(None));
    let mut client = listening.client();
    client.send(call("1", "flood", r#"{"name":"a"}"#));
    assert!(client.head().contains("text/event-stream"));
    for _ in 0..100 {
        client.take(100_000);
    }
    assert_eq!(listening.stage.rest(), [""; 0]);
}

#[test]
fn without_a_token_there_is_no_stream() {
    let listening = Listening::new();
    let mut client = listening.client();
    for _ in 1..=3 {
        listening.stage.open("a");
    }
    // As long as the token, so that the length stays right.
    client.send(steps("1", "a").replacen(r#""progressToken""#, r#""example.org/t""#, 1));
    client.expect(crate::messages::answer("200 OK", &text("1", "a")));
}
