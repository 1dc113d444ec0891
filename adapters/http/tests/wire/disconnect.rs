//! Peers that go away while their request runs.

use std::thread;
use std::time::Duration;

use rustix::net::sockopt::set_socket_linger;

use crate::client::Client;
use crate::listening::Listening;
use crate::messages::{STREAM, call, chunk, echo, hi, progress, wait};

/// The peer goes away with a reset.
fn reset(client: Client) {
    set_socket_linger(&client.stream, Some(Duration::ZERO)).unwrap();
    drop(client);
}

fn steps(name: &str) -> String {
    call("1", "steps", &format!("{{\"name\":\"{name}\"}}"))
}

#[test]
fn closing_cancels_a_call_without_output() {
    let listening = Listening::new();
    for end in [drop, reset, |client: Client| client.end()] {
        let mut client = listening.client();
        client.send(wait("1", "a"));
        listening.stage.wait_for("start a");
        end(client);
        listening.stage.wait_for("gone a");
    }
    // Its place is free right after its destructors.
    while listening.executor.stats().running > 0 {
        thread::yield_now();
    }
    assert_eq!(listening.executor.stats().cancelled, 3);
}

#[test]
fn closing_cancels_a_stream() {
    let listening = Listening::new();
    for end in [drop, reset] {
        let mut client = listening.client();
        client.send(steps("a"));
        client.expect(STREAM.to_owned() + &chunk(&progress(1)));
        end(client);
        listening.stage.wait_for("gone a");
    }
}

#[test]
fn half_closing_counts_as_closing() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(echo("1") + &wait("2", "a"));
    listening.stage.wait_for("start a");
    client.end();
    listening.stage.wait_for("gone a");
    client.expect(hi("1"));
    client.expect_end();

    let mut client = listening.client();
    client.send(steps("b"));
    client.expect(STREAM.to_owned() + &chunk(&progress(1)));
    client.end();
    listening.stage.wait_for("gone b");
    client.expect_end();
}

#[test]
fn what_is_done_at_its_first_poll_is_still_answered() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(echo("1") + &echo("2") + &wait("3", "a") + &echo("4"));
    client.end();
    client.expect(hi("1"));
    client.expect(hi("2"));
    client.expect_end();
}

#[test]
fn closing_cancels_a_call_that_says_it_is_the_last() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(wait("1", "a").replacen("\r\n", "\r\nConnection: close\r\n", 1));
    listening.stage.wait_for("start a");
    drop(client);
    listening.stage.wait_for("gone a");
}

#[test]
fn closing_is_noticed_behind_pipelined_requests() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(wait("1", "a") + &echo("2").repeat(100));
    listening.stage.wait_for("start a");
    drop(client);
    listening.stage.wait_for("gone a");
}

#[test]
fn a_flood_of_events_ends_with_its_reader() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(call("1", "flood", r#"{"name":"a"}"#));
    client.take(1_000_000);
    drop(client);
    listening.stage.wait_for("gone a");
}
