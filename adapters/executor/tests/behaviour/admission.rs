//! Running places and the queue are bounded; what is done at once costs neither.
use snodo_core::Unavailable;
use snodo_executor::Submission;

use crate::scene::{Scene, Watch, answer, finished};

#[test]
fn a_call_that_is_done_at_its_first_poll_needs_no_task() {
    let scene = Scene::new(|settings| settings.max_running(1));
    let mut submitter = scene.executor.submitter();
    for id in 1..=3 {
        let Submission::Answered(response) = submitter.submit(scene.call(id, "quick", "{}"), 10) else {
            panic!("done at once");
        };
        assert_eq!(answer(response), finished(id, "done"));
    }
    assert_eq!(scene.spawned(), 0);
    assert_eq!(scene.clock.sleepers(), 0);
    assert_eq!(submitter.in_flight(), 0);
    assert_eq!(scene.load(), (0, 0, 0));
}

#[test]
fn a_refused_request_is_answered_like_any_other() {
    let scene = Scene::new(|settings| settings);
    let Submission::Answered(response) = scene.executor.submitter().submit(scene.call(1, "absent", "{}"), 10)
    else {
        panic!("done at once");
    };
    assert!(answer(response).starts_with(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#));
}

#[test]
fn no_more_handlers_begin_than_there_are_places() {
    let scene = Scene::new(|settings| settings.max_running(2).max_queued(1));
    let mut submitter = scene.executor.submitter();
    let first = submitter.accept(scene.gate(1, "a"));
    submitter.accept(scene.gate(2, "b"));
    submitter.accept(scene.gate(3, "c"));
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began", "b began"]);
    assert_eq!(scene.load(), (2, 1, 10));
    assert_eq!(submitter.in_flight(), 3);

    let Submission::Full(refused) = submitter.submit(scene.gate(4, "d"), 10) else {
        panic!("there is no room")
    };
    assert_eq!(
        answer(refused.abandon(Unavailable::Overloaded)),
        r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"The server is busy: try again later","data":{"reason":"overloaded"}}}"#
    );

    scene.stage.open("a");
    scene.settle();
    assert_eq!(scene.stage.events(), ["a ended", "c began"]);
    assert_eq!(submitter.next(), Some((first, finished(1, "a"))));
    assert_eq!(submitter.next(), None);
    assert_eq!(scene.load(), (2, 0, 0));
    assert_eq!(submitter.in_flight(), 2);
}

#[test]
fn a_call_that_was_refused_can_be_submitted_again() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(0));
    let mut submitter = scene.executor.submitter();
    let holder = submitter.accept(scene.gate(1, "a"));
    let Submission::Full(again) = submitter.submit(scene.call(2, "quick", "{}"), 10) else {
        panic!("no room")
    };
    submitter.cancel(holder);
    assert!(matches!(submitter.submit(again, 10), Submission::Answered(_)));
}

#[test]
fn the_bytes_of_the_queue_are_bounded() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(10).max_queued_bytes(100));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    assert!(matches!(submitter.submit(scene.gate(2, "b"), 101), Submission::Full(_)));
    assert!(matches!(submitter.submit(scene.gate(3, "c"), 60), Submission::Accepted(_)));
    assert!(matches!(submitter.submit(scene.gate(4, "d"), 41), Submission::Full(_)));
    assert!(matches!(submitter.submit(scene.gate(5, "e"), 40), Submission::Accepted(_)));
    assert_eq!(scene.load(), (1, 2, 100));
}

#[test]
fn a_message_too_large_for_the_queue_runs_when_a_place_is_free() {
    let scene = Scene::new(|settings| settings.max_queued_bytes(1));
    let submission = scene.executor.submitter().submit(scene.call(1, "quick", "{}"), usize::MAX);
    assert!(matches!(submission, Submission::Answered(_)));
}

#[test]
fn submitters_share_the_capacity_and_outlive_nothing_else() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(1));
    let (mut one, mut other) = (scene.executor.submitter(), scene.executor.clone().submitter());
    one.accept(scene.gate(1, "a"));
    other.accept(scene.gate(1, "b"));
    assert!(matches!(one.submit(scene.gate(2, "c"), 10), Submission::Full(_)));
    drop(one);
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began", "a ended", "b began"]);
    assert_eq!(scene.load(), (1, 0, 0));
}
