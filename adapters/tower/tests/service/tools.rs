//! The server under test: tools that wait for the test.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use serde::Deserialize;
use snodo_core::{Context, Limits, NoArguments, Resource, Server, ServerBuilder, Tool};

/// What handlers did, and what they wait for.
#[derive(Clone, Default)]
pub(crate) struct Stage(Arc<Mutex<State>>);

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
        self.0.lock().unwrap().done.push(what);
    }

    /// What was said since the last time.
    pub(crate) fn done(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().done)
    }

    /// Lets one handler pass.
    pub(crate) fn open(&self, name: &str) {
        let mut state = self.0.lock().unwrap();
        let gate = state.gates.entry(name.to_owned()).or_default();
        gate.passes += 1;
        gate.waiting.drain(..).for_each(Waker::wake);
    }

    async fn pass(&self, name: &str) {
        std::future::poll_fn(|cx| {
            let mut state = self.0.lock().unwrap();
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
struct Gone(Stage, String);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.note(format!("gone {}", self.1));
    }
}

/// What the middleware of the host has found out.
#[derive(Clone)]
pub(crate) struct User(pub(crate) &'static str);

/// Something else that it has.
#[derive(Clone)]
pub(crate) struct Tenant(pub(crate) &'static str);

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

pub(crate) fn definitions(stage: &Stage) -> ServerBuilder {
    Server::builder("t", "1")
        .limits(Limits::default().progress_updates(u32::MAX))
        .resource(Resource::new("docs:///a", "a", async |_: NoArguments| Ok("a")))
        .tool(Tool::new("echo", async |args: Text| Ok(args.text)))
        .tool(Tool::new("who", async |_: NoArguments, cx: Context| {
            let user = cx.auth::<User>().map_or("nobody", |user| user.0);
            let tenant = cx.extension::<Tenant>().map_or("nowhere", |tenant| tenant.0);
            let peer = cx.peer().map_or_else(|| "no address".to_owned(), |peer| peer.to_string());
            Ok(format!("{user}, {tenant}, {peer}"))
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
                stage.note(format!("step {step}"));
                cx.progress(step.into(), Some(3.0)).await;
            }
            Ok(args.name)
        }))
        .tool(Tool::with_state("boom", stage.clone(), async |stage: Arc<Stage>, args: Name| {
            stage.pass(&args.name).await;
            if true {
                panic!("the secret of the host");
            }
            Ok("")
        }))
}
