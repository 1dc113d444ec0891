//! A cancelled call is gone at once and says nothing more.
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};

use snodo_core::{NoArguments, Tool};
use snodo_executor::{Executor, Task, VirtualClock, spawn_fn};

use crate::scene::{Bell, Scene, Watch, finished};

#[test]
fn a_running_call() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.gate(1, "a"));
    scene.settle();
    assert!(submitter.cancel(job));
    // Without any help of the runtime.
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
    assert_eq!(scene.load(), (0, 0, 0));
    assert_eq!(submitter.in_flight(), 0);

    scene.stage.open("a");
    scene.settle();
    assert_eq!(submitter.next(), None);
    assert_eq!(scene.clock.sleepers(), 0, "the task is over, and its timer");
    assert!(!submitter.cancel(job));
    assert_eq!(scene.executor.stats().cancelled, 1);
}

#[test]
fn a_queued_call() {
    let scene = Scene::new(|settings| settings.max_running(1));
    let mut submitter = scene.executor.submitter();
    let first = submitter.accept(scene.gate(1, "a"));
    let job = submitter.accept(scene.gate(2, "b"));
    scene.settle();
    assert!(submitter.cancel(job));
    assert_eq!(scene.load(), (1, 0, 0));
    scene.stage.open("b");
    scene.stage.open("a");
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
    assert_eq!(submitter.next(), Some((first, finished(1, "a"))));
    assert_eq!(submitter.next(), None);
    assert_eq!(scene.clock.sleepers(), 0);
}

#[test]
fn the_next_in_line_gets_the_place() {
    let scene = Scene::new(|settings| settings.max_running(1));
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.gate(1, "a"));
    submitter.accept(scene.gate(2, "b"));
    scene.settle();
    submitter.cancel(job);
    assert_eq!(scene.load(), (1, 0, 0));
    scene.settle();
    assert_eq!(scene.stage.events(), ["a began", "a ended", "b began"]);
}

#[test]
fn an_answer_that_was_not_taken_yet() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let first = submitter.accept(scene.gate(1, "a"));
    let second = submitter.accept(scene.gate(2, "b"));
    scene.stage.open("a");
    scene.settle();
    scene.stage.open("b");
    scene.settle();
    assert!(submitter.cancel(first));
    assert_eq!(submitter.in_flight(), 1);
    assert_eq!(submitter.next(), Some((second, finished(2, "b"))));
    assert_eq!(submitter.next(), None);
    let stats = scene.executor.stats();
    assert_eq!((stats.completed, stats.cancelled), (2, 0), "one outcome each");
}

#[test]
fn a_stream_between_its_frames() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "chat", r#"{"name":"a","reports":5}"#));
    scene.settle();
    assert!(submitter.next().is_some());
    assert!(submitter.cancel(job));
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
    scene.settle();
    assert_eq!(submitter.next(), None, "the four frames that waited are not delivered");
}

#[test]
fn a_paused_stream() {
    let scene = Scene::new(|settings| settings);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "chat", r#"{"name":"a","reports":1000}"#));
    scene.settle();
    assert!(submitter.cancel(job));
    assert_eq!(scene.stage.events(), ["a began", "a ended"]);
    let bell = Arc::<Bell>::default();
    assert_eq!(submitter.next_or_ring(&bell), None);
    scene.settle();
    assert_eq!(bell.rang(), 0);
}

#[test]
fn nothing_holds_on_to_the_task_of_a_paused_stream() {
    let tasks = Arc::<Mutex<Vec<Task>>>::default();
    let kept = Arc::clone(&tasks);
    let executor = Executor::builder(spawn_fn(move |task| kept.lock().unwrap().push(task)))
        .clock(VirtualClock::new())
        .build()
        .unwrap();
    let (scene, bell) = (Scene::new(|settings| settings), Arc::<Bell>::default());
    let mut submitter = executor.submitter();
    let job = submitter.accept(scene.call(1, "chat", r#"{"name":"a","reports":1000}"#));
    let mut task = tasks.lock().unwrap().pop().unwrap();
    let waker = Waker::from(Arc::clone(&bell));
    for _ in 0..3 {
        assert!(task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    }
    submitter.cancel(job);
    assert!(task.as_mut().poll(&mut Context::from_waker(&waker)).is_ready());
    drop((task, waker));
    assert_eq!(Arc::strong_count(&bell), 1);
}

#[test]
fn a_job_of_another_submitter_is_unknown() {
    let scene = Scene::new(|settings| settings);
    let (mut one, mut other) = (scene.executor.submitter(), scene.executor.submitter());
    let job = one.accept(scene.gate(1, "a"));
    assert!(!other.cancel(job));
    assert_eq!(scene.load(), (1, 0, 0));
}

#[test]
fn a_call_that_is_being_polled_elsewhere_ends_after_that_poll() {
    let (entered_tx, entered) = channel();
    let (leave, leave_rx) = channel();
    let leave_rx = Arc::new(Mutex::new(leave_rx));
    let runtime = Arc::<async_executor::Executor<'static>>::default();
    let scene = {
        let leave_rx = Arc::clone(&leave_rx);
        Scene::on(
            Arc::clone(&runtime),
            |settings| settings,
            move |server| {
                server.tool(Tool::new("block", move |_: NoArguments| {
                    let (entered, leave) = (entered_tx.clone(), Arc::clone(&leave_rx));
                    async move {
                        futures_lite::future::yield_now().await;
                        entered.send(()).unwrap();
                        wait(&leave);
                        std::future::pending::<()>().await;
                        Ok("never")
                    }
                }))
            },
        )
    };
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "block", "{}"));
    let thread = std::thread::spawn(move || while runtime.try_tick() {});
    entered.recv().unwrap();

    assert!(submitter.cancel(job), "without waiting for the handler");
    assert_eq!(scene.load(), (1, 0, 0), "it holds its place as long as it runs");
    leave.send(()).unwrap();
    thread.join().unwrap();
    assert_eq!(scene.load(), (0, 0, 0));
    assert_eq!(submitter.next(), None);
    assert_eq!(scene.clock.sleepers(), 0);
    assert_eq!(scene.executor.stats().cancelled, 1);
}

fn wait(signal: &Mutex<Receiver<()>>) {
    signal.lock().unwrap().recv().unwrap();
}
