//! The thread that drives connections where the host brings no runtime.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, OnceLock};
use std::thread;

use async_executor::Executor;
use futures_lite::FutureExt as _;
use snodo_executor::{Spawn, Task};

static RUNTIME: OnceLock<Option<Arc<Executor<'static>>>> = OnceLock::new();

/// One thread for all connections of the process. It starts with the first of them and never ends; its tasks only move
/// bytes.
///
/// Where no thread can be had, and when its task panics, a connection ends with an error.
pub(crate) fn background() -> Arc<dyn Spawn> {
    Arc::new(snodo_executor::spawn_fn(spawn))
}

fn spawn(task: Task) {
    if let Some(runtime) = RUNTIME.get_or_init(start) {
        // A panic in one connection's stream or hook shall not end the others.
        let contained = async {
            let _ = AssertUnwindSafe(task).catch_unwind().await;
        };
        Executor::spawn(runtime, contained).detach();
    }
}

fn start() -> Option<Arc<Executor<'static>>> {
    let runtime = Arc::new(Executor::new());
    let tasks = Arc::clone(&runtime);
    let run = move || async_io::block_on(tasks.run(std::future::pending::<()>()));
    let thread = thread::Builder::new().name("snodo-client".into()).spawn(run);
    thread.inspect_err(|error| log::warn!("no thread for the connections of clients: {error}")).ok()?;
    Some(runtime)
}
