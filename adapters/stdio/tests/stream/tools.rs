//! The server under test.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Deserialize;
use snodo_core::{Context, NoArguments, Server, ServerBuilder, Tool};
use snodo_executor::{Clock, VirtualClock};

/// What handlers did, in order.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn add(&self, what: &str, name: &str) {
        self.0.lock().unwrap().push(format!("{what} {name}"));
    }

    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// Logs when the handler's future goes, done or not.
struct Gone(Log, String);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.add("gone", &self.1);
    }
}

#[derive(Deserialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
struct Later {
    name: String,
    ms: u64,
}

#[derive(Deserialize)]
struct Big {
    bytes: usize,
}

async fn sleep(clock: &VirtualClock, ms: u64) {
    clock.sleep_until(clock.now() + Duration::from_millis(ms)).await;
}

pub(crate) fn server(clock: &VirtualClock, log: &Log) -> ServerBuilder {
    let state = Arc::new((clock.clone(), log.clone()));
    type State = Arc<(VirtualClock, Log)>;
    Server::builder("t", "1")
        .tool(Tool::new("echo", async |args: Text| Ok(args.text)))
        .tool(Tool::with_state("later", Arc::clone(&state), async |state: State, args: Later| {
            let (clock, log) = &*state;
            log.add("start", &args.name);
            let _gone = Gone(log.clone(), args.name.clone());
            sleep(clock, args.ms).await;
            log.add("end", &args.name);
            Ok(args.name.clone())
        }))
        .tool(Tool::with_state("big", Arc::clone(&state), async |state: State, args: Big| {
            sleep(&state.0, 1).await;
            Ok("x".repeat(args.bytes))
        }))
        .tool(Tool::with_state("steps", state, async |state: State, _: NoArguments, cx: Context| {
            for step in 1..=3_u32 {
                cx.progress(step.into(), Some(3.0));
                sleep(&state.0, 1000).await;
            }
            Ok("done")
        }))
        .tool(Tool::new("boom", async |_: NoArguments| {
            if true {
                panic!("the secret of the host");
            }
            Ok("")
        }))
}
