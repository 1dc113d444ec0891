//! Bounded admission, queue, deadlines and cancellation for snodo servers.
//!
//! The engine gives an [`Execution`](snodo_core::Execution), a future that does nothing unless it is polled.
//! This crate polls it, on whatever runtime the host has, for all transports of a process together:
//!
//! ```text
//!             ┌─ done at its first poll ─────────────────────────▶ Answered(response)
//! submit ─────┼─ a place is free ──▶ running ──┬─ frames… ───────▶ poll_output
//!             ├─ room in the queue ▶ queued ───┴─ deadline ──────▶ poll_output: -32603, `timeout`
//!             └─ neither ────────────────────────────────────────▶ Full(execution)
//! ```
//!
//! A [subscription](snodo_core::Execution::is_subscription) goes its own way: a [place of its own
//! kind](Subscriptions) or a refusal, no queue, no deadline, and frames until somebody ends it.
//!
//! **The contract:** every accepted job ends exactly once. It gives its response as its last output, or it was
//! [cancelled](Submitter::cancel) and gives nothing more. However it ends, its handler is dropped, or its source
//! closed, and its capacity is free by then; only a [closure that blocks](blocking()) keeps it until it returns.
//!
//! ```
//! use std::future::poll_fn;
//! use std::sync::Arc;
//! use futures_lite::future::{block_on, yield_now};
//! use snodo_core::{Call, NoArguments, Server, Tool};
//! use snodo_executor::{Executor, Submission};
//!
//! let server = Server::builder("clock", "1.0.0")
//!     .tool(Tool::new("tick", async |_: NoArguments| Ok("tock")))
//!     .tool(Tool::new("slow", async |_: NoArguments| {
//!         yield_now().await;
//!         Ok("tock, at last")
//!     }))
//!     .build()?;
//!
//! let runtime = Arc::new(async_executor::Executor::new());
//! let executor = Executor::builder(runtime.clone()).max_running(8).build()?;
//! let mut submitter = executor.submitter();
//!
//! let call = |tool: &str| {
//!     let message = format!(
//!         r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","_meta":{{
//!             "io.modelcontextprotocol/protocolVersion":"2026-07-28",
//!             "io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
//!     );
//!     let execution = server.handle(message.as_bytes(), &Call::new()).expect("a request is answered");
//!     (execution, message.len())
//! };
//!
//! // Done at its first poll: no task, no queue, no waiting.
//! let (execution, bytes) = call("tick");
//! let Submission::Answered(response) = submitter.submit(execution, bytes) else { panic!("done at once") };
//! # drop(response);
//!
//! // Not done yet: a task on the runtime, and its output when it comes.
//! let (execution, bytes) = call("slow");
//! let Submission::Accepted(job) = submitter.submit(execution, bytes) else { panic!("there is room") };
//! let output = block_on(runtime.run(poll_fn(|cx| submitter.poll_output(cx))));
//! assert_eq!(output.job, job);
//! assert!(output.frame.is_last());
//!
//! let mut line = Vec::new();
//! output.frame.encode(&mut line);
//! assert!(line.starts_with(br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"tock, at last"}]"#));
//! assert_eq!(executor.stats().running, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # In scope
//!
//! - Bounds: [running handlers](ExecutorBuilder::max_running), the queue [in
//!   calls](ExecutorBuilder::max_queued) and [in bytes](ExecutorBuilder::max_queued_bytes), [open
//!   subscriptions](Subscriptions), the output of each [`Submitter`]. Each says what it costs at worst.
//! - Fairness: places in the order of submission, room in the queue in the order of [waiting for
//!   it](Submitter::poll_room).
//! - Endings: [deadlines](ExecutorBuilder::timeout), [cancellation](Submitter::cancel), [subscriptions that the server
//!   ends](Submitter::finish), submitters that go away, [hosts that drop their tasks](Spawn).
//! - Handlers that [block their thread](blocking()), on threads of their own.
//! - Limits of [rate, concurrency and time](middleware) for single components.
//! - Time as a [trait](Clock), with a [clock for tests](VirtualClock).
//!
//! # Out of scope
//!
//! - Threads that run tasks: the host brings its runtime as a [`Spawn`].
//! - Async handlers that block all the same. One that does so at its first poll blocks the transport, later a thread of
//!   the runtime. Neither deadline nor cancellation can interrupt it: they act between polls.
//! - Telling a request from a repeated one: what a duplicate id means depends on the transport.
mod admission;
mod blocking;
mod clock;
mod executor;
mod guest;
mod job;
mod line;
pub mod middleware;
mod output;
mod places;
mod settings;
mod spawn;
mod stats;
mod submitter;
mod subscriptions;
mod task;
mod virtual_clock;

pub use self::blocking::{Blocking, BlockingHandler, blocking};
pub use clock::{Clock, Sleep, SystemClock};
pub use executor::Executor;
pub use output::{JobId, Output};
pub use places::{Place, Places};
pub use settings::{ExecutorBuilder, SettingsError};
pub use spawn::{Spawn, SpawnFn, Task, spawn_fn};
pub use stats::Stats;
pub use submitter::{Submission, Submitter};
pub use subscriptions::Subscriptions;
pub use virtual_clock::VirtualClock;
