//! A handler that panics is one failed call, whatever the server does about panics.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};

use snodo_core::{NoArguments, ServerBuilder, Tool};
use snodo_executor::{Executor, Submission, Task, VirtualClock, spawn_fn};

use crate::scene::{Scene, Watch, answer, internal_error};

fn booms(server: ServerBuilder) -> ServerBuilder {
    server
        .tool(Tool::new("boom", async |_: NoArguments| -> Result<String, _> { panic!("at once") }))
        .tool(Tool::new("boom_later", async |_: NoArguments| -> Result<String, _> {
            futures_lite::future::yield_now().await;
            panic!("after an await")
        }))
        .tool(Tool::new("boom_at_drop", async |_: NoArguments| -> Result<String, _> {
            let _bomb = Bomb;
            std::future::pending().await
        }))
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("in a destructor");
    }
}

fn quick_works(scene: &Scene) {
    assert_eq!(scene.load(), (0, 0, 0));
    let submission = scene.executor.submitter().submit(scene.call(9, "quick", "{}"), 10);
    assert!(matches!(submission, Submission::Answered(_)));
}

#[test]
fn contained_at_the_first_poll() {
    let scene = Scene::on(Arc::default(), |settings| settings.max_running(1), booms);
    let Submission::Answered(response) = scene.executor.submitter().submit(scene.call(1, "boom", "{}"), 10)
    else {
        panic!("it is over");
    };
    assert_eq!(answer(response), internal_error(1));
    quick_works(&scene);
}

#[test]
fn contained_after_an_await() {
    let scene = Scene::on(Arc::default(), |settings| settings.max_running(1), booms);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "boom_later", "{}"));
    scene.settle();
    assert_eq!(submitter.next(), Some((job, internal_error(1))));
    assert_eq!(submitter.next(), None);
    quick_works(&scene);
}

#[test]
fn contained_while_being_cancelled() {
    let scene = Scene::on(Arc::default(), |settings| settings.max_running(1), booms);
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "boom_at_drop", "{}"));
    scene.settle();
    assert!(submitter.cancel(job));
    quick_works(&scene);
}

#[test]
fn let_through_at_the_first_poll() {
    let scene = Scene::on(
        Arc::default(),
        |settings| settings.max_running(1),
        |server| booms(server).contain_panics(false),
    );
    let mut submitter = scene.executor.submitter();
    let execution = scene.call(1, "boom", "{}");
    assert!(catch_unwind(AssertUnwindSafe(|| submitter.submit(execution, 10))).is_err());
    assert_eq!(submitter.in_flight(), 0);
    quick_works(&scene);
}

#[test]
fn let_through_after_an_await() {
    let scene = Scene::on(
        Arc::default(),
        |settings| settings.max_running(1),
        |server| booms(server).contain_panics(false),
    );
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "boom_later", "{}"));
    let queued = submitter.accept(scene.call(2, "quick", "{}"));
    scene.settle();
    assert_eq!(submitter.next(), Some((job, internal_error(1))));
    assert_eq!(submitter.next().map(|(job, _)| job), Some(queued));
    assert_eq!(submitter.next(), None);
    let stats = scene.executor.stats();
    assert_eq!((stats.completed, stats.failed), (1, 1));
    quick_works(&scene);
}

#[test]
fn let_through_on_a_runtime_that_lets_it_through_too() {
    let tasks = Arc::<Mutex<Vec<Task>>>::default();
    let kept = Arc::clone(&tasks);
    let executor = Executor::builder(spawn_fn(move |task| kept.lock().unwrap().push(task)))
        .clock(VirtualClock::new())
        .build()
        .unwrap();
    let scene = Scene::on(Arc::default(), |settings| settings, |server| booms(server).contain_panics(false));
    let mut submitter = executor.submitter();
    let job = submitter.accept(scene.call(1, "boom_later", "{}"));
    let mut task = tasks.lock().unwrap().pop().unwrap();
    let mut cx = Context::from_waker(Waker::noop());
    assert!(catch_unwind(AssertUnwindSafe(|| task.as_mut().poll(&mut cx))).is_err());
    assert_eq!(executor.stats().running, 0);
    assert_eq!(submitter.next(), Some((job, internal_error(1))));
    assert!(task.as_mut().poll(&mut cx).is_ready(), "a host that polls once more learns that it is over");
    drop(task);
    assert_eq!(submitter.next(), None);
    assert_eq!(executor.stats().failed, 1);
}
