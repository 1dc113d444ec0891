//! Hosts that see a disconnect only when they write.

use std::time::Duration;

use crate::messages::{COMMENT, STREAM, answer, event, named, progress, text, unavailable};
use crate::scene::{Plan, Scene};

#[test]
fn a_call_that_takes_longer_becomes_a_stream() {
    let scene = Scene::new();
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    scene.advance(4_999);
    exchange.expect_none();
    scene.advance(1);
    let mut answer = exchange.answer();
    assert_eq!(answer.head, STREAM);
    answer.expect(COMMENT);
    for _ in 0..3 {
        answer.expect_none();
        scene.advance(4_999);
        answer.expect_none();
        scene.advance(1);
        answer.expect(COMMENT);
    }
    scene.stage.open("a");
    answer.expect(event(&text("1", "a")));
    answer.expect_end();
}

/// The head is written after one probe, and the write of the next comment fails: then the host drops the body.
#[test]
fn a_peer_that_is_gone_is_noticed_within_two() {
    let scene = Scene::with(|mcp| mcp.probe(Some(Duration::from_millis(50))));
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    scene.advance(50);
    let mut answer = exchange.answer();
    answer.expect(COMMENT);
    answer.expect_none();
    scene.advance(50);
    answer.expect(COMMENT);
    assert_eq!(scene.stage.done(), ["start a"]);
    drop(answer);
    assert_eq!(scene.stage.done(), ["gone a"]);
    scene.settle();
    assert_eq!((scene.stats().running, scene.clock.sleepers()), (0, 0));
}

#[test]
fn what_fails_afterwards_is_the_last_event() {
    let scene = Scene::new();
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    scene.advance(5_000);
    let mut answer = exchange.answer();
    answer.expect(COMMENT);
    answer.expect_none();
    for _ in 2..=5 {
        scene.advance(5_000);
        answer.expect(COMMENT);
        answer.expect_none();
    }
    scene.advance(5_000);
    answer.expect(event(&unavailable("\"id\":1,", "timeout")));
    answer.expect_end();
}

#[test]
fn a_call_that_waits_in_the_queue_is_probed_as_well() {
    let scene = Scene::on(Plan { executor: |executor| executor.max_running(1), ..Plan::default() });
    let mut running = scene.send(named("1", "wait", "a"));
    running.expect_none();
    let mut queued = scene.send(named("2", "wait", "b"));
    queued.expect_none();
    scene.advance(5_000);
    let mut answer = queued.answer();
    assert_eq!(answer.head, STREAM);
    answer.expect(COMMENT);
    drop(answer);
    assert_eq!((scene.stats().queued, scene.stage.done()), (0, vec!["start a".to_owned()]));
}

#[test]
fn the_quiet_parts_of_a_stream_are_probed() {
    let scene = Scene::new();
    let mut answer = scene.send(named("1", "steps", "a")).answer();
    answer.expect(progress(1));
    answer.expect_none();
    scene.advance(3_000);
    scene.stage.open("a");
    answer.expect(progress(2));
    answer.expect_none();
    scene.advance(2_000);
    answer.expect_none();
    scene.advance(3_000);
    answer.expect(COMMENT);
}

#[test]
fn without_a_place_it_is_put_off() {
    let scene = Scene::with(|mcp| mcp.max_streams(1));
    let mut streaming = scene.send(named("1", "steps", "a")).answer();
    streaming.expect(progress(1));
    let mut exchange = scene.send(named("2", "wait", "b"));
    exchange.expect_none();
    scene.advance(5_000);
    exchange.expect_none();
    drop(streaming);
    exchange.expect_none();
    scene.advance(5_000);
    assert_eq!(exchange.answer().head, STREAM);
}

#[test]
fn it_can_be_turned_off() {
    let scene = Scene::with(|mcp| mcp.probe(None).request_timeout(None));
    let mut exchange = scene.send(named("1", "wait", "a"));
    exchange.expect_none();
    assert_eq!(scene.clock.sleepers(), 0);
    scene.advance(1_000_000);
    exchange.expect_none();
    scene.stage.open("a");
    assert_eq!(exchange.answer().whole(), answer("200 OK", &text("1", "a")));
}
