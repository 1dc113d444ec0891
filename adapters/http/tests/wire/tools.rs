//! The server under test: tools that wait for the test.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::task::{Poll, Waker};

use serde::Deserialize;
use snodo_core::{Context, Limits, NoArguments, Server, ServerBuilder, Tool};

use crate::client::PATIENCE;

/// What handlers did, and what they wait for.
#[derive(Clone, Default)]
pub(crate) struct Stage(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    done: Vec<String>,
    gates: BTreeMap<String, Gate>,
}

#[derive(Default)]
struct Gate {
    /// How many may pass.
    passes: usize,
    waiting: Vec<Waker>,
}

impl Stage {
    pub(crate) fn note(&self, what: String) {
        let (state, changed) = &*self.0;
        state.lock().unwrap().done.push(what);
        changed.notify_all();
    }

    /// Waits until a handler has said this; it is forgotten then.
    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str) {
        let (state, changed) = &*self.0;
        let place = |state: &State| state.done.iter().position(|done| done == what);
        let (mut state, _) = changed
            .wait_timeout_while(state.lock().unwrap(), PATIENCE, |state| place(state).is_none())
            .unwrap();
        let place = place(&state).unwrap_or_else(|| panic!("{what:?} is not in {:?}", state.done));
        state.done.remove(place);
    }

    /// What was said and not waited for.
    pub(crate) fn rest(&self) -> Vec<String> {
        std::mem::take(&mut self.0.0.lock().unwrap().done)
    }

    /// Lets one handler pass.
    pub(crate) fn open(&self, name: &str) {
        let wakers = {
            let mut state = self.0.0.lock().unwrap();
            let gate = state.gates.entry(name.to_owned()).or_default();
            gate.passes += 1;
            std::mem::take(&mut gate.waiting)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    pub(crate) async fn pass(&self, name: &str) {
        std::future::poll_fn(|cx| {
            let mut state = self.0.0.lock().unwrap();
            let gate = state.gates.entry(name.to_owned()).or_default();
            if gate.passes > 0 {
                gate.passes -= 1;
                return Poll::Ready(());
            }
            gate.waiting.push(cx.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

/// Notes when the handler's future goes, done or not.
pub(crate) struct Gone(pub(crate) Stage, pub(crate) String);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.note(format!("gone {}", self.1));
    }
}

/// Who calls, as a gate has found.
pub(crate) struct User(pub(crate) &'static str);

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

#[derive(Deserialize)]
struct Bytes {
    bytes: usize,
}

pub(crate) fn server(stage: &Stage) -> Server {
    definitions(stage).build().unwrap()
}

pub(crate) fn definitions(stage: &Stage) -> ServerBuilder {
    Server::builder("t", "1")
        .limits(Limits::default().progress_updates(u32::MAX))
        .tool(Tool::new("echo", async |args: Text| Ok(args.text)))
        .tool(Tool::new("big", async |args: Bytes| Ok("x".repeat(args.bytes))))
        .tool(Tool::new("peer", async |_: NoArguments, cx: Context| {
            Ok(cx.peer().map(|peer| peer.to_string()).unwrap_or_default())
        }))
        .tool(Tool::new("whoami", async |_: NoArguments, cx: Context| {
            Ok(cx.auth().map_or("nobody", |User(name)| name).to_owned())
        }))
        .tool(Tool::with_state("wait", stage.clone(), async |stage: Arc<Stage>, args: Name| {
            stage.note(format!("start {}", args.name));
            let _gone = Gone(Stage::clone(&stage), args.name.clone());
            stage.pass(&args.name).await;
            Ok(args.name)
        }))
        .tool(Tool::with_state("steps", stage.clone(), async |stage: Arc<Stage>, args: Name, cx: Context| {
            let _gone = Gone(Stage::clone(&stage), args.name.clone());
            for step in 1..=3_u32 {
                cx.progress(step.into(), Some(3.0)).await;
                stage.pass(&args.name).await;
            }
            Ok(args.name)
        }))
        .tool(Tool::with_state("flood", stage.clone(), async |stage: Arc<Stage>, args: Name, cx: Context| {
            let _gone = Gone(Stage::clone(&stage), args.name.clone());
            for step in 0..u32::MAX {
                cx.progress(step.into(), Some(3.0)).await;
            }
            Ok(args.name)
        }))
        .tool(Tool::new("boom", async |_: NoArguments| {
            if true {
                panic!("the secret of the host");
            }
            Ok("")
        }))
}
