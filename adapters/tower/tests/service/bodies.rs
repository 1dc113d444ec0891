//! Bodies: how much, how long, and what becomes of those that do not arrive.

use std::task::{Context, Waker};

use crate::messages::{HI, call_with, hi, message, refused};
use crate::pieces::Pieces;
use crate::scene::{Plan, Scene};

const SLOW: &str = "Request timeout: the body came too slowly";

fn small() -> Scene {
    Scene::on(Plan { endpoint: |endpoint| endpoint.max_body(300), ..Plan::default() })
}

fn too_large() -> String {
    refused("413 Payload Too Large", "Content too large: a message has at most 300 bytes")
}

/// `length` bytes: an echo and white space.
fn padded(length: usize) -> String {
    format!("{:length$}", message("1", "echo", HI))
}

#[test]
fn a_body_in_pieces_is_put_together() {
    let scene = Scene::new();
    let body = Pieces::default();
    let mut exchange = scene.send(call_with("echo", body.clone()));
    for byte in message("1", "echo", HI).chars() {
        exchange.expect_none();
        body.add(&byte.to_string());
        body.add("");
    }
    body.add_trailers();
    exchange.expect_none();
    body.end();
    assert_eq!(exchange.answer().whole(), hi("1"));
}

#[test]
fn many_pieces_at_once_do_not_keep_others_waiting() {
    let scene = Scene::new();
    let body = Pieces::default();
    for byte in message("1", "echo", HI).chars() {
        body.add(&byte.to_string());
    }
    body.end();
    assert_eq!(scene.ask(call_with("echo", body.clone())), hi("1"));

    let endless = Pieces::default();
    for _ in 0..100_000 {
        endless.add("");
    }
    let mut exchange = scene.send(call_with("echo", endless.clone()));
    assert!(exchange.poll_once(&mut Context::from_waker(Waker::noop())).is_pending());
    assert!(endless.left() > 99_000, "{}", endless.left());
}

#[test]
fn one_of_the_largest_size_is_served_and_one_byte_more_is_not() {
    let scene = small();
    for length in [299, 300] {
        assert_eq!(scene.ask(call_with("echo", Pieces::all(&padded(length)))), hi("1"));
    }
    assert_eq!(scene.ask(call_with("echo", Pieces::all(&padded(301)))), too_large());
}

#[test]
fn a_declared_length_over_the_limit_is_refused_unread() {
    let scene = small();
    let body = Pieces::default();
    let mut request = call_with("echo", body.clone());
    request.headers_mut().insert("content-length", "301".parse().unwrap());
    assert_eq!(scene.ask(request), too_large());
    assert_eq!((body.polls(), body.is_dropped()), (0, true));

    let body = Pieces::of_length(301);
    assert_eq!(scene.ask(call_with("echo", body.clone())), too_large());
    assert_eq!((body.polls(), body.is_dropped()), (0, true));
}

#[test]
fn one_that_grows_over_the_limit_is_not_read_on() {
    let scene = small();
    let body = Pieces::default();
    let mut exchange = scene.send(call_with("echo", body.clone()));
    body.add(&"x".repeat(200));
    body.add(&"x".repeat(100));
    exchange.expect_none();
    body.add("x");
    body.add("more");
    body.add("and more");
    assert_eq!(exchange.answer().whole(), too_large());
    assert_eq!((body.left(), body.is_dropped()), (2, true));
}

#[test]
fn silence_is_waited_for_five_seconds() {
    let scene = Scene::new();
    let body = Pieces::default();
    let mut exchange = scene.send(call_with("echo", body.clone()));
    exchange.expect_none();
    scene.advance(4_999);
    exchange.expect_none();
    body.add("{");
    exchange.expect_none();
    scene.advance(4_999);
    exchange.expect_none();
    scene.advance(1);
    assert_eq!(exchange.answer().whole(), refused("408 Request Timeout", SLOW));
    assert!(body.is_dropped());
    assert_eq!(scene.clock.sleepers(), 0);
}

#[test]
fn a_body_has_ten_seconds_in_all() {
    let scene = Scene::new();
    let body = Pieces::default();
    let mut exchange = scene.send(call_with("echo", body.clone()));
    for _ in 0..9 {
        body.add(" ");
        exchange.expect_none();
        scene.advance(1_000);
    }
    exchange.expect_none();
    scene.advance(999);
    body.add(" ");
    exchange.expect_none();
    scene.advance(1);
    assert_eq!(exchange.answer().whole(), refused("408 Request Timeout", SLOW));
}

#[test]
fn deadlines_can_be_left_to_the_host() {
    let scene = Scene::with(|mcp| mcp.body_timeout(None).read_timeout(None));
    let body = Pieces::default();
    let mut exchange = scene.send(call_with("echo", body.clone()));
    exchange.expect_none();
    assert_eq!(scene.clock.sleepers(), 0);
    scene.advance(1_000_000);
    exchange.expect_none();
    body.add(&message("1", "echo", HI));
    body.end();
    assert_eq!(exchange.answer().whole(), hi("1"));
}

#[test]
fn one_that_breaks_off_is_refused() {
    let scene = Scene::new();
    let body = Pieces::default();
    body.add("{");
    body.fail();
    let expected = refused("400 Bad Request", "Bad request: the body broke off");
    assert_eq!(scene.ask(call_with("echo", body)), expected);
}

#[test]
fn an_empty_one_is_no_json() {
    let scene = Scene::new();
    let body = Pieces::default();
    body.end();
    let answer = scene.ask(call_with("echo", body));
    assert!(answer.starts_with("400 Bad Request\n"), "{answer}");
    assert!(answer.contains("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,"), "{answer}");
}
