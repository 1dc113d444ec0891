//! Waiting for room: nobody is forgotten and nobody is served twice before another.
use std::sync::Arc;

use snodo_executor::Submission;

use crate::scene::{Bell, Scene, Watch};

#[test]
fn whoever_waits_is_woken_when_room_appears() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(1));
    let (bell, mut submitter) = (Arc::<Bell>::default(), scene.executor.submitter());
    assert!(submitter.has_room(&bell, 10));
    submitter.accept(scene.gate(1, "a"));
    assert!(submitter.has_room(&bell, 10));
    submitter.accept(scene.gate(2, "b"));
    assert!(!submitter.has_room(&bell, 10));
    assert_eq!(bell.rang(), 0);

    scene.stage.open("a");
    scene.settle();
    assert_eq!(bell.rang(), 1);
    assert!(submitter.has_room(&bell, 10));
    submitter.accept(scene.gate(3, "c"));
}

#[test]
fn every_way_of_leaving_makes_room() {
    let leave: [fn(&Scene, &mut snodo_executor::Submitter, snodo_executor::JobId); 3] = [
        |_, submitter, job| assert!(submitter.cancel(job)),
        |scene, _, _| {
            scene.clock.advance(std::time::Duration::from_secs(30));
            scene.settle();
        },
        |_, submitter, _| *submitter = Scene::new(|settings| settings).executor.submitter(),
    ];
    for leave in leave {
        let scene = Scene::new(|settings| settings.max_running(1).max_queued(0));
        let (bell, mut waiter) = (Arc::<Bell>::default(), scene.executor.submitter());
        let mut submitter = scene.executor.submitter();
        let job = submitter.accept(scene.gate(1, "a"));
        scene.settle();
        assert!(!waiter.has_room(&bell, 10));
        leave(&scene, &mut submitter, job);
        assert_eq!(bell.rang(), 1);
        assert!(waiter.has_room(&bell, 10));
        waiter.accept(scene.gate(2, "b"));
    }
}

#[test]
fn room_that_is_not_wanted_any_more_goes_to_the_next() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(1));
    let mut filler = scene.executor.submitter();
    filler.accept(scene.gate(0, "0"));
    let queued = filler.accept(scene.gate(1, "1"));
    let (mut first, mut second) = (scene.executor.submitter(), scene.executor.submitter());
    let bells = [Arc::<Bell>::default(), Arc::<Bell>::default()];
    assert!(!first.has_room(&bells[0], 10));
    assert!(!second.has_room(&bells[1], 10));

    assert!(filler.cancel(queued));
    assert!(first.has_room(&bells[0], 10));
    assert!(!second.has_room(&bells[1], 10));
    first.leave();
    assert_eq!(bells[1].rang(), 1);
    assert!(second.has_room(&bells[1], 10));
}

#[test]
fn two_that_wait_take_turns() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(1));
    let mut filler = scene.executor.submitter();
    filler.accept(scene.gate(0, "0"));
    filler.accept(scene.gate(1, "1"));
    let mut submitters = [scene.executor.submitter(), scene.executor.submitter()];
    let bells = [Arc::<Bell>::default(), Arc::<Bell>::default()];
    let mut turns = Vec::new();
    for turn in 0..10 {
        // The first asks first, always; yet it does not get everything.
        for (submitter, bell) in submitters.iter_mut().zip(&bells) {
            assert!(!submitter.has_room(bell, 10));
        }
        assert!(matches!(filler.submit(scene.gate(99, "late"), 10), Submission::Full(_)));
        scene.stage.open(&turn.to_string());
        scene.settle();
        let winner = bells.iter().position(|bell| bell.rang() == 1).expect("one is told");
        assert!(submitters[winner].has_room(&bells[winner], 10));
        submitters[winner].accept(scene.gate(turn + 2, &(turn + 2).to_string()));
        turns.push(winner);
    }
    assert_eq!(turns, [0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
}

#[test]
fn a_submitter_that_goes_away_passes_its_room_on() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(1));
    let mut filler = scene.executor.submitter();
    filler.accept(scene.gate(1, "a"));
    let queued = filler.accept(scene.gate(2, "b"));
    let (mut first, mut second) = (scene.executor.submitter(), scene.executor.submitter());
    let (bell, other) = (Arc::<Bell>::default(), Arc::<Bell>::default());
    assert!(!first.has_room(&bell, 10));
    assert!(!second.has_room(&other, 10));
    filler.cancel(queued);
    assert_eq!((bell.rang(), other.rang()), (1, 0));
    drop(first);
    assert_eq!(other.rang(), 1);
    second.accept(scene.gate(3, "c"));
}

#[test]
fn whoever_runs_after_all_gives_back_its_room_in_the_queue() {
    let scene = Scene::new(|settings| settings.max_running(1).max_queued(1));
    let (bell, mut waiter) = (Arc::<Bell>::default(), scene.executor.submitter());
    let (other, mut second) = (Arc::<Bell>::default(), scene.executor.submitter());
    for others_wait in [false, true] {
        let mut filler = scene.executor.submitter();
        let running = filler.accept(scene.gate(1, "a"));
        assert!(waiter.has_room(&bell, 10), "promised");
        if others_wait {
            assert!(!second.has_room(&other, 10));
        }
        filler.cancel(running);
        let job = waiter.accept(scene.gate(2, "b"));
        assert_eq!(scene.load(), (1, 0, 0));
        let queued = second.accept(scene.gate(3, "c"));
        assert_eq!(scene.load(), (1, 1, 10));
        second.cancel(queued);
        waiter.cancel(job);
    }
}
