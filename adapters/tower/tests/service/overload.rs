//! More than there is room for.

use crate::messages::{STREAM, answer, echo, hi, named, progress, text, turned_away};
use crate::scene::{Plan, Scene};

#[test]
fn a_call_that_finds_no_room_is_turned_away() {
    let scene =
        Scene::on(Plan { executor: |executor| executor.max_running(1).max_queued(1), ..Plan::default() });
    let mut running = scene.send(named("1", "wait", "a"));
    running.expect_none();
    let mut queued = scene.send(named("2", "wait", "b"));
    queued.expect_none();
    assert_eq!(scene.ask(echo("3")), turned_away("\"id\":3,", "overloaded"));
    assert_eq!(scene.stage.done(), ["start a"]);

    scene.stage.open("a");
    assert_eq!(running.answer().whole(), answer("200 OK", &text("1", "a")));
    queued.expect_none();
    assert_eq!(scene.stage.done(), ["gone a", "start b"]);
    drop(queued);
    assert_eq!(scene.ask(echo("4")), hi("4"));
}

#[test]
fn clones_share_what_room_there_is() {
    let scene =
        Scene::on(Plan { executor: |executor| executor.max_running(1).max_queued(0), ..Plan::default() });
    let other = scene.mcp.clone();
    let mut running = scene.send(named("1", "wait", "a"));
    running.expect_none();
    drop(other);
    assert_eq!(scene.ask(echo("2")), turned_away("\"id\":2,", "overloaded"));
}

#[test]
fn a_stream_too_many_is_cancelled() {
    let scene = Scene::with(|mcp| mcp.max_streams(1));
    let mut first = scene.send(named("1", "steps", "a")).answer();
    assert_eq!(first.head, STREAM);
    first.expect(progress(1));
    assert_eq!(scene.ask(named("2", "steps", "b")), turned_away("\"id\":2,", "overloaded"));
    assert_eq!(scene.stage.done(), ["gone b"]);
    // Plain answers are not affected.
    assert_eq!(scene.ask(echo("3")), hi("3"));
    drop(first);
    assert_eq!(scene.send(named("4", "steps", "c")).answer().head, STREAM);
}
