//! Handlers that block run on threads of their own, and keep their places until they return.
use std::future::poll_fn;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::Duration;

use futures_lite::future::block_on;
use serde_json::Value;
use snodo_core::{Context, Failure, NoArguments, Outcome, ServerBuilder, Tool};
use snodo_executor::{ExecutorBuilder, Submission, Submitter, blocking};

use crate::scene::{Scene, Watch, answer, call, finished, internal_error, line, timed_out};

pub(crate) type Runtime = Arc<async_executor::Executor<'static>>;

/// The test's side of closures that wait for it.
pub(crate) struct Doors {
    /// From each that begins, whether its call is cancelled.
    pub(crate) entered: Receiver<bool>,
    /// Lets one go on.
    pub(crate) leave: Sender<()>,
    /// From each that goes on, whether its call is cancelled.
    left: Receiver<bool>,
}

/// The closures' side.
#[derive(Clone)]
pub(crate) struct Inside {
    entered: Sender<bool>,
    leave: Arc<Mutex<Receiver<()>>>,
    left: Sender<bool>,
}

impl Inside {
    pub(crate) fn wait(&self, cancelled: impl Fn() -> bool) -> Result<&'static str, Failure> {
        self.entered.send(cancelled())?;
        self.leave.lock().unwrap().recv()?;
        self.left.send(cancelled())?;
        Ok("done")
    }
}

pub(crate) fn doors() -> (Doors, Inside) {
    let ((entered_tx, entered), (leave, leave_rx), (left_tx, left)) = (channel(), channel(), channel());
    let inside = Inside { entered: entered_tx, leave: Arc::new(Mutex::new(leave_rx)), left: left_tx };
    (Doors { entered, leave, left }, inside)
}

/// A server whose tool `block` waits on its thread.
fn blocked(settings: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder) -> (Scene, Runtime, Doors) {
    let (runtime, (doors, inside)) = (Runtime::default(), doors());
    let block =
        Tool::new("block", blocking(move |_: NoArguments, cx: Context| inside.wait(|| cx.cancelled())));
    (Scene::on(Arc::clone(&runtime), settings, |server| server.tool(block)), runtime, doors)
}

/// Submits a call and waits for its answer, wherever that comes from.
pub(crate) fn answer_of(scene: &Scene, runtime: &Runtime, tool: &str, arguments: &str) -> String {
    let mut submitter = scene.executor.submitter();
    match submitter.submit(scene.call(1, tool, arguments), 10) {
        Submission::Answered(response) => answer(response),
        Submission::Accepted(_) => output(runtime, &mut submitter),
        Submission::Full(_) => panic!("there is room"),
    }
}

fn output(runtime: &Runtime, submitter: &mut Submitter) -> String {
    line(&block_on(runtime.run(poll_fn(|cx| submitter.poll_output(cx)))).frame)
}

/// Waits until a place is free, on an executor without a queue.
pub(crate) fn freed(scene: &Scene) {
    let mut submitter = scene.executor.submitter();
    block_on(poll_fn(|cx| submitter.poll_room(cx, 1)));
    drop(submitter);
    assert_eq!(scene.load(), (0, 0, 0));
}

fn double(mut arguments: Value) -> Result<String, Failure> {
    match arguments["text"].take() {
        Value::String(text) => Ok(text.repeat(2)),
        _ => Err(Failure::new("no text")),
    }
}

#[test]
fn functions_and_closures_of_every_kind() {
    let tools = |server: ServerBuilder| {
        server
            .tool(Tool::new("function", blocking(double)))
            .tool(Tool::new(
                "context",
                blocking(|_: NoArguments, cx: Context| Ok(cx.request_id().to_string())),
            ))
            .tool(Tool::with_state(
                "state",
                Arc::new("state".to_owned()),
                blocking(|state: Arc<String>, args: Value| Ok(format!("{state} {}", args["text"]))),
            ))
            .tool(Tool::with_state(
                "all",
                Arc::new("state".to_owned()),
                blocking(|state: Arc<String>, _: NoArguments, cx: Context| {
                    let number = "7".parse::<u32>()?;
                    Ok(format!("{state} {number} {}", cx.wants_progress()))
                }),
            ))
    };
    let runtime = Runtime::default();
    let scene = Scene::on(Arc::clone(&runtime), |settings| settings, tools);
    let text = r#"{"text":"ab"}"#;
    assert_eq!(answer_of(&scene, &runtime, "function", text), finished(1, "abab"));
    assert_eq!(answer_of(&scene, &runtime, "context", "{}"), finished(1, "1"));
    assert_eq!(answer_of(&scene, &runtime, "state", text), finished(1, r#"state \"ab\""#));
    assert_eq!(answer_of(&scene, &runtime, "all", "{}"), finished(1, "state 7 true"));
    assert_eq!(scene.load(), (0, 0, 0));
    assert_eq!(scene.executor.stats().completed, 4);
}

#[test]
fn a_failure_is_the_handler_s() {
    let runtime = Runtime::default();
    let scene = Scene::on(
        Arc::clone(&runtime),
        |settings| settings,
        |server| server.tool(Tool::new("function", blocking(double))),
    );
    assert_eq!(
        answer_of(&scene, &runtime, "function", "{}"),
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"no text"}],"isError":true,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"stage","version":"1.0.0"}}}}"#
    );
}

#[test]
fn it_runs_on_another_thread() {
    let (runtime, caller) = (Runtime::default(), thread::current().id());
    let elsewhere = Tool::new(
        "elsewhere",
        blocking(move |_: NoArguments| Ok((thread::current().id() != caller).to_string())),
    );
    let scene = Scene::on(Arc::clone(&runtime), |settings| settings, |server| server.tool(elsewhere));
    assert_eq!(answer_of(&scene, &runtime, "elsewhere", "{}"), finished(1, "true"));
}

#[test]
fn two_run_at_once() {
    let (runtime, barrier) = (Runtime::default(), Barrier::new(2));
    let meet = Tool::new(
        "meet",
        blocking(move |_: NoArguments| {
            barrier.wait();
            Ok("met")
        }),
    );
    let scene =
        Scene::on(Arc::clone(&runtime), |settings| settings.max_running(2), |server| server.tool(meet));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.call(1, "meet", "{}"));
    let second = match submitter.submit(scene.call(2, "meet", "{}"), 10) {
        Submission::Answered(response) => answer(response),
        Submission::Accepted(_) => String::new(),
        Submission::Full(_) => panic!("there is a place"),
    };
    let mut answers = vec![second];
    while submitter.in_flight() > 0 {
        answers.push(output(&runtime, &mut submitter));
    }
    answers.retain(|answer| !answer.is_empty());
    answers.sort();
    assert_eq!(answers, [finished(1, "met"), finished(2, "met")]);
    assert_eq!(scene.load(), (0, 0, 0));
}

#[test]
fn after_its_deadline_it_keeps_its_place() {
    let (scene, runtime, doors) = blocked(|settings| settings.max_running(1));
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "block", "{}"));
    assert!(!doors.entered.recv().unwrap());
    scene.clock.advance(Duration::from_secs(30));
    scene.settle();
    assert_eq!(submitter.next(), Some((job, timed_out(1))), "at once");
    assert_eq!(submitter.in_flight(), 0);
    assert_eq!(scene.load(), (1, 0, 0));

    submitter.accept(scene.gate(2, "a"));
    scene.stage.open("a");
    scene.settle();
    assert_eq!(scene.load(), (1, 1, 10), "the next one waits");
    assert_eq!(scene.stage.events(), Vec::<String>::new());

    doors.leave.send(()).unwrap();
    assert_eq!(output(&runtime, &mut submitter), finished(2, "a"));
    assert!(doors.left.recv().unwrap(), "it could have known");
    assert_eq!(scene.load(), (0, 0, 0));
    assert_eq!(submitter.next(), None, "what it answered is lost");
    let stats = scene.executor.stats();
    assert_eq!((stats.completed, stats.timed_out), (1, 1));
}

#[test]
fn cancelled_it_keeps_its_place() {
    let (scene, _, doors) = blocked(|settings| settings.max_running(1).max_queued(0));
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "block", "{}"));
    assert!(!doors.entered.recv().unwrap());
    assert!(submitter.cancel(job));
    scene.settle();
    assert_eq!(scene.load(), (1, 0, 0));
    assert!(matches!(submitter.submit(scene.call(2, "quick", "{}"), 10), Submission::Full(_)));

    doors.leave.send(()).unwrap();
    assert!(doors.left.recv().unwrap());
    freed(&scene);
    scene.settle();
    assert_eq!(submitter.next(), None);
    assert!(matches!(submitter.submit(scene.call(3, "quick", "{}"), 10), Submission::Answered(_)));
    let stats = scene.executor.stats();
    assert_eq!((stats.completed, stats.cancelled), (1, 1));
}

#[test]
fn without_its_submitter_it_keeps_its_place() {
    let (scene, _, doors) = blocked(|settings| settings.max_running(1).max_queued(0));
    let mut submitter = scene.executor.submitter();
    submitter.accept(scene.call(1, "block", "{}"));
    assert!(!doors.entered.recv().unwrap());
    drop(submitter);
    scene.settle();
    assert_eq!(scene.load(), (1, 0, 0));
    doors.leave.send(()).unwrap();
    assert!(doors.left.recv().unwrap());
    freed(&scene);
    assert_eq!(scene.executor.stats().cancelled, 1);
}

#[test]
fn abandoned_ones_do_not_pile_up() {
    let (scene, runtime, doors) = blocked(|settings| settings.max_running(2));
    let mut submitter = scene.executor.submitter();
    for id in 1..=2 {
        let job = submitter.accept(scene.call(id, "block", "{}"));
        assert!(!doors.entered.recv().unwrap());
        submitter.cancel(job);
    }
    submitter.accept(scene.call(3, "block", "{}"));
    scene.settle();
    assert_eq!(scene.load(), (2, 1, 10));
    assert!(doors.entered.try_recv().is_err(), "the third has not begun");

    for _ in 0..3 {
        doors.leave.send(()).unwrap();
    }
    assert_eq!(output(&runtime, &mut submitter), finished(3, "done"));
}

#[test]
fn a_panic_is_contained_and_frees_the_place() {
    let runtime = Runtime::default();
    let boom = Tool::new("boom", blocking(|_: NoArguments| -> Result<String, _> { panic!("on its thread") }));
    let scene =
        Scene::on(Arc::clone(&runtime), |settings| settings.max_running(1), |server| server.tool(boom));
    for _ in 0..3 {
        assert_eq!(answer_of(&scene, &runtime, "boom", "{}"), internal_error(1));
        assert_eq!(scene.load(), (0, 0, 0));
    }
}

#[test]
fn a_panic_after_the_call_is_over_frees_the_place() {
    let (runtime, (doors, inside)) = (Runtime::default(), doors());
    let boom = Tool::new(
        "boom",
        blocking(move |_: NoArguments| -> Result<String, _> {
            inside.wait(|| false)?;
            panic!("with nobody to hear it")
        }),
    );
    let scene =
        Scene::on(runtime, |settings| settings.max_running(1).max_queued(0), |server| server.tool(boom));
    let mut submitter = scene.executor.submitter();
    let job = submitter.accept(scene.call(1, "boom", "{}"));
    doors.entered.recv().unwrap();
    submitter.cancel(job);
    assert_eq!(scene.load(), (1, 0, 0));
    doors.leave.send(()).unwrap();
    freed(&scene);
}

#[test]
fn it_needs_no_executor() {
    let (scene, _, doors) = blocked(|settings| settings);
    doors.leave.send(()).unwrap();
    let Outcome::Response(response) = block_on(call(&scene.server, 1, "block", "{}")) else {
        panic!("it says nothing before its answer");
    };
    assert_eq!(answer(response), finished(1, "done"));

    let unpolled = call(&scene.server, 2, "block", "{}");
    drop(unpolled);
    assert!(!doors.entered.recv().unwrap());
    assert!(doors.entered.try_recv().is_err(), "without a poll nothing begins");
    assert_eq!(scene.load(), (0, 0, 0));
}
