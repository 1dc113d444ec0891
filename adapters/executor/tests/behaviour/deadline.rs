//! The deadline covers queue and run, and is the end of the handler.
use std::time::Duration;

use snodo_executor::Executor;

use crate::scene::{Scene, Watch, finished, timed_out};

#[test]
fn a_running_call_is_stopped_at_its_deadline() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.gate(1, "a"));
    scene.settle();
    scene.clock.advance(Duration::from_millis(29_999));
    scene.settle();
    assert_eq!(submitter.next(), None);
    assert_eq!(scene.stage.events(), ["a began"]);

    scene.clock.advance(Duration::from_millis(1));
    scene.settle();
    assert_eq!(scene.stage.events(), ["a ended"]);
    assert_eq!(scene.load(), (0, 0, 0));
    assert_eq!(submitter.next(), Some((job, timed_out(1))));
    assert_eq!(submitter.next(), None);
    assert_eq!(submitter.in_flight(), 0);
    assert!(!submitter.cancel(job));
    assert_eq!(scene.executor.stats().timed_out, 1);
}

#[test]
fn a_queued_call_never_begins_after_its_deadline() {
    let scene = Scene::new(|settings| settings.max_running(1).timeout(Some(Duration::from_secs(5))));
    let mut submitter = scene.executor.submitter().timeout(None);
    submitter.accept(scene.gate(1, "a"));
    let mut submitter_with_deadline = scene.executor.submitter();
    let job = submitter_with_deadline.accept(scene.gate(2, "b"));
    scene.settle();
    scene.clock.advance(Duration::from_secs(5));
    scene.settle();
    assert_eq!(submitter_with_deadline.next(), Some((job, timed_out(2))));
    assert_eq!(scene.load(), (1, 0, 0));
    scene.stage.open("a");
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
}

#[test]
fn a_place_that_comes_with_the_deadline_comes_too_late() {
    let scene = Scene::new(|settings| settings.max_running(1).timeout(Some(Duration::from_secs(5))));
    let mut submitter = scene.executor.submitter();
    let mut holder = scene.executor.submitter().timeout(None);
    let holding = holder.accept(scene.gate(1, "a"));
    let job = submitter.accept(scene.gate(2, "b"));
    scene.settle();
    scene.clock.advance(Duration::from_secs(5));
    holder.cancel(holding);
    assert_eq!(scene.load(), (1, 0, 0), "it has its place before its task hears of either");
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
    assert_eq!(submitter.next(), Some((job, timed_out(2))));
    assert_eq!(scene.load(), (0, 0, 0));
}

#[test]
fn queueing_counts_towards_the_deadline() {
    let scene = Scene::new(|settings| settings.max_running(1).timeout(Some(Duration::from_secs(5))));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    scene.clock.advance(Duration::from_secs(1));
    let job = submitter.accept(scene.gate(2, "b"));
    scene.settle();
    scene.clock.advance(Duration::from_secs(4));
    scene.settle();
    submitter.next().expect("the first is timed out");
    assert_eq!(scene.stage.events(), ["a began", "a ended", "b began"]);
    scene.clock.advance(Duration::from_secs(1));
    scene.settle();
    assert_eq!(submitter.next(), Some((job, timed_out(2))));
}

#[test]
fn a_call_that_is_done_takes_its_timer_along() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.gate(1, "a"));
    scene.settle();
    assert_eq!(scene.clock.sleepers(), 1);
    scene.stage.open("a");
    scene.settle();
    assert_eq!(scene.clock.sleepers(), 0);
    scene.clock.advance(Duration::from_secs(60));
    scene.settle();
    assert_eq!(submitter.next(), Some((job, finished(1, "a"))));
    assert_eq!(submitter.next(), None);
}

#[test]
fn without_a_timeout_there_is_no_timer() {
    let scene = Scene::new(|settings| settings.timeout(None));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    scene.settle();
    assert_eq!(scene.clock.sleepers(), 0);
    let mut hasty = scene.executor.submitter().timeout(Some(Duration::from_millis(100)));
    let job = hasty.accept(scene.gate(2, "b"));
    scene.settle();
    scene.clock.advance(Duration::from_millis(100));
    scene.settle();
    assert_eq!(hasty.next(), Some((job, timed_out(2))));
    assert_eq!(submitter.next(), None);
}

#[test]
fn a_timeout_beyond_the_end_of_time_is_none() {
    let scene = Scene::new(|settings| settings.timeout(Some(Duration::MAX)));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    scene.settle();
    assert_eq!(scene.clock.sleepers(), 0);
}

#[test]
fn a_stream_whose_output_nobody_takes_still_meets_its_deadline() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "chat", r#"{"name":"a","reports":1000}"#));
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began"]);
    scene.clock.advance(Duration::from_secs(30));
    scene.settle();
    assert_eq!(scene.stage.events(), ["a ended"]);
    assert_eq!(scene.load(), (0, 0, 0));
    let lines: Vec<_> = std::iter::from_fn(|| submitter.next()).collect();
    assert_eq!(lines.len(), 65);
    assert_eq!(lines.last(), Some(&(job, timed_out(1))));
}

#[test]
fn settings_without_sense_are_refused() {
    let builder = || Executor::builder(std::sync::Arc::<async_executor::Executor<'static>>::default());
    assert!(builder().timeout(Some(Duration::ZERO)).build().is_err());
    assert!(builder().max_running(0).build().is_err());
    let executor = builder().max_running(usize::MAX).max_queued(usize::MAX).timeout(None).build().unwrap();
    assert_eq!(executor.stats().max_running, usize::MAX);
}
