//! Subscriptions while they are open.

use snodo_core::Hub;

use crate::messages::{COMMENT, STREAM, echo, hi, listen, listen_to, named, progress, turned_away};
use crate::news::{acknowledged, acknowledged_with, changed, ended};
use crate::scene::{Plan, Scene};

#[test]
fn acknowledged_at_once_and_told_what_was_asked_for() {
    let scene = Scene::new();
    let mut answer = scene.send(listen("\"a\"")).answer();
    assert_eq!(answer.head, STREAM);
    answer.expect(acknowledged("\"a\""));
    answer.expect_none();
    scene.news.hub.prompts_changed();
    answer.expect_none();
    for _ in 0..3 {
        scene.news.hub.tools_changed();
        answer.expect(changed("\"a\""));
        answer.expect_none();
    }
}

#[test]
fn a_quiet_one_is_kept_alive_and_has_no_deadline() {
    let scene = Scene::new();
    let mut answer = scene.send(listen("1")).answer();
    answer.expect(acknowledged("1"));
    for _ in 0..5 {
        answer.expect_none();
        scene.advance(14_999);
        answer.expect_none();
        scene.advance(1);
        answer.expect(COMMENT);
    }
    scene.news.hub.tools_changed();
    answer.expect(changed("1"));
}

#[test]
fn one_beyond_the_limit_is_refused() {
    let scene = Scene::with(|mcp| mcp.max_subscriptions(1));
    let first = scene.send(listen("1")).answer();
    assert_eq!(scene.ask(listen("2")), turned_away("\"id\":2,", "overloaded"));
    assert_eq!(scene.stage.done(), ["closed: Overloaded"]);
    drop(first);
    assert_eq!(scene.send(listen("3")).answer().head, STREAM);
    assert_eq!(Scene::new().stats().max_subscriptions, 256, "unless set");
}

#[test]
fn the_limit_of_the_source_counts_as_well() {
    let hub = Hub::builder().max_subscriptions(1).build();
    let scene = Scene::on(Plan { hub, ..Plan::default() });
    let _first = scene.send(listen("1")).answer();
    assert_eq!(scene.ask(listen("2")), turned_away("\"id\":2,", "overloaded"));
}

#[test]
fn calls_and_subscriptions_keep_out_of_each_others_places() {
    let scene = Scene::on(Plan {
        executor: |executor| executor.max_running(1).max_queued(0),
        mcp: |mcp| mcp.max_streams(1).max_subscriptions(1),
        ..Plan::default()
    });
    let mut stream = scene.send(named("1", "steps", "a")).answer();
    stream.expect(progress(1));
    let mut listening = scene.send(listen("2")).answer();
    listening.expect(acknowledged("2"));
    assert_eq!(scene.ask(echo("3")), turned_away("\"id\":3,", "overloaded"));
    drop(stream);
    assert_eq!(scene.ask(echo("4")), hi("4"));
    scene.news.hub.tools_changed();
    listening.expect(changed("2"));
}

/// A peer that does not read is waited for; what waits is bounded, and goes in small pieces.
#[test]
fn a_source_that_never_stops_goes_as_fast_as_it_is_read() {
    let scene = Scene::new();
    let asked = r#"{"toolsListChanged":true,"resourceSubscriptions":["docs:///a"]}"#;
    let mut answer = scene.send(listen_to("1", asked)).answer();
    answer.expect(acknowledged_with("1", asked));
    answer.expect_none();
    scene.news.flood();
    scene.settle();
    for _ in 0..100 {
        let piece = answer.poll().unwrap().unwrap();
        assert!((10_000..16 * 1024 + 11_000).contains(&piece.len()), "{}", piece.len());
    }
    drop(answer);
    scene.settle();
    assert_eq!(scene.stage.done(), ["closed: Disconnected"]);
}

#[test]
fn a_source_that_is_complete_ends_it() {
    let scene = Scene::new();
    let mut answer = scene.send(listen("1")).answer();
    answer.expect(acknowledged("1"));
    scene.news.hub.complete_all();
    answer.expect(ended("1"));
    answer.expect_end();
    assert_eq!(scene.stage.done(), ["closed: Complete"]);
}

#[test]
fn a_client_that_takes_no_events_is_refused() {
    let scene = Scene::new();
    let mut request = listen("1");
    request.headers_mut().insert("accept", "application/json".parse().unwrap());
    assert!(scene.ask(request).starts_with("406 Not Acceptable\n"));
    assert_eq!(scene.news.hub.stats().subscriptions, 0);
}
