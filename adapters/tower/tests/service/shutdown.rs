//! The end.

use crate::messages::{
    HI, answer, call_with, echo, event, listen, message, named, progress, text, turned_away,
};
use crate::news::{acknowledged, ended};
use crate::pieces::Pieces;
use crate::scene::Scene;

#[test]
fn subscriptions_end_with_their_result() {
    let scene = Scene::new();
    let mut answers = ["1", "\"b\""].map(|id| scene.send(listen(id)).answer());
    answers[0].expect(acknowledged("1"));
    answers[0].expect_none();
    // Nobody has asked the second one for anything yet.
    scene.mcp.handle().shutdown();
    answers[0].expect(ended("1"));
    answers[0].expect_end();
    answers[1].expect(acknowledged("\"b\""));
    answers[1].expect(ended("\"b\""));
    answers[1].expect_end();
    assert_eq!(scene.stage.done(), ["closed: Shutdown", "closed: Shutdown"]);
    let stats = scene.stats();
    assert_eq!((stats.subscriptions, stats.completed), (0, 2));
}

#[test]
fn requests_are_turned_away_unread() {
    let scene = Scene::new();
    let handle = scene.mcp.handle();
    handle.shutdown();
    handle.clone().shutdown();
    let request = echo("1");
    let body = request.body().clone();
    assert_eq!(scene.ask(request), turned_away("", "shutting_down"));
    assert_eq!(body.polls(), 0);
    assert_eq!(scene.ask(listen("1")), turned_away("", "shutting_down"));
}

#[test]
fn one_whose_body_is_coming_is_turned_away() {
    let scene = Scene::new();
    let body = Pieces::default();
    let mut exchange = scene.send(call_with("echo", body.clone()));
    body.add(&message("1", "echo", HI)[..20]);
    exchange.expect_none();
    scene.mcp.handle().shutdown();
    assert_eq!(exchange.answer().whole(), turned_away("", "shutting_down"));
    assert!(body.is_dropped());
}

#[test]
fn calls_that_run_may_finish() {
    let scene = Scene::new();
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    let mut stream = scene.send(named("2", "steps", "b")).answer();
    stream.expect(progress(1));
    scene.mcp.handle().shutdown();
    exchange.expect_none();
    stream.expect_none();
    scene.stage.open("a");
    assert_eq!(exchange.answer().whole(), answer("200 OK", &text("1", "a")));
    for _ in 1..=3 {
        scene.stage.open("b");
    }
    stream.expect(progress(2) + &progress(3) + &event(&text("2", "b")));
    stream.expect_end();
}
