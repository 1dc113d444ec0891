//! A server whose tools do what a test tells them.
use std::collections::{BTreeMap, BTreeSet};
use std::future::poll_fn;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll, Wake, Waker};

use serde_json::Value;
use snodo_core::{Call, Context, Execution, Frame, NoArguments, Response, Server, Tool};
use snodo_executor::{Executor, ExecutorBuilder, JobId, Submission, Submitter, VirtualClock, spawn_fn};

pub(crate) struct Scene {
    pub(crate) clock: VirtualClock,
    pub(crate) executor: Executor,
    pub(crate) server: Server,
    pub(crate) stage: Arc<Stage>,
    runtime: Arc<async_executor::Executor<'static>>,
    spawned: Arc<AtomicUsize>,
}

impl Scene {
    /// The defaults, but for the clock and what `settings` changes.
    pub(crate) fn new(settings: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder) -> Self {
        Self::on(Arc::default(), settings, |server| server)
    }

    pub(crate) fn on(
        runtime: Arc<async_executor::Executor<'static>>,
        settings: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder,
        tools: impl FnOnce(snodo_core::ServerBuilder) -> snodo_core::ServerBuilder,
    ) -> Self {
        let (clock, stage, spawned) =
            (VirtualClock::new(), Arc::<Stage>::default(), Arc::<AtomicUsize>::default());
        let spawn = {
            let (runtime, spawned) = (Arc::clone(&runtime), Arc::clone(&spawned));
            spawn_fn(move |task| {
                spawned.fetch_add(1, Ordering::SeqCst);
                runtime.spawn(task).detach();
            })
        };
        let executor = settings(Executor::builder(spawn).clock(clock.clone())).build().unwrap();
        let server = tools(Stage::server(&stage)).build().unwrap();
        Self { clock, executor, server, stage, runtime, spawned }
    }

    pub(crate) fn call(&self, id: u32, tool: &str, arguments: &str) -> Execution {
        call(&self.server, id, tool, arguments)
    }

    /// A call that waits until its gate is opened.
    pub(crate) fn gate(&self, id: u32, name: &str) -> Execution {
        self.call(id, "gate", &format!(r#"{{"name":"{name}"}}"#))
    }

    /// Lets every task go as far as it can.
    pub(crate) fn settle(&self) {
        while self.tick() {}
    }

    /// Polls one task, if one is to be polled.
    pub(crate) fn tick(&self) -> bool {
        self.runtime.try_tick()
    }

    pub(crate) fn spawned(&self) -> usize {
        self.spawned.load(Ordering::SeqCst)
    }

    /// Running, queued, and the bytes of the queue.
    pub(crate) fn load(&self) -> (usize, usize, usize) {
        let stats = self.executor.stats();
        (stats.running, stats.queued, stats.queued_bytes)
    }
}

pub(crate) fn call(server: &Server, id: u32, tool: &str, arguments: &str) -> Execution {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}},"progressToken":{id}}}}}}}"#
    );
    server.handle(message.as_bytes(), &Call::new()).expect("a request is answered")
}

/// The state behind the tools: what happened, and which gates are open.
#[derive(Default)]
pub(crate) struct Stage {
    events: Mutex<Vec<String>>,
    open: Mutex<BTreeSet<String>>,
    waiting: Mutex<BTreeMap<String, Waker>>,
}

impl Stage {
    fn server(stage: &Arc<Self>) -> snodo_core::ServerBuilder {
        Server::builder("stage", "1.0.0")
            .tool(Tool::new("quick", async |_: NoArguments| Ok("done")))
            .tool(Tool::with_state("gate", Arc::clone(stage), async |stage: Arc<Self>, args: Value| {
                let name = args["name"].as_str().unwrap().to_owned();
                let _presence = stage.enter(&name);
                stage.gate(&name).await;
                Ok(name)
            }))
            .tool(Tool::with_state(
                "chat",
                Arc::clone(stage),
                async |stage: Arc<Self>, args: Value, cx: Context| {
                    let name = args["name"].as_str().unwrap().to_owned();
                    let _presence = stage.enter(&name);
                    for n in 1..=args["reports"].as_u64().unwrap() {
                        let written = cx.progress(n as f64, None);
                        if args["at_once"] != true {
                            written.await;
                        }
                    }
                    stage.gate(&name).await;
                    Ok(name)
                },
            ))
    }

    pub(crate) fn open(&self, name: &str) {
        self.open.lock().unwrap().insert(name.to_owned());
        let waker = self.waiting.lock().unwrap().remove(name);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// What happened since the last look.
    pub(crate) fn events(&self) -> Vec<String> {
        mem::take(&mut self.events.lock().unwrap())
    }

    pub(crate) fn note(&self, event: String) {
        self.events.lock().unwrap().push(event);
    }

    /// Notes that a handler began and, when the returned value is dropped, that it is gone.
    pub(crate) fn enter(self: &Arc<Self>, name: &str) -> Presence {
        self.note(format!("{name} began"));
        Presence { stage: Arc::clone(self), name: name.to_owned() }
    }

    async fn gate(&self, name: &str) {
        poll_fn(|cx| {
            self.waiting.lock().unwrap().insert(name.to_owned(), cx.waker().clone());
            if self.open.lock().unwrap().contains(name) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}

pub(crate) struct Presence {
    stage: Arc<Stage>,
    name: String,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.stage.note(format!("{} ended", self.name));
    }
}

/// Counts wake-ups.
#[derive(Default)]
pub(crate) struct Bell(AtomicUsize);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Bell {
    pub(crate) fn rang(&self) -> usize {
        self.0.swap(0, Ordering::SeqCst)
    }
}

pub(crate) trait Watch {
    /// The next output, if there is one, as its job and its bytes.
    fn next(&mut self) -> Option<(JobId, String)>;
    fn next_or_ring(&mut self, bell: &Arc<Bell>) -> Option<(JobId, String)>;
    fn has_room(&mut self, bell: &Arc<Bell>, bytes: usize) -> bool;
    /// Submits what cannot be done at once and has room.
    fn accept(&mut self, execution: Execution) -> JobId;
}

impl Watch for Submitter {
    fn next(&mut self) -> Option<(JobId, String)> {
        self.next_or_ring(&Arc::default())
    }

    fn next_or_ring(&mut self, bell: &Arc<Bell>) -> Option<(JobId, String)> {
        match self.poll_output(&mut TaskContext::from_waker(&Waker::from(Arc::clone(bell)))) {
            Poll::Ready(output) => Some((output.job, line(&output.frame))),
            Poll::Pending => None,
        }
    }

    fn has_room(&mut self, bell: &Arc<Bell>, bytes: usize) -> bool {
        self.poll_room(&mut TaskContext::from_waker(&Waker::from(Arc::clone(bell))), bytes).is_ready()
    }

    fn accept(&mut self, execution: Execution) -> JobId {
        match self.submit(execution, 10) {
            Submission::Accepted(job) => job,
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) fn line(frame: &Frame) -> String {
    let mut bytes = Vec::new();
    frame.encode(&mut bytes);
    String::from_utf8(bytes).unwrap()
}

pub(crate) fn answer(response: Response) -> String {
    line(&Frame::Response(response))
}

/// What tool `gate` and `chat` answer when they are let through.
pub(crate) fn finished(id: u32, name: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","content":[{{"type":"text","text":"{name}"}}],"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"stage","version":"1.0.0"}}}}}}}}"#
    )
}

pub(crate) fn timed_out(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"The request took too long","data":{{"reason":"timeout"}}}}}}"#
    )
}

pub(crate) fn shutting_down(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"The server is shutting down","data":{{"reason":"shutting_down"}}}}}}"#
    )
}

pub(crate) fn internal_error(id: u32) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"Internal error"}}}}"#)
}

pub(crate) fn progress(id: u32, progress: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":{progress}}}}}"#
    )
}
