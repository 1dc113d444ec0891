//! The server under test: tools that wait for the test, and a source that the test feeds.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::Duration;

use serde::Deserialize;
use snodo::{
    Call, CloseReason, Context, Event, Events, Failure, Filter, Hub, NoArguments, Server, Source,
    Subscription, Tool, Topics,
};

/// What takes longer than this never comes: the test fails instead of hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// What handlers and the source did, and what handlers wait for.
#[derive(Clone, Default)]
pub(crate) struct Stage(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    notes: Vec<String>,
    gates: BTreeMap<String, Gate>,
}

#[derive(Default)]
struct Gate {
    /// How many may pass.
    passes: usize,
    waiting: Vec<Waker>,
}

impl Stage {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, note: String) {
        self.state().notes.push(note);
        self.0.1.notify_all();
    }

    /// Waits until this is noted; it is forgotten then.
    #[track_caller]
    pub(crate) fn wait_for(&self, note: &str) {
        self.wait_for_one_of(&[note]);
    }

    /// Waits until one of these is noted; it is forgotten then.
    #[track_caller]
    pub(crate) fn wait_for_one_of(&self, notes: &[&str]) {
        let place = |state: &State| state.notes.iter().position(|note| notes.contains(&note.as_str()));
        let missing = |state: &mut State| place(state).is_none();
        let waited = self.0.1.wait_timeout_while(self.state(), PATIENCE, missing);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let Some(place) = place(&state) else { panic!("none of {notes:?} is in {:?}", state.notes) };
        state.notes.remove(place);
    }

    /// What was noted and not waited for.
    pub(crate) fn rest(&self) -> Vec<String> {
        std::mem::take(&mut self.state().notes)
    }

    /// Lets one handler pass.
    pub(crate) fn open(&self, name: &str) {
        let waiting = {
            let mut state = self.state();
            let gate = state.gates.entry(name.to_owned()).or_default();
            gate.passes += 1;
            std::mem::take(&mut gate.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    async fn pass(&self, name: &str) {
        std::future::poll_fn(|cx| {
            let mut state = self.state();
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

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

async fn wait(stage: Arc<Stage>, args: Name) -> Result<String, Failure> {
    stage.note(format!("start {}", args.name));
    let _gone = Gone(Stage::clone(&stage), args.name.clone());
    stage.pass(&args.name).await;
    Ok(args.name)
}

async fn steps(stage: Arc<Stage>, args: Name, cx: Context) -> Result<String, Failure> {
    stage.note(format!("start {}", args.name));
    let _gone = Gone(Stage::clone(&stage), args.name.clone());
    for step in 1..=3_u32 {
        cx.progress(step.into(), Some(3.0)).await;
        stage.pass(&args.name).await;
    }
    Ok(args.name)
}

async fn fall(stage: Arc<Stage>, args: Name) -> Result<String, Failure> {
    let _gone = Gone(Stage::clone(&stage), args.name.clone());
    stage.pass(&args.name).await;
    panic!("the secret of the host")
}

async fn fall_late(stage: Arc<Stage>, args: Name, cx: Context) -> Result<String, Failure> {
    let _gone = Gone(Stage::clone(&stage), args.name.clone());
    cx.progress(1.0, Some(3.0)).await;
    stage.pass(&args.name).await;
    panic!("the secret of the host")
}

/// A hub whose subscriptions note why they were closed.
struct Noted<T>(Stage, T);

impl Source for Noted<Hub> {
    fn supports(&self) -> Topics {
        self.1.supports()
    }

    fn open(&self, asked: &Filter, call: &Call) -> Result<Subscription, Failure> {
        let subscription = self.1.open(asked, call)?;
        let accepted = subscription.accepted().clone();
        Ok(Subscription::new(accepted, Noted(self.0.clone(), subscription)))
    }
}

impl Events for Noted<Subscription> {
    fn poll_next(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Event>> {
        self.1.poll_next(cx)
    }

    fn close(&mut self, reason: CloseReason) {
        self.1.close(reason);
        self.0.note(format!("closed: {reason:?}"));
    }
}

pub(crate) fn server(stage: &Stage, hub: &Hub) -> Server {
    Server::builder("t", "1")
        .tool(Tool::new("echo", async |args: Text| Ok(args.text)))
        .tool(Tool::with_state("wait", stage.clone(), wait))
        .tool(Tool::with_state("steps", stage.clone(), steps))
        .tool(Tool::with_state("fall", stage.clone(), fall))
        .tool(Tool::with_state("fall_late", stage.clone(), fall_late))
        .tool(Tool::new("fall_at_once", async |_: NoArguments| {
            panic!("the secret of the host");
            #[expect(unreachable_code, reason = "it gives the result its type")]
            Ok("")
        }))
        .source(Noted(stage.clone(), hub.clone()))
        .build()
        .expect("each definition is sound")
}
