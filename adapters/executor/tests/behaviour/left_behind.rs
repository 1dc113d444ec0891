//! A closure that blocks and is left behind by its own handler keeps the place all the same.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};

use futures_lite::future::{or, yield_now};
use serde_json::Value;
use snodo_core::{NoArguments, ServerBuilder, Tool};
use snodo_executor::blocking;

use crate::blocking::{Inside, Runtime, answer_of, doors, freed};
use crate::scene::{Scene, finished, internal_error};

/// Tools that leave a closure behind once it has begun: by answering first, and by panicking. They do so in the poll
/// that starts it, which is their first or, asked to be `late`, their second.
fn deserters(server: ServerBuilder, inside: Inside, entered: Receiver<bool>) -> ServerBuilder {
    let block = Arc::new(blocking(move |_: NoArguments| inside.wait(|| false)));
    let entered = Arc::new(Mutex::new(entered));
    server.tool(Tool::new("desert", move |args: Value| {
        let (block, entered) = (Arc::clone(&block), Arc::clone(&entered));
        async move {
            if args["late"] == true {
                yield_now().await;
            }
            let desert = async {
                entered.lock().unwrap().recv()?;
                assert!(args["panic"] != true, "and leaves it behind");
                Ok("first")
            };
            or(block(NoArguments), desert).await
        }
    }))
}

#[test]
fn by_an_answer() {
    let (runtime, (doors, inside)) = (Runtime::default(), doors());
    let scene = Scene::on(
        Arc::clone(&runtime),
        |settings| settings.max_running(1).max_queued(0),
        |server| deserters(server, inside, doors.entered),
    );
    for arguments in ["{}", r#"{"late":true}"#] {
        assert_eq!(answer_of(&scene, &runtime, "desert", arguments), finished(1, "first"));
        assert_eq!(scene.load(), (1, 0, 0));
        doors.leave.send(()).unwrap();
        freed(&scene);
    }
    assert_eq!(scene.executor.stats().completed, 2);
}

#[test]
fn by_a_panic_that_is_let_through() {
    let (runtime, (doors, inside)) = (Runtime::default(), doors());
    let scene = Scene::on(
        Arc::clone(&runtime),
        |settings| settings.max_running(1).max_queued(0),
        |server| deserters(server, inside, doors.entered).contain_panics(false),
    );
    let mut submitter = scene.executor.submitter();
    let at_once = scene.call(1, "desert", r#"{"panic":true}"#);
    assert!(catch_unwind(AssertUnwindSafe(|| submitter.submit(at_once, 10))).is_err());
    assert_eq!(scene.load(), (1, 0, 0));
    doors.leave.send(()).unwrap();
    freed(&scene);

    let late = answer_of(&scene, &runtime, "desert", r#"{"panic":true,"late":true}"#);
    assert_eq!(late, internal_error(1));
    assert_eq!(scene.load(), (1, 0, 0));
    doors.leave.send(()).unwrap();
    freed(&scene);
}
