//! A submitter that goes away takes its calls along, and only those.
use crate::scene::{Scene, Watch, finished};

#[test]
fn running_and_queued_calls_are_cancelled_at_once() {
    let scene = Scene::new(|settings| settings.max_running(2));
    let mut submitter = scene.executor.submitter();
    for (id, name) in [(1, "a"), (2, "b"), (3, "c"), (4, "d")] {
        submitter.accept(scene.gate(id, name));
    }
    scene.settle();
    assert_eq!(scene.load(), (2, 2, 20));
    drop(submitter);
    assert_eq!(scene.load(), (0, 0, 0));
    assert_eq!(
        scene.stage.events(),
        ["a began", "b began", "b ended", "a ended"],
        "and none began in between"
    );
    scene.settle();
    assert_eq!(scene.clock.sleepers(), 0);
    assert_eq!(scene.executor.stats().cancelled, 4);
    assert_eq!(scene.stage.events(), Vec::<String>::new());
}

#[test]
fn the_executor_goes_on_for_others() {
    let scene = Scene::new(|settings| settings.max_running(1));
    let (mut gone, mut stays) = (scene.executor.submitter(), scene.executor.submitter());
    gone.accept(scene.gate(1, "a"));
    let job = stays.accept(scene.gate(2, "b"));
    gone.accept(scene.gate(3, "c"));
    scene.settle();
    drop(gone);
    scene.stage.open("b");
    scene.settle();
    assert_eq!(stays.next(), Some((job, finished(2, "b"))));
    assert_eq!(stays.next(), None);
    assert_eq!(scene.load(), (0, 0, 0));
}

#[test]
fn answers_that_wait_go_with_it() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    scene.stage.open("a");
    scene.settle();
    drop(submitter);
    let stats = scene.executor.stats();
    assert_eq!((stats.running, stats.completed, stats.cancelled), (0, 1, 0));
}
