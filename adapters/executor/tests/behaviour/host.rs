//! Runtimes that do not do what they are asked.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use snodo_executor::{Executor, Spawn, Submission, Task, VirtualClock, spawn_fn};

use crate::scene::{Scene, Watch, shutting_down};

/// The tools of a scene on another runtime.
fn executor(spawn: impl Spawn) -> Executor {
    Executor::builder(spawn).clock(VirtualClock::new()).max_running(1).max_queued(1).build().unwrap()
}

fn running_and_queued(executor: &Executor) -> (usize, usize) {
    (executor.stats().running, executor.stats().queued)
}

#[test]
fn one_that_drops_its_tasks_ends_the_calls() {
    let (scene, executor) = (Scene::new(|settings| settings), executor(spawn_fn(drop)));
    let mut submitter = executor.submitter();
    let job = submitter.accept(scene.gate(1, "a"));
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
    assert_eq!(running_and_queued(&executor), (0, 0));
    assert_eq!(submitter.next(), Some((job, shutting_down(1))));
    assert_eq!(submitter.in_flight(), 0);
    assert_eq!(executor.stats().failed, 1);
}

#[test]
fn one_that_drops_its_tasks_later_ends_queued_calls_too() {
    let tasks = Arc::<Mutex<Vec<Task>>>::default();
    let kept = Arc::clone(&tasks);
    let (scene, executor) =
        (Scene::new(|settings| settings), executor(spawn_fn(move |task| kept.lock().unwrap().push(task))));
    let mut submitter = executor.submitter();
    let first = submitter.accept(scene.gate(1, "a"));
    let second = submitter.accept(scene.gate(2, "b"));
    assert_eq!(running_and_queued(&executor), (1, 1));

    let mut dropped = std::mem::take(&mut *tasks.lock().unwrap());
    drop(dropped.pop());
    assert_eq!(running_and_queued(&executor), (1, 0));
    drop(dropped);
    assert_eq!(running_and_queued(&executor), (0, 0));
    assert_eq!(submitter.next(), Some((second, shutting_down(2))));
    assert_eq!(submitter.next(), Some((first, shutting_down(1))));
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
}

#[test]
fn one_that_never_polls_keeps_no_handler_from_being_cancelled() {
    let tasks = Arc::<Mutex<Vec<Task>>>::default();
    let kept = Arc::clone(&tasks);
    let (scene, executor) =
        (Scene::new(|settings| settings), executor(spawn_fn(move |task| kept.lock().unwrap().push(task))));
    let mut submitter = executor.submitter();
    let job = submitter.accept(scene.gate(1, "a"));
    assert!(submitter.cancel(job));
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
    assert_eq!(running_and_queued(&executor), (0, 0));

    submitter.accept(scene.gate(2, "b"));
    submitter.accept(scene.gate(3, "c"));
    assert_eq!(running_and_queued(&executor), (1, 1));
    drop(submitter);
    assert_eq!(running_and_queued(&executor), (0, 0));
    assert_eq!(scene.stage.events(), ["b began", "b ended"]);
    assert_eq!(tasks.lock().unwrap().len(), 3);
}

#[test]
fn one_that_leaks_its_tasks_does_not_leak_capacity() {
    let (scene, executor) = (Scene::new(|settings| settings), executor(spawn_fn(std::mem::forget)));
    let mut submitter = executor.submitter();
    for id in 1..=3 {
        let job = submitter.accept(scene.gate(id, "a"));
        assert!(submitter.cancel(job));
        assert_eq!(scene.stage.events(), ["a began", "a ended"]);
    }
    assert_eq!(running_and_queued(&executor), (0, 0));
}

#[test]
fn one_that_panics_does_so_at_its_caller_and_costs_no_capacity() {
    let executor = executor(spawn_fn(|_| panic!("no runtime")));
    let scene = Scene::new(|settings| settings);
    let mut submitter = executor.submitter();
    let submission = catch_unwind(AssertUnwindSafe(|| submitter.submit(scene.gate(1, "a"), 10)));
    assert!(submission.is_err());
    assert_eq!(running_and_queued(&executor), (0, 0));
    assert_eq!(submitter.next().map(|(_, line)| line), Some(shutting_down(1)));
    assert!(matches!(submitter.submit(scene.call(2, "quick", "{}"), 10), Submission::Answered(_)));
}

#[test]
fn the_host_may_drop_its_runtime_first_or_last() {
    let scene = Scene::new(|settings| settings);
    let runtime = Arc::<async_executor::Executor<'static>>::default();
    let weak = Arc::downgrade(&runtime);
    let executor = executor(runtime);
    let mut submitter = executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    drop(submitter);
    assert!(weak.upgrade().is_some());
    drop(executor);
    assert!(weak.upgrade().is_none(), "unfinished tasks do not keep their own runtime alive");
}
