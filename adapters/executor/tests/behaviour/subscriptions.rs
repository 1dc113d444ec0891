//! Subscriptions have places of their own, no deadline, and three ways to end.
use std::sync::Arc;
use std::time::Duration;

use snodo_core::{CloseReason, Execution};
use snodo_executor::{Executor, JobId, Submission, Submitter, spawn_fn};

use crate::news::{News, acknowledged, ended, listen, overloaded, tools_changed};
use crate::scene::{Bell, Scene, Watch, answer, finished, internal_error, shutting_down, timed_out};

#[test]
fn it_takes_no_running_place_and_has_no_deadline() {
    let (scene, news) = News::scene(|settings| settings.max_running(1).max_queued(0));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.gate(1, "a"));
    let job = submitter.accept(listen(&scene.server, 2));
    scene.settle();
    assert_eq!(submitter.next(), Some((job, acknowledged(2))));
    assert_eq!(scene.load(), (1, 0, 0));
    assert!(matches!(submitter.submit(scene.gate(3, "b"), 10), Submission::Full(_)), "calls have theirs");
    let stats = scene.executor.stats();
    assert_eq!((stats.subscriptions, stats.max_subscriptions), (1, 32));

    scene.clock.advance(Duration::from_secs(1_000_000));
    scene.settle();
    assert_eq!(submitter.next().map(|(_, line)| line), Some(timed_out(1)));
    assert_eq!(scene.clock.sleepers(), 0);
    news.hub.tools_changed();
    scene.settle();
    assert_eq!(submitter.next(), Some((job, tools_changed(2))));
    assert_eq!(submitter.next(), None);
}

#[test]
fn one_beyond_the_limit_is_refused_and_its_source_told() {
    let (scene, news) = News::scene(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let jobs: Vec<_> = (0..32).map(|id| submitter.accept(listen(&scene.server, id))).collect();
    assert_eq!(news.hub.stats().subscriptions, 32);
    let refused = submitter.submit(listen(&scene.server, 32), 10);
    let Submission::Answered(response) = refused else { panic!("{refused:?}") };
    assert_eq!(answer(response), overloaded(32));
    assert_eq!(news.reasons(), [CloseReason::Overloaded]);
    assert_eq!(scene.executor.stats().refused, 1);

    // Free at once, before the runtime has done anything.
    assert!(submitter.cancel(jobs[7]));
    assert_eq!(scene.executor.stats().subscriptions, 31);
    submitter.accept(listen(&scene.server, 33));
    assert_eq!(news.hub.stats().subscriptions, 32);
}

#[test]
fn submitters_share_the_pool_that_they_were_given() {
    let (scene, _news) = News::scene(|settings| settings);
    let (pool, none) = (scene.executor.subscriptions(2), scene.executor.subscriptions(0));
    let submitter = || scene.executor.submitter().subscriptions(&pool);
    let (mut one, mut two) = (submitter(), submitter());
    one.accept(listen(&scene.server, 1));
    two.accept(listen(&scene.server, 2));
    for full in [&mut one, &mut two] {
        assert!(matches!(full.submit(listen(&scene.server, 3), 10), Submission::Answered(_)));
    }
    let mut other = scene.executor.submitter();
    other.accept(listen(&scene.server, 1));
    let stats = scene.executor.stats();
    assert_eq!((stats.subscriptions, stats.max_subscriptions), (3, 34));
    assert_eq!((pool.open(), pool.max()), (2, 2));

    drop(one);
    assert_eq!(pool.open(), 1);
    two.accept(listen(&scene.server, 3));
    let mut never = scene.executor.submitter().subscriptions(&none);
    assert!(matches!(never.submit(listen(&scene.server, 4), 10), Submission::Answered(_)));
    drop((two, other, never, pool, none));
    let stats = scene.executor.stats();
    assert_eq!((stats.subscriptions, stats.max_subscriptions), (0, 0));
}

#[test]
fn finished_by_the_server_it_gives_its_result_last() {
    let (scene, news) = News::scene(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(listen(&scene.server, 1));
    scene.settle();
    news.hub.tools_changed();
    scene.settle();
    assert!(submitter.finish(job, CloseReason::Shutdown));
    scene.settle();
    assert_eq!(news.reasons(), [CloseReason::Shutdown]);
    assert_eq!((scene.executor.stats().subscriptions, news.hub.stats().subscriptions), (0, 0));
    for line in [acknowledged(1), tools_changed(1), ended(1)] {
        assert_eq!(submitter.next(), Some((job, line)));
    }
    assert_eq!(submitter.next(), None);
    assert!(!submitter.finish(job, CloseReason::Shutdown), "it is over");
    assert_eq!(scene.executor.stats().completed, 1);
}

#[test]
fn finished_before_its_first_poll_it_is_acknowledged_all_the_same() {
    let (scene, news) = News::scene(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(listen(&scene.server, 1));
    submitter.finish(job, CloseReason::Shutdown);
    submitter.finish(job, CloseReason::Shutdown);
    scene.settle();
    assert_eq!(submitter.next(), Some((job, acknowledged(1))));
    assert_eq!(submitter.next(), Some((job, ended(1))));
    assert_eq!(news.reasons(), [CloseReason::Shutdown]);
}

#[test]
fn finishing_does_not_touch_a_call() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.gate(1, "a"));
    scene.settle();
    assert!(submitter.finish(job, CloseReason::Shutdown));
    scene.settle();
    assert_eq!(submitter.next(), None);
    scene.stage.open("a");
    scene.settle();
    assert_eq!(submitter.next(), Some((job, finished(1, "a"))));
}

#[test]
fn stopped_it_says_nothing_more_and_its_source_knows_why() {
    let (scene, news) = News::scene(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let jobs = [1, 2].map(|id| submitter.accept(listen(&scene.server, id)));
    scene.settle();
    assert!(submitter.cancel(jobs[0]));
    assert!(submitter.disconnect(jobs[1]));
    assert_eq!(news.reasons(), [CloseReason::Cancelled, CloseReason::Disconnected]);
    assert_eq!((scene.executor.stats().subscriptions, news.hub.stats().subscriptions), (0, 0));
    assert_eq!(submitter.next(), None, "the acknowledgements that waited are not delivered");
    assert!(!submitter.cancel(jobs[0]) && !submitter.disconnect(jobs[1]));

    submitter.accept(listen(&scene.server, 3));
    drop(submitter);
    assert_eq!(news.reasons(), [CloseReason::Disconnected]);
    assert_eq!(scene.executor.stats().cancelled, 3);
}

#[test]
fn ended_by_its_source_it_frees_its_place() {
    let (scene, news) = News::scene(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(listen(&scene.server, 1));
    scene.settle();
    news.hub.tools_changed();
    assert_eq!(news.hub.complete_all(), 1);
    scene.settle();
    assert_eq!(scene.executor.stats().subscriptions, 0);
    for line in [acknowledged(1), tools_changed(1), ended(1)] {
        assert_eq!(submitter.next(), Some((job, line)));
    }
    assert_eq!(news.reasons(), [CloseReason::Complete]);
}

/// What nobody takes is 64 frames and one of each stream; everything else merges where it is published.
#[test]
fn what_nobody_takes_does_not_pile_up() {
    let (scene, news) = News::scene(|settings| settings);
    let mut submitter = scene.executor.submitter().subscriptions(&scene.executor.subscriptions(101));
    for id in 0..100 {
        submitter.accept(listen(&scene.server, id));
    }
    scene.settle();
    for _ in 0..1_000 {
        news.hub.tools_changed();
        scene.settle();
    }
    assert_eq!(news.hub.stats().queued, 100, "one for each");
    assert!(matches!(submitter.submit(scene.call(100, "quick", "{}"), 10), Submission::Full(_)));
    // Subscriptions are admitted by their pool alone, and wait like the others.
    let one_more = submitter.accept(listen(&scene.server, 100));
    scene.settle();
    submitter.cancel(one_more);

    let waiting = std::iter::from_fn(|| submitter.next()).count();
    assert_eq!(waiting, 64);
    let mut rest = Vec::new();
    loop {
        scene.settle();
        let from = rest.len();
        rest.extend(std::iter::from_fn(|| submitter.next()).map(|(_, line)| line));
        if rest.len() == from {
            break;
        }
    }
    assert_eq!(rest.len(), 36 + 64 + 100);
    for id in 64..100 {
        let mine: Vec<_> =
            rest.iter().filter(|line| [acknowledged(id), tools_changed(id)].contains(line)).collect();
        assert_eq!(mine, [&acknowledged(id), &tools_changed(id)]);
    }
    assert_eq!(news.hub.stats().queued, 0);
}

#[test]
fn a_paused_one_can_be_finished_and_stopped() {
    let (scene, news) = News::scene(|settings| settings);
    let mut submitter = scene.executor.submitter().subscriptions(&scene.executor.subscriptions(66));
    let jobs: Vec<_> = (0..66).map(|id| submitter.accept(listen(&scene.server, id))).collect();
    scene.settle();
    submitter.finish(jobs[64], CloseReason::Shutdown);
    submitter.cancel(jobs[65]);
    scene.settle();
    assert_eq!(news.reasons(), [CloseReason::Cancelled, CloseReason::Shutdown]);
    let lines: Vec<_> = std::iter::from_fn(|| {
        scene.settle();
        submitter.next()
    })
    .collect();
    assert_eq!(lines.len(), 66);
    assert_eq!(lines[64..], [(jobs[64], acknowledged(64)), (jobs[64], ended(64))]);
}

#[test]
fn a_source_that_panics_ends_its_own_subscription() {
    for contained in [true, false] {
        let (scene, news) = News::scene_with(|settings| settings, |server| server.contain_panics(contained));
        let mut submitter = scene.executor.submitter();
        let jobs = [1, 2].map(|id| submitter.accept(listen(&scene.server, id)));
        scene.settle();
        news.boom();
        scene.settle();
        let lines: Vec<_> = std::iter::from_fn(|| submitter.next()).collect();
        let failed = lines.iter().find(|(_, line)| line.contains("error")).expect("one has failed");
        let (id, other) = if failed.0 == jobs[0] { (1, 2) } else { (2, 1) };
        assert_eq!(failed.1, internal_error(id));
        assert_eq!((scene.executor.stats().subscriptions, news.reasons()), (1, vec![CloseReason::Error]));
        news.hub.tools_changed();
        scene.settle();
        assert_eq!(submitter.next().map(|(_, line)| line), Some(tools_changed(other)));
    }
}

#[test]
fn a_host_that_drops_its_tasks_ends_it() {
    let (scene, news) = News::scene(|settings| settings);
    let executor = Executor::builder(spawn_fn(drop)).clock(scene.clock.clone()).build().unwrap();
    let mut submitter = executor.submitter();
    let job = submitter.accept(listen(&scene.server, 1));
    assert_eq!(submitter.next(), Some((job, shutting_down(1))));
    assert_eq!(news.reasons(), [CloseReason::Shutdown]);
    assert_eq!(executor.stats().subscriptions, 0);
}

#[test]
fn one_that_is_being_polled_elsewhere_ends_after_that_poll() {
    type End = fn(&mut Submitter, JobId) -> bool;
    let ways: [(End, CloseReason, bool); 3] = [
        (Submitter::cancel, CloseReason::Cancelled, false),
        (Submitter::disconnect, CloseReason::Disconnected, false),
        (|submitter, job| submitter.finish(job, CloseReason::Shutdown), CloseReason::Shutdown, true),
    ];
    for (end, reason, is_answered) in ways {
        let (scene, news) = News::scene(|settings| settings);
        let mut submitter = scene.executor.submitter();
        let (begun, go_on) = news.hold_next_poll();
        let execution: Execution = listen(&scene.server, 1);
        let job = submitter.accept(execution);
        let (was_in_flight, told) = std::thread::scope(|threads| {
            threads.spawn(|| while scene.tick() {});
            begun.recv().unwrap();
            let seen = (end(&mut submitter, job), news.reasons());
            go_on.send(()).unwrap();
            seen
        });
        assert!(was_in_flight && told.is_empty(), "the source was in use");
        scene.settle();
        assert_eq!(news.reasons(), [reason]);
        assert_eq!(scene.executor.stats().subscriptions, 0);
        let said: Vec<_> = std::iter::from_fn(|| submitter.next()).map(|(_, line)| line).collect();
        let expected = if is_answered { vec![acknowledged(1), ended(1)] } else { Vec::new() };
        assert_eq!(said, expected);
    }
}

#[test]
fn it_wakes_the_reader_and_nobody_polls_it_in_vain() {
    let (scene, news) = News::scene(|settings| settings);
    let (bell, mut submitter) = (Arc::<Bell>::default(), scene.executor.submitter());
    submitter.accept(listen(&scene.server, 1));
    scene.settle();
    assert!(submitter.next_or_ring(&bell).is_some());
    assert!(submitter.next_or_ring(&bell).is_none());
    assert!(!scene.tick(), "its task sleeps");
    news.hub.prompts_changed();
    assert!(!scene.tick(), "and is not woken for what it did not ask for");
    news.hub.tools_changed();
    scene.settle();
    assert_eq!(bell.rang(), 1);
    assert_eq!(submitter.next_or_ring(&bell).map(|(_, line)| line), Some(tools_changed(1)));
}
