//! Hosts that let go of what nobody waits for.

use crate::messages::{HI, STREAM, call_with, listen, message, named, progress};
use crate::news::acknowledged;
use crate::pieces::Pieces;
use crate::scene::Scene;

#[test]
fn before_the_body_has_come() {
    let scene = Scene::new();
    let body = Pieces::default();
    let mut exchange = scene.send(call_with("echo", body.clone()));
    body.add(&message("1", "echo", HI)[..20]);
    exchange.expect_none();
    drop(exchange);
    assert!(body.is_dropped());
    assert_eq!(scene.clock.sleepers(), 0);
}

#[test]
fn before_the_answer_has_begun() {
    let scene = Scene::new();
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    assert_eq!(scene.stage.done(), ["start a"]);
    drop(exchange);
    assert_eq!(scene.stage.done(), ["gone a"]);
    let stats = scene.stats();
    assert_eq!((stats.running, stats.cancelled), (0, 1));
}

#[test]
fn before_it_was_polled_at_all() {
    let scene = Scene::new();
    drop(scene.send(named("1", "wait", "a")));
    assert_eq!(scene.stage.done(), [""; 0]);
}

#[test]
fn in_the_middle_of_a_stream() {
    let scene = Scene::new();
    let mut answer = scene.send(named("1", "steps", "a")).answer();
    answer.expect(progress(1));
    answer.expect_none();
    drop(answer);
    assert_eq!(scene.stage.done(), ["gone a"]);
    assert_eq!(scene.stats().running, 0);
}

#[test]
fn at_the_head_of_a_stream() {
    let scene = Scene::new();
    let answer = scene.send(named("1", "steps", "a")).answer();
    assert_eq!(answer.head, STREAM);
    drop(answer);
    assert_eq!(scene.stage.done(), ["gone a"]);
}

#[test]
fn in_a_subscription() {
    let scene = Scene::new();
    let mut answer = scene.send(listen("1")).answer();
    answer.expect(acknowledged("1"));
    answer.expect_none();
    assert_eq!(scene.stats().subscriptions, 1);
    drop(answer);
    assert_eq!(scene.stage.done(), ["closed: Disconnected"]);
    assert_eq!((scene.stats().subscriptions, scene.clock.sleepers()), (0, 0));
}

#[test]
fn after_the_end_nothing_is_cancelled() {
    let scene = Scene::new();
    for _ in 1..=3 {
        scene.stage.open("a");
    }
    let mut answer = scene.send(named("1", "steps", "a")).answer();
    while answer.poll().expect("it goes on").is_some() {}
    drop(answer);
    let stats = scene.stats();
    assert_eq!((stats.completed, stats.cancelled), (1, 0));
}
