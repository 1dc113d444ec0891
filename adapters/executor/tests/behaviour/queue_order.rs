//! Queued calls start in the order of submission, over all submitters.
use snodo_executor::Submission;

use crate::scene::{Scene, Watch};

#[test]
fn first_in_first_out_over_all_submitters() {
    let scene = Scene::new(|settings| settings.max_running(1));
    let (mut one, mut other) = (scene.executor.submitter(), scene.executor.submitter());
    one.accept(scene.gate(1, "a"));
    other.accept(scene.gate(2, "b"));
    one.accept(scene.gate(3, "c"));
    other.accept(scene.gate(4, "d"));
    scene.settle();
    for name in ["a", "b", "c", "d"] {
        scene.stage.open(name);
    }
    scene.settle();
    assert_eq!(
        scene.stage.events(),
        ["a began", "a ended", "b began", "b ended", "c began", "c ended", "d began", "d ended"]
    );
}

#[test]
fn order_holds_for_tasks_that_were_never_polled_before_their_turn() {
    let scene = Scene::new(|settings| settings.max_running(1));
    let mut submitter = scene.executor.submitter();
    for (id, name) in [(1, "a"), (2, "b"), (3, "c")] {
        submitter.accept(scene.gate(id, name));
        scene.stage.open(name);
    }
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began", "a ended", "b began", "b ended", "c began", "c ended"]);
}

#[test]
fn a_quick_call_does_not_overtake_the_queue() {
    let scene = Scene::new(|settings| settings.max_running(1));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    let b = submitter.accept(scene.gate(2, "b"));
    let quick = submitter.accept(scene.call(3, "quick", "{}"));
    scene.stage.open("b");
    scene.stage.open("a");
    scene.settle();
    submitter.next().expect("a is done");
    assert_eq!(submitter.next().map(|(job, _)| job), Some(b));
    assert_eq!(submitter.next().map(|(job, _)| job), Some(quick));
}

#[test]
fn cancelling_a_queued_call_frees_its_room_at_once() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(2).max_queued_bytes(20));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    let b = submitter.accept(scene.gate(2, "b"));
    submitter.accept(scene.gate(3, "c"));
    assert!(matches!(submitter.submit(scene.gate(4, "d"), 10), Submission::Full(_)));

    assert!(submitter.cancel(b));
    assert_eq!(scene.load(), (1, 1, 10));
    submitter.accept(scene.gate(4, "d"));
    for name in ["a", "b", "c", "d"] {
        scene.stage.open(name);
    }
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began", "a ended", "c began", "c ended", "d began", "d ended"]);
}
