//! The tower service under a host that drives each request in a task.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use http_body::Body as _;
use smol::channel;
use snodo::Server;
use snodo::executor::Executor;
use snodo::http::Endpoint;
use snodo_tower::Mcp;
use tower_service::Service as _;

use super::{Exchange, Host, Plan};
use crate::clock::TestClock;
use crate::messages::Request;
use crate::stage::PATIENCE;
use crate::whole_body::Whole;

struct Tower {
    service: Mcp,
    clock: TestClock,
    tasks: Arc<smol::Executor<'static>>,
    /// Closed at the end.
    ending: channel::Sender<()>,
    thread: JoinHandle<()>,
}

struct Driven {
    /// Dropping it drops the response, or its body.
    _task: smol::Task<()>,
    messages: mpsc::Receiver<String>,
}

pub(super) fn start(server: Server, plan: Plan) -> Box<dyn Host> {
    let (clock, tasks) = (TestClock::new(), Arc::new(smol::Executor::new()));
    let executor = Executor::builder(Arc::clone(&tasks)).clock(clock.clone()).max_queued(0);
    let executor = executor.max_running(plan.max_running).timeout(Some(plan.timeout)).build();
    let endpoint = Endpoint::builder(server).build().expect("the defaults are sound");
    let service = Mcp::builder(endpoint, executor.expect("its limits are sound"))
        .max_subscriptions(plan.max_subscriptions)
        // This host drops what nobody waits for by itself.
        .probe(None)
        .build()
        .expect("no time is zero");
    let (ending, ended) = channel::bounded::<()>(1);
    let thread = {
        let tasks = Arc::clone(&tasks);
        let until_ended = async move {
            let _ = ended.recv().await;
        };
        thread::spawn(move || async_io::block_on(tasks.run(until_ended)))
    };
    Box::new(Tower { service, clock, tasks, ending, thread })
}

impl Host for Tower {
    fn send(&self, request: &Request) -> Box<dyn Exchange> {
        let mut head = http::Request::post("/")
            .header("Host", "localhost")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", request.method);
        if let Some(name) = request.name {
            head = head.header("Mcp-Name", name);
        }
        let request =
            head.body(Whole(Some(request.message.clone().into()))).expect("its fields are in order");
        let (sender, messages) = mpsc::channel();
        let response = self.service.clone().call(request);
        let _task = self.tasks.spawn(async move {
            let Ok(response) = response.await;
            let (parts, mut body) = response.into_parts();
            let is_stream = parts.headers["content-type"] == "text/event-stream";
            while let Some(Ok(frame)) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
                let data = frame.into_data().expect("there are no trailers");
                let text = String::from_utf8(data.to_vec()).expect("what is sent is UTF-8");
                for message in messages_of(&text, is_stream) {
                    // Who waits for it may have left.
                    let _ = sender.send(message.to_owned());
                }
            }
        });
        Box::new(Driven { _task, messages })
    }

    fn pass(&self, moment: Duration) {
        self.clock.pass(moment);
    }

    fn shut_down(&self) {
        self.service.handle().shutdown();
    }

    fn has_drain_limit(&self) -> bool {
        false
    }

    fn end(self: Box<Self>) {
        self.shut_down();
        self.ending.close();
        self.thread.join().expect("no task panics");
    }
}

/// The messages of a piece of a body. Pieces are made of whole events; comments are no messages.
fn messages_of(text: &str, is_stream: bool) -> Vec<&str> {
    if !is_stream {
        return vec![text];
    }
    let events = text.split_terminator("\n\n").filter(|event| !event.starts_with(':'));
    events.map(|event| event.strip_prefix("data: ").expect("an event has data")).collect()
}

impl Exchange for Driven {
    fn next(&mut self) -> Option<String> {
        match self.messages.recv_timeout(PATIENCE) {
            Ok(message) => Some(message),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("nothing comes"),
        }
    }

    fn leave(self: Box<Self>) {}
}
