//! The ends of a subscription: by its client, by its source, with the listener.

use std::thread;
use std::time::Duration;

use rustix::net::sockopt::set_socket_linger;

use crate::client::Client;
use crate::messages::{STREAM, answer_with, chunk, echo, event, hi, text, wait};
use crate::news::{TOOLS, Telling, acknowledged, changed, ended, listen};

fn subscribed(telling: &Telling) -> Client {
    let mut client = telling.listening.client();
    client.send(listen("1", TOOLS));
    client.expect(STREAM.to_owned() + &chunk(&acknowledged("1", TOOLS)));
    client
}

/// The peer goes away with a reset.
fn reset(client: Client) {
    set_socket_linger(&client.stream, Some(Duration::ZERO)).unwrap();
    drop(client);
}

#[test]
fn a_client_that_is_gone_is_noticed_while_nothing_happens() {
    let telling = Telling::new();
    for end in [drop, reset, |client: Client| client.end()] {
        let client = subscribed(&telling);
        assert_eq!(telling.news.hub.stats().subscriptions, 1);
        end(client);
        telling.listening.stage.wait_for("closed: Disconnected");
        assert_eq!(telling.news.hub.stats().subscriptions, 0);
        while telling.listening.executor.stats().subscriptions > 0 {
            thread::yield_now();
        }
    }
}

#[test]
fn half_closing_counts_as_closing() {
    let telling = Telling::new();
    let mut client = subscribed(&telling);
    client.end();
    client.expect_end();
}

#[test]
fn ended_by_its_source_the_connection_goes_on() {
    let telling = Telling::new();
    let mut client = subscribed(&telling);
    client.send(echo("2"));
    assert_eq!(telling.news.hub.complete_all(), 1);
    client.expect(chunk(&ended("1")) + "0\r\n\r\n");
    client.expect(hi("2"));
    telling.listening.stage.wait_for("closed: Complete");
    client.send(listen("3", TOOLS));
    client.expect(STREAM.to_owned() + &chunk(&acknowledged("3", TOOLS)));
}

#[test]
fn one_that_can_never_tell_anything_ends_at_once() {
    let telling = Telling::new();
    let mut client = telling.listening.client();
    client.send(listen("1", "{}") + &echo("2"));
    client.expect(STREAM.to_owned() + &chunk(&acknowledged("1", "{}")) + &chunk(&ended("1")) + "0\r\n\r\n");
    client.expect(hi("2"));
}

#[test]
fn a_source_that_panics_costs_its_own_subscription() {
    let telling = Telling::new();
    let mut client = subscribed(&telling);
    let mut other = telling.listening.client();
    other.send(listen("2", r#"{"resourcesListChanged":true}"#));
    other.expect(STREAM.to_owned() + &chunk(&acknowledged("2", r#"{"resourcesListChanged":true}"#)));
    telling.news.boom();
    let message = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#;
    client.expect(chunk(&event(message)) + "0\r\n\r\n");
    telling.listening.stage.wait_for("closed: Error");
    telling.news.hub.resources_changed();
    other.expect(chunk(&changed("2", "resources")));
    client.send(echo("3"));
    client.expect(hi("3"));
}

#[test]
fn a_shutdown_ends_it_with_its_result_and_calls_go_on() {
    let mut telling = Telling::new();
    let mut client = telling.listening.client();
    client.send(listen("1", TOOLS) + &echo("2"));
    client.expect(STREAM.to_owned() + &chunk(&acknowledged("1", TOOLS)));
    let mut caller = telling.listening.client();
    caller.send(wait("3", "a"));
    telling.listening.stage.wait_for("start a");
    telling.listening.handle.shutdown();
    client.expect(chunk(&ended("1")) + "0\r\n\r\n");
    client.expect_end();
    telling.listening.stage.wait_for("closed: Shutdown");
    assert_eq!(telling.news.hub.stats().subscriptions, 0);
    telling.listening.stage.open("a");
    caller.expect(answer_with("200 OK", "connection: close\r\n", &text("3", "a")));
    caller.expect_end();
    drop((client, caller));
    telling.listening.finish();
}

#[test]
fn over_http_1_0_it_ends_with_its_connection() {
    let mut telling = Telling::new();
    let mut client = telling.listening.client();
    client.send(listen("1", TOOLS).replacen("HTTP/1.1", "HTTP/1.0", 1));
    client.expect(STREAM.replacen("transfer-encoding: chunked", "connection: close", 1));
    client.expect(acknowledged("1", TOOLS));
    telling.news.hub.tools_changed();
    client.expect(changed("1", "tools"));
    telling.listening.clock.advance(10_000);
    telling.listening.clock.wait_for_timer(15_000);
    telling.listening.clock.advance(5_000);
    client.expect(": keepalive\n\n");
    telling.listening.handle.shutdown();
    client.expect(ended("1"));
    client.expect_end();
    drop(client);
    telling.listening.finish();
}
