//! Answers that are event streams.

use std::time::Duration;

use crate::messages::{COMMENT, STREAM, answer, event, message, named, progress, text, unavailable};
use crate::pieces::Pieces;
use crate::scene::Scene;

#[test]
fn progress_as_it_comes_and_the_answer_last() {
    let scene = Scene::new();
    let mut answer = scene.send(named("1", "steps", "a")).answer();
    assert_eq!(answer.head, STREAM);
    answer.expect(progress(1));
    for step in 2..=3 {
        answer.expect_none();
        scene.stage.open("a");
        answer.expect(progress(step));
    }
    scene.stage.open("a");
    answer.expect(event(&text("1", "a")));
    answer.expect_end();
    assert_eq!(scene.stage.done(), ["gone a"]);
    drop(answer);
    assert_eq!((scene.stats().running, scene.clock.sleepers()), (0, 0));
}

#[test]
fn without_a_token_there_is_no_stream() {
    let scene = Scene::new();
    for _ in 1..=3 {
        scene.stage.open("a");
    }
    let body = message("1", "steps", r#"{"name":"a"}"#).replacen("\"progressToken\":\"t\",", "", 1);
    let request = crate::messages::call_with("steps", Pieces::all(&body));
    assert_eq!(scene.ask(request), answer("200 OK", &text("1", "a")));
}

#[test]
fn a_quiet_stream_is_kept_alive() {
    let scene = Scene::with(|mcp| mcp.probe(None).request_timeout(None));
    let mut answer = scene.send(named("1", "steps", "a")).answer();
    answer.expect(progress(1));
    for _ in 0..3 {
        answer.expect_none();
        scene.advance(14_999);
        answer.expect_none();
        scene.advance(1);
        answer.expect(COMMENT);
    }
    scene.stage.open("a");
    answer.expect(progress(2));
}

#[test]
fn comments_can_be_turned_off() {
    let scene = Scene::with(|mcp| mcp.probe(None).request_timeout(None).keep_alive(None));
    let mut answer = scene.send(named("1", "steps", "a")).answer();
    answer.expect(progress(1));
    answer.expect_none();
    assert_eq!(scene.clock.sleepers(), 0);
    scene.advance(1_000_000);
    answer.expect_none();
}

#[test]
fn a_failure_after_the_start_is_the_last_event() {
    let scene = Scene::with(|mcp| mcp.request_timeout(Some(Duration::from_secs(3))));
    let mut answer = scene.send(named("1", "steps", "a")).answer();
    answer.expect(progress(1));
    answer.expect_none();
    scene.advance(3_000);
    answer.expect(event(&unavailable("\"id\":1,", "timeout")));
    answer.expect_end();
    assert_eq!(scene.stage.done(), ["gone a"]);
}

/// A handler that says more than its peer reads waits, and what it said waits in bounded memory.
#[test]
fn a_flood_goes_as_fast_as_it_is_read() {
    let scene = Scene::with(|mcp| mcp.request_timeout(None));
    let mut answer = scene.send(named("1", "flood", "a")).answer();
    scene.settle();
    assert!(scene.stage.done().len() <= 64 + 3);
    for _ in 0..100 {
        let piece = answer.poll().unwrap().unwrap();
        assert!(piece.len() < 17 * 1024, "{}", piece.len());
        assert!(scene.stage.done().len() <= 2 * 64 + 3);
    }
}

#[test]
fn line_breaks_make_no_events() {
    let scene = Scene::new();
    for _ in 1..=3 {
        scene.stage.open("a\r\n\r\nevent: x\r\u{2028}");
    }
    let mut answer = scene.send(named("1", "steps", r"a\r\n\r\nevent: x\r\u2028")).answer();
    let mut all = String::new();
    while let Some(piece) = answer.poll().expect("it goes on") {
        all.push_str(&piece);
    }
    assert!(!all.contains('\r'), "{all:?}");
    let last = event(&text("1", "a\\r\\n\\r\\nevent: x\\r\u{2028}"));
    assert_eq!(all, progress(1) + &progress(2) + &progress(3) + &last);
}
