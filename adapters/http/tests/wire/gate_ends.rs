//! Requests that wait for the gate in vain: its deadline, their peer's end, the listener's.

use std::time::Duration;

use rustix::net::sockopt::set_socket_linger;

use crate::asking::{Asking, gated, halves, whoami};
use crate::client::Client;
use crate::gate::{CONTINUE, is};
use crate::messages::{RETRY_AND_CLOSE, STREAM, answer_with, chunk, unavailable};
use crate::news::{TOOLS, Telling, acknowledged, ended, listen};
use crate::tools::Stage;

const LATE: &str = "HTTP/1.1 504 Gateway Timeout\r\ncontent-type: text/plain; charset=utf-8\r\n\
                    content-length: 63\r\n\r\nIt took too long to find out whether this request may be let in";

#[test]
fn the_gate_has_its_time() {
    for token in ["slow", "late boom"] {
        let listening = gated(|http| http.head_timeout(None));
        let mut client = listening.client();
        client.send(whoami("1", token));
        listening.stage.wait_for(&format!("asked {token}"));
        listening.clock.wait_for_timer(10_000);
        listening.clock.advance(9_999);
        assert_eq!(listening.stage.rest(), [""; 0]);
        listening.clock.advance(1);
        client.expect(LATE);
        if token == "slow" {
            listening.stage.wait_for("gone slow");
        }
        client.send(whoami("2", "ali"));
        client.expect(is("2", "ali"));
    }
}

#[test]
fn a_body_is_not_read_when_the_gate_is_late() {
    let listening = gated(|http| http.head_timeout(None).gate_timeout(Some(Duration::from_secs(70))));
    let mut client = listening.client();
    let (head, _) = halves("1", "slow");
    client.send(head);
    listening.clock.wait_for_timer(70_000);
    listening.clock.advance(70_000);
    client.expect(LATE.replacen("content-length", "connection: close\r\ncontent-length", 1));
    client.expect_end();
    listening.stage.wait_for("gone slow");
}

/// It is not the peer that was slow.
#[test]
fn a_body_has_all_its_time_behind_the_gate() {
    let listening = gated(|http| http.head_timeout(None).gate_timeout(Some(Duration::from_secs(2_000))));
    let mut client = listening.client();
    let (head, body) = halves("1", "slow");
    client.send(head);
    listening.clock.wait_for_timer(2_000_000);
    listening.clock.advance(1_000_000);
    listening.stage.open("gate");
    client.expect(CONTINUE);
    listening.clock.wait_for_timer(1_005_000);
    listening.clock.advance(4_999);
    client.send(body);
    client.expect(is("1", "slow"));
}

#[test]
fn the_gate_has_all_time_when_its_deadline_is_off() {
    let listening = gated(|http| http.gate_timeout(None));
    let mut client = listening.client();
    client.send(whoami("1", "slow"));
    listening.stage.wait_for("asked slow");
    listening.clock.advance(1_000_000);
    listening.stage.open("gate");
    client.expect(is("1", "slow"));
}

/// The peer goes away with a reset.
fn reset(client: Client) {
    set_socket_linger(&client.stream, Some(Duration::ZERO)).unwrap();
    drop(client);
}

#[test]
fn a_peer_that_is_gone_needs_no_verdict() {
    let listening = gated(|http| http);
    for end in [drop, reset, |client: Client| client.end()] {
        let (head, body) = halves("1", "slow");
        for request in [whoami("1", "slow"), head.clone(), head + &body[..9]] {
            let mut client = listening.client();
            client.send(request);
            listening.stage.wait_for("asked slow");
            end(client);
            listening.stage.wait_for("gone slow");
        }
    }
    let mut client = listening.client();
    client.send(whoami("1", "late boom"));
    listening.stage.wait_for("asked late boom");
    client.end();
    client.expect_end();
}

#[test]
fn what_the_gate_decides_at_once_is_still_answered() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    client.send(whoami("1", "ali") + &whoami("2", "slow"));
    client.end();
    client.expect(is("1", "ali"));
    client.expect_end();
    listening.stage.wait_for("gone slow");
}

#[test]
fn a_verdict_may_come_while_the_listener_drains() {
    let mut listening = gated(|http| http);
    let mut client = listening.client();
    client.send(whoami("1", "slow"));
    listening.stage.wait_for("asked slow");
    listening.handle.shutdown();
    listening.clock.wait_for_timer(5_000);
    listening.clock.advance(4_999);
    listening.stage.open("gate");
    client.expect(is("1", "slow").replacen("content-length", "connection: close\r\ncontent-length", 1));
    client.expect_end();
    drop(client);
    listening.finish();
}

#[test]
fn at_the_drain_limit_nobody_waits_for_the_gate() {
    let (head, _) = halves("1", "slow");
    for request in [whoami("1", "slow"), head] {
        let mut listening = gated(|http| http);
        let mut client = listening.client();
        client.send(request);
        listening.stage.wait_for("asked slow");
        listening.handle.shutdown();
        listening.clock.wait_for_timer(5_000);
        listening.clock.advance(5_000);
        listening.stage.wait_for("gone slow");
        let gone = unavailable("", "shutting_down");
        client.expect(answer_with("503 Service Unavailable", RETRY_AND_CLOSE, &gone));
        client.expect_end();
        drop(client);
        listening.finish();
    }
}

/// Nobody would end it later.
#[test]
fn a_subscription_that_is_let_in_during_the_drain_ends_at_once() {
    let stage = Stage::default();
    let mut telling = Telling::with(|http| http.gate(Asking(stage.clone())));
    let mut client = telling.listening.client();
    client.send(listen("1", TOOLS).replacen("\r\n", "\r\nAuthorization: slow\r\n", 1));
    stage.wait_for("asked slow");
    telling.listening.handle.shutdown();
    telling.listening.clock.wait_for_timer(5_000);
    stage.open("gate");
    client.expect(STREAM.replacen("transfer-encoding", "connection: close\r\ntransfer-encoding", 1));
    client.expect(chunk(&acknowledged("1", TOOLS)) + &chunk(&ended("1")) + "0\r\n\r\n");
    client.expect_end();
    drop(client);
    telling.listening.finish();
}
