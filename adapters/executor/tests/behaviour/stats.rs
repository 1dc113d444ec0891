//! What an operator sees.
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use snodo_core::{NoArguments, Tool};
use snodo_executor::{Executor, Submission};

use crate::scene::{Scene, Watch, answer, finished};

#[test]
fn the_limits_are_the_documented_defaults() {
    let stats = Scene::new(|settings| settings).executor.stats();
    assert_eq!((stats.max_running, stats.max_queued, stats.max_queued_bytes), (256, 256, 16_777_216));
}

#[test]
fn every_call_ends_in_exactly_one_count() {
    let scene = Scene::new(|settings| settings.max_running(3).max_queued(1));
    let mut submitter = scene.executor.submitter();
    assert!(matches!(submitter.submit(scene.call(1, "quick", "{}"), 10), Submission::Answered(_)));
    submitter.accept(scene.gate(2, "a"));
    let cancelled = submitter.accept(scene.gate(3, "b"));
    submitter.accept(scene.gate(4, "c"));
    submitter.accept(scene.gate(5, "d"));
    assert!(matches!(submitter.submit(scene.gate(6, "e"), 10), Submission::Full(_)));
    scene.settle();
    let stats = scene.executor.stats();
    assert_eq!((stats.running, stats.queued, stats.queued_bytes), (3, 1, 10));
    assert_eq!((stats.completed, stats.refused), (1, 1));

    scene.stage.open("a");
    scene.settle();
    submitter.cancel(cancelled);
    scene.clock.advance(Duration::from_secs(30));
    scene.settle();
    let stats = scene.executor.stats();
    assert_eq!((stats.running, stats.queued, stats.queued_bytes), (0, 0, 0));
    assert_eq!(
        (stats.completed, stats.cancelled, stats.timed_out, stats.failed, stats.refused),
        (2, 1, 2, 0, 1)
    );
}

#[test]
fn the_first_poll_counts_as_running() {
    let executor = Arc::<OnceLock<Executor>>::default();
    let seen = Arc::clone(&executor);
    let scene = Scene::on(
        Arc::default(),
        |settings| settings,
        move |server| {
            server.tool(Tool::with_state(
                "look",
                seen,
                async |executor: Arc<OnceLock<Executor>>, _: NoArguments| {
                    Ok(executor.get().unwrap().stats().running.to_string())
                },
            ))
        },
    );
    executor.set(scene.executor.clone()).unwrap();
    let submission = scene.executor.submitter().submit(scene.call(1, "look", "{}"), 10);
    let Submission::Answered(response) = submission else { panic!("done at once") };
    assert_eq!(answer(response), finished(1, "1"));
    assert_eq!(scene.load(), (0, 0, 0));
}
