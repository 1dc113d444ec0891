//! Calls that are answered with plain JSON.

use std::time::Duration;

use crate::messages::{answer, call, echo, hi, named, post, text, unavailable};
use crate::pieces::Pieces;
use crate::scene::{Plan, Scene};

#[test]
fn what_is_done_at_once_costs_no_task_and_no_timer() {
    let scene = Scene::new();
    assert_eq!(scene.ask(echo("1")), hi("1"));
    assert_eq!(scene.ask(echo("\"a\"")), hi("\"a\""));
    assert_eq!((scene.clock.sleepers(), scene.stats().completed), (0, 2));
}

#[test]
fn what_takes_longer_is_answered_when_it_is_done() {
    let scene = Scene::new();
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    assert_eq!(scene.stats().running, 1);
    scene.stage.open("a");
    assert_eq!(exchange.answer().whole(), answer("200 OK", &text("1", "a")));
    assert_eq!(scene.stage.done(), ["start a", "gone a"]);
    assert_eq!((scene.clock.sleepers(), scene.stats().running), (0, 0));
}

#[test]
fn errors_have_their_status() {
    let scene = Scene::new();
    let error = |code: i32, message: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{\"code\":{code},\"message\":\"{message}\"}}}}")
    };
    let unknown = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\",\"params\":{\"_meta\":{\
         \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
         \"io.modelcontextprotocol/clientCapabilities\":{}}}}";
    let unknown = scene.ask(post("no/such", Pieces::all(unknown)));
    assert_eq!(unknown, answer("404 Not Found", &error(-32601, "Method not found")));
    let no_tool = scene.ask(call("1", "nothing", "{}"));
    assert!(no_tool.starts_with("400 Bad Request\n"), "{no_tool}");
    assert!(no_tool.contains("\"id\":1,\"error\":{\"code\":-32602,"), "{no_tool}");
    let old = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
    let old = scene.ask(post("initialize", Pieces::all(old)));
    assert!(old.starts_with("400 Bad Request\n") && old.contains("\"code\":-32022,"), "{old}");
}

#[test]
fn notifications_are_accepted_without_a_word() {
    let scene = Scene::new();
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(scene.ask(post("notifications/cancelled", Pieces::all(cancelled))), "202 Accepted\n\n");
}

#[test]
fn a_cancellation_reaches_no_other_request() {
    let scene = Scene::new();
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(scene.ask(post("notifications/cancelled", Pieces::all(cancelled))), "202 Accepted\n\n");
    // Nor does an id belong to one request alone.
    assert_eq!(scene.ask(echo("1")), hi("1"));
    scene.stage.open("a");
    assert_eq!(exchange.answer().whole(), answer("200 OK", &text("1", "a")));
}

#[test]
fn a_deadline_that_passes_is_504() {
    let scene = Scene::with(|mcp| mcp.probe(None));
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    scene.advance(29_999);
    exchange.expect_none();
    scene.advance(1);
    assert_eq!(
        exchange.answer().whole(),
        answer("504 Gateway Timeout", &unavailable("\"id\":1,", "timeout"))
    );
    assert_eq!(scene.stage.done(), ["start a", "gone a"]);
}

#[test]
fn a_service_may_have_a_deadline_of_its_own() {
    let scene = Scene::with(|mcp| mcp.request_timeout(Some(Duration::from_secs(2))));
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    scene.advance(2_000);
    assert_eq!(
        exchange.answer().whole(),
        answer("504 Gateway Timeout", &unavailable("\"id\":1,", "timeout"))
    );
}

#[test]
fn a_panic_is_one_failed_call() {
    let scene = Scene::new();
    let failed = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#;
    // At its first poll, and in a task.
    scene.stage.open("a");
    assert_eq!(scene.ask(named("1", "boom", "a")), answer("200 OK", failed));
    let mut exchange = scene.send(named("1", "boom", "b"));
    exchange.expect_none();
    scene.stage.open("b");
    assert_eq!(exchange.answer().whole(), answer("200 OK", failed));
    assert_eq!(scene.ask(echo("2")), hi("2"));
}

#[test]
fn panics_that_are_let_through_end_with_the_call() {
    let scene = Scene::on(Plan { server: |server| server.contain_panics(false), ..Plan::default() });
    scene.stage.open("a");
    let exchange = scene.send(named("1", "boom", "a"));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| exchange.answer()));
    assert!(panicked.is_err());
    assert_eq!(scene.ask(echo("2")), hi("2"));
    assert_eq!(scene.stats().running, 0);
}
