//! Many threads, much to do, much of it cancelled: everything ends once, and all capacity comes back.
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use async_executor::Executor as Runtime;
use futures_lite::future::{block_on, yield_now};
use serde_json::Value;
use snodo_core::{CloseReason, Context, Tool};
use snodo_executor::{JobId, Output, Submission, Submitter};

use crate::news::{News, acknowledged, ended, listen, tools_changed};
use crate::scene::{Scene, Watch, line};

const CALLS: u32 = 3_000;

/// A small generator, so that a run depends on the seed and the scheduler only.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }
}

#[derive(Default)]
struct Present(Arc<AtomicUsize>);

impl Drop for Present {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn every_call_ends_once_and_all_capacity_comes_back() {
    let runtime = Arc::<Runtime<'static>>::default();
    let present = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&present);
    let scene = Scene::on(
        Arc::clone(&runtime),
        |settings| {
            settings
                .max_running(4)
                .max_queued(4)
                .max_queued_bytes(400)
                .timeout(Some(Duration::from_millis(2)))
        },
        move |server| {
            server.tool(Tool::with_state(
                "work",
                counted,
                async |present: Arc<AtomicUsize>, args: Value, cx: Context| {
                    present.fetch_add(1, Ordering::SeqCst);
                    let _present = Present(present);
                    for step in 0..args["steps"].as_u64().unwrap() {
                        cx.progress(step as f64 + 1.0, None);
                        yield_now().await;
                    }
                    Ok("done")
                },
            ))
        },
    );
    let over = Arc::<AtomicBool>::default();
    let workers: Vec<_> = (0..4)
        .map(|_| {
            let (runtime, over) = (Arc::clone(&runtime), Arc::clone(&over));
            let until = poll_fn(move |cx| {
                cx.waker().wake_by_ref();
                if over.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
            });
            thread::spawn(move || block_on(runtime.run(until)))
        })
        .collect();

    let scene = Arc::new(scene);
    let peers: Vec<_> = (1..=2)
        .map(|seed| {
            let scene = Arc::clone(&scene);
            thread::spawn(move || converse(&scene, seed))
        })
        .collect();
    while peers.iter().any(|peer| !peer.is_finished()) {
        scene.clock.advance(Duration::from_micros(10));
        thread::yield_now();
    }
    let cancelled: u64 = peers.into_iter().map(|peer| peer.join().unwrap()).sum();
    while scene.executor.stats().running > 0 {
        thread::yield_now();
    }
    over.store(true, Ordering::SeqCst);
    workers.into_iter().for_each(|worker| worker.join().unwrap());
    scene.settle();

    let stats = scene.executor.stats();
    assert_eq!((stats.running, stats.queued, stats.queued_bytes), (0, 0, 0));
    assert_eq!(stats.completed + stats.cancelled + stats.timed_out, 2 * u64::from(CALLS));
    assert!(stats.cancelled <= cancelled, "cancelling an answer that waits is not an outcome");
    assert_eq!(stats.failed, 0);
    assert_eq!(present.load(Ordering::SeqCst), 0, "no handler is left");
    assert_eq!(scene.clock.sleepers(), 0);
}

/// Submits its share, reads what comes, cancels one in four, and checks what it reads. Gives how many it cancelled.
fn converse(scene: &Scene, seed: u64) -> u64 {
    let (mut random, mut submitter) = (Random(seed), scene.executor.submitter());
    let mut open = BTreeMap::<JobId, u32>::new();
    let mut cancelled = 0;
    for id in 0..CALLS {
        let mut execution = scene.call(id, "work", &format!(r#"{{"steps":{}}}"#, random.below(4)));
        let bytes = 20 + random.below(100);
        loop {
            match submitter.submit(execution, bytes) {
                Submission::Answered(_) => break,
                Submission::Accepted(job) => {
                    open.insert(job, id);
                    break;
                }
                Submission::Full(again) => execution = again,
            }
            if let Some(output) = room_or_output(&mut submitter, bytes) {
                check(&mut open, &output);
            }
        }
        if random.below(4) == 0
            && let Some((&job, _)) = open.iter().nth(random.below(open.len().max(1)))
        {
            assert!(submitter.cancel(job), "its last frame was not taken");
            open.remove(&job);
            cancelled += 1;
        }
    }
    let keep = random.below(8);
    while open.len() > keep {
        let output = block_on(poll_fn(|cx| submitter.poll_output(cx)));
        check(&mut open, &output);
    }
    assert_eq!(submitter.in_flight(), open.len());
    // The rest goes with the submitter.
    cancelled + open.len() as u64
}

/// Waits for either, without polling in a loop: a lost wake-up would hang the test.
fn room_or_output(submitter: &mut Submitter, bytes: usize) -> Option<Output> {
    block_on(poll_fn(|cx| {
        if let Poll::Ready(output) = submitter.poll_output(cx) {
            return Poll::Ready(Some(output));
        }
        submitter.poll_room(cx, bytes).map(|()| None)
    }))
}

fn check(open: &mut BTreeMap<JobId, u32>, output: &Output) {
    let id = *open.get(&output.job).expect("a job that is neither over nor cancelled");
    let text = line(&output.frame);
    if output.frame.is_last() {
        assert!(text.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"#)), "{text}");
        open.remove(&output.job);
    } else {
        assert!(text.contains(&format!(r#""progressToken":{id},"#)), "{text}");
    }
}

/// Ends the threads of a test, also when it fails.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn every_subscription_ends_once_and_its_source_is_closed_once() {
    const SUBSCRIPTIONS: usize = 2_000;

    let (scene, news) = News::scene(|settings| settings);
    let (pool, over) = (scene.executor.subscriptions(8), AtomicBool::new(false));
    let until_over = |work: &dyn Fn()| {
        while !over.load(Ordering::SeqCst) {
            work();
            thread::yield_now();
        }
    };
    let refused = thread::scope(|threads| {
        let _over = Over(&over);
        for _ in 0..3 {
            threads.spawn(|| until_over(&|| scene.settle()));
        }
        threads.spawn(|| {
            until_over(&|| {
                news.hub.tools_changed();
            });
        });
        subscribe(&scene, scene.executor.submitter().subscriptions(&pool), SUBSCRIPTIONS)
    });
    scene.settle();
    let (reasons, stats) = (news.reasons(), scene.executor.stats());
    assert_eq!(reasons.len(), SUBSCRIPTIONS);
    assert_eq!(reasons.iter().filter(|reason| **reason == CloseReason::Overloaded).count(), refused);
    assert_eq!(stats.completed + stats.cancelled, (SUBSCRIPTIONS - refused) as u64);
    assert_eq!((pool.open(), stats.subscriptions, stats.running), (0, 0, 0));
    assert_eq!((news.hub.stats().subscriptions, news.hub.stats().queued), (0, 0));
}

/// Opens them and ends each in one way or another, reading meanwhile. Gives how many were refused.
fn subscribe(scene: &Scene, mut submitter: Submitter, count: usize) -> usize {
    let (mut random, mut open, mut refused) = (Random(3), BTreeMap::<JobId, u32>::new(), 0);
    for id in 0..u32::try_from(count).unwrap() {
        match submitter.submit(listen(&scene.server, id), 10) {
            Submission::Accepted(job) => drop(open.insert(job, id)),
            Submission::Answered(_) => refused += 1,
            Submission::Full(_) => panic!("a subscription has a place or has none"),
        }
        if let Some((&job, _)) = open.iter().nth(random.below(open.len().max(1))) {
            let way = random.below(4);
            assert!(match way {
                0 => submitter.cancel(job),
                1 => submitter.disconnect(job),
                _ => submitter.finish(job, CloseReason::Shutdown),
            });
            if way < 2 {
                open.remove(&job);
            }
        }
        while let Some((job, line)) = submitter.next() {
            heard(&mut open, job, &line);
        }
    }
    for job in open.keys() {
        submitter.finish(*job, CloseReason::Shutdown);
    }
    while !open.is_empty() {
        let output = block_on(poll_fn(|cx| submitter.poll_output(cx)));
        heard(&mut open, output.job, &line(&output.frame));
    }
    refused
}

fn heard(open: &mut BTreeMap<JobId, u32>, job: JobId, line: &str) {
    let id = *open.get(&job).expect("one that is neither over nor cancelled");
    if line == ended(id) {
        open.remove(&job);
    } else {
        assert!(line == acknowledged(id) || line == tools_changed(id), "{line}");
    }
}
