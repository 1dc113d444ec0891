//! What nobody takes does not pile up.
use std::sync::Arc;

use snodo_executor::Submission;

use crate::scene::{Bell, Scene, Watch, finished, progress};

#[test]
fn frames_come_in_the_order_of_emission_and_the_answer_last() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(7, "chat", r#"{"name":"a","reports":3}"#));
    scene.settle();
    scene.stage.open("a");
    scene.settle();
    for n in 1..=3 {
        assert_eq!(submitter.next(), Some((job, progress(7, n))));
    }
    assert_eq!(submitter.in_flight(), 1);
    assert_eq!(submitter.next(), Some((job, finished(7, "a"))));
    assert_eq!(submitter.in_flight(), 0);
}

#[test]
fn a_stream_pauses_while_64_frames_wait_and_goes_on_when_they_are_taken() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "chat", r#"{"name":"a","reports":200}"#));
    scene.stage.open("a");
    scene.settle();
    let waiting: Vec<_> = std::iter::from_fn(|| submitter.next()).collect();
    assert_eq!(waiting.len(), 64);
    assert_eq!(scene.stage.events(), ["a began"]);

    let mut lines: Vec<_> = waiting.into_iter().map(|(_, line)| line).collect();
    for _ in 0..10 {
        scene.settle();
        lines.extend(std::iter::from_fn(|| submitter.next()).map(|(of, line)| {
            assert_eq!(of, job);
            line
        }));
    }
    let expected: Vec<_> = (1..=200).map(|n| progress(1, n)).chain([finished(1, "a")]).collect();
    assert_eq!(lines, expected);
}

#[test]
fn several_streams_share_the_64_and_all_go_on() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    for id in 1..=5 {
        submitter.accept(scene.call(id, "chat", &format!(r#"{{"name":"{id}","reports":100}}"#)));
        scene.stage.open(&id.to_string());
    }
    scene.settle();
    let mut next = [1; 5];
    let (mut frames, mut answers) = (0, 0);
    loop {
        let batch: Vec<_> = std::iter::from_fn(|| submitter.next()).collect();
        if batch.is_empty() {
            break;
        }
        for (_, line) in batch {
            frames += 1;
            let id = (1..=5).find(|id| line == progress(*id, next[*id as usize - 1]));
            match id {
                Some(id) => next[id as usize - 1] += 1,
                None => answers += 1,
            }
        }
        scene.settle();
    }
    assert_eq!((frames, answers, next), (505, 5, [101; 5]));
    assert_eq!(submitter.in_flight(), 0);
}

#[test]
fn a_talkative_stream_lets_others_have_their_turn() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.call(1, "chat", r#"{"name":"a","reports":60,"at_once":true}"#));
    submitter.accept(scene.call(2, "chat", r#"{"name":"b","reports":1}"#));
    scene.settle();
    let frames: Vec<_> = std::iter::from_fn(|| submitter.next()).map(|(_, line)| line).collect();
    let expected =
        (1..=32).map(|n| progress(1, n)).chain([progress(2, 1)]).chain((33..=60).map(|n| progress(1, n)));
    assert_eq!(frames, expected.collect::<Vec<_>>());
}

#[test]
fn a_submitter_that_takes_nothing_gets_no_further_work() {
    let scene = Scene::new(|settings| settings);
    let (bell, mut submitter) = (Arc::<Bell>::default(), scene.executor.submitter());
    for id in 1..=100 {
        submitter.accept(scene.gate(id, &id.to_string()));
    }
    scene.settle();
    for id in 1..=100 {
        scene.stage.open(&id.to_string());
    }
    scene.settle();
    assert_eq!(scene.load(), (0, 0, 0), "a hundred answers wait, and hold no place");
    assert!(matches!(submitter.submit(scene.call(101, "quick", "{}"), 10), Submission::Full(_)));
    assert!(!submitter.has_room(&bell, 10));

    for _ in 0..36 {
        submitter.next().unwrap();
    }
    assert_eq!(bell.rang(), 0);
    assert!(!submitter.has_room(&bell, 10));
    submitter.next().unwrap();
    assert_eq!(bell.rang(), 1);
    assert!(submitter.has_room(&bell, 10));
    assert!(matches!(submitter.submit(scene.call(101, "quick", "{}"), 10), Submission::Answered(_)));
}

#[test]
fn the_reader_is_woken_once_there_is_something() {
    let scene = Scene::new(|settings| settings);
    let (bell, mut submitter) = (Arc::<Bell>::default(), scene.executor.submitter());
    let job = submitter.accept(scene.gate(1, "a"));
    assert_eq!(submitter.next_or_ring(&bell), None);
    scene.settle();
    assert_eq!(bell.rang(), 0);
    scene.stage.open("a");
    scene.settle();
    assert_eq!(bell.rang(), 1);
    assert_eq!(submitter.next_or_ring(&bell), Some((job, finished(1, "a"))));
}
