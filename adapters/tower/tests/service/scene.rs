//! A service, a runtime and a clock, on the test's own thread.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http_body::Body as _;
use snodo_core::http::{Endpoint, EndpointBuilder};
use snodo_core::{Hub, ServerBuilder};
use snodo_executor::{Executor, ExecutorBuilder, Stats, VirtualClock};
use snodo_tower::{Body, Mcp, McpBuilder, ResponseFuture};
use tower_service::Service;

use crate::news::News;
use crate::pieces::Pieces;
use crate::tools::{Stage, definitions};

type Runtime = Arc<async_executor::Executor<'static>>;

pub(crate) struct Scene {
    pub(crate) clock: VirtualClock,
    pub(crate) stage: Stage,
    pub(crate) news: News,
    pub(crate) mcp: Mcp,
    runtime: Runtime,
    executor: Executor,
}

/// What is not the default.
pub(crate) struct Plan {
    pub(crate) hub: Hub,
    pub(crate) server: fn(ServerBuilder) -> ServerBuilder,
    pub(crate) executor: fn(ExecutorBuilder) -> ExecutorBuilder,
    pub(crate) endpoint: fn(EndpointBuilder) -> EndpointBuilder,
    pub(crate) mcp: fn(McpBuilder) -> McpBuilder,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            hub: Hub::new(),
            server: |server| server,
            executor: |executor| executor,
            endpoint: |endpoint| endpoint,
            mcp: |mcp| mcp,
        }
    }
}

impl Scene {
    pub(crate) fn new() -> Scene {
        Scene::on(Plan::default())
    }

    pub(crate) fn with(mcp: fn(McpBuilder) -> McpBuilder) -> Scene {
        Scene::on(Plan { mcp, ..Plan::default() })
    }

    pub(crate) fn on(plan: Plan) -> Scene {
        let (clock, stage, runtime) = (VirtualClock::new(), Stage::default(), Runtime::default());
        let executor = Executor::builder(runtime.clone()).clock(clock.clone());
        let executor = (plan.executor)(executor).build().unwrap();
        let news = News::new(plan.hub, &stage);
        let server = (plan.server)(definitions(&stage).source(news.clone())).build().unwrap();
        let endpoint = (plan.endpoint)(Endpoint::builder(server)).build().unwrap();
        let mcp = (plan.mcp)(Mcp::builder(endpoint, executor.clone())).build().unwrap();
        Scene { clock, stage, news, mcp, runtime, executor }
    }

    pub(crate) fn stats(&self) -> Stats {
        self.executor.stats()
    }

    pub(crate) fn advance(&self, ms: u64) {
        self.clock.advance(Duration::from_millis(ms));
    }

    /// Runs what runs.
    pub(crate) fn settle(&self) {
        while self.runtime.try_tick() {}
    }

    /// Hands a request over; nothing happens yet.
    pub(crate) fn send(&self, request: Request<Pieces>) -> Exchange {
        let mut mcp = self.mcp.clone();
        assert!(
            Service::<Request<Pieces>>::poll_ready(&mut mcp, &mut Context::from_waker(Waker::noop()))
                .is_ready()
        );
        Exchange { future: mcp.call(request), host: Host::new(&self.runtime) }
    }

    /// The head of the answer, and its body where that is whole.
    #[track_caller]
    pub(crate) fn ask(&self, request: Request<Pieces>) -> String {
        self.send(request).answer().whole()
    }
}

/// A request whose answer has no head yet.
pub(crate) struct Exchange {
    future: ResponseFuture,
    host: Host,
}

/// An answer whose body may still come.
pub(crate) struct Answer {
    pub(crate) head: String,
    body: Body,
    host: Host,
}

impl Exchange {
    #[track_caller]
    pub(crate) fn answer(mut self) -> Answer {
        let answer = self.poll();
        answer.expect("the answer has begun")
    }

    #[track_caller]
    pub(crate) fn expect_none(&mut self) {
        assert!(self.poll().is_none(), "nothing is to be said yet");
    }

    /// Polls once, and runs nothing else.
    pub(crate) fn poll_once(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.future).poll(cx).map(drop)
    }

    fn poll(&mut self) -> Option<Answer> {
        let future = &mut self.future;
        let response = self.host.run(|cx| Pin::new(&mut *future).poll(cx))?.unwrap();
        let (parts, body) = response.into_parts();
        let mut head = format!("{}\n", parts.status);
        for (name, value) in &parts.headers {
            head.push_str(&format!("{name}: {}\n", value.to_str().unwrap()));
        }
        Some(Answer { head, body, host: Host::new(&self.host.runtime) })
    }
}

impl Answer {
    /// The head, an empty line, and the body, which knows its length.
    #[track_caller]
    pub(crate) fn whole(mut self) -> String {
        let length = self.body.size_hint().exact().expect("the body is whole");
        let mut body = String::new();
        while !self.body.is_end_stream() {
            let piece = self.poll().expect("all is there").expect("it is not over");
            assert_ne!(piece, "", "nothing is no piece");
            body.push_str(&piece);
        }
        assert_eq!(self.poll(), Some(None));
        assert_eq!(usize::try_from(length), Ok(body.len()));
        format!("{}\n{body}", self.head)
    }

    /// What there is now is this.
    #[track_caller]
    pub(crate) fn expect(&mut self, expected: impl AsRef<str>) {
        assert_eq!(self.poll().expect("there is something").as_deref(), Some(expected.as_ref()));
    }

    #[track_caller]
    pub(crate) fn expect_none(&mut self) {
        assert_eq!(self.poll(), None, "nothing is to be said yet");
        assert!(!self.body.is_end_stream());
    }

    #[track_caller]
    pub(crate) fn expect_end(&mut self) {
        assert!(self.body.is_end_stream(), "the host may end it with the last piece");
        assert_eq!(self.poll(), Some(None));
    }

    /// The next piece, or the end.
    pub(crate) fn poll(&mut self) -> Option<Option<String>> {
        let body = &mut self.body;
        let piece = self.host.run(|cx| pin!(&mut *body).poll_frame(cx))?;
        let data = piece.map(|piece| piece.unwrap().into_data().unwrap());
        Some(data.map(|data: Bytes| String::from_utf8(data.into()).unwrap()))
    }
}

/// What polls: at first, after something has come, and when it is woken.
struct Host {
    runtime: Runtime,
    due: Arc<Due>,
}

struct Due(AtomicBool);

impl Wake for Due {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl Host {
    fn new(runtime: &Runtime) -> Host {
        Host { runtime: runtime.clone(), due: Arc::new(Due(AtomicBool::new(true))) }
    }

    /// Runs the tasks, and polls when that is due: `None` when all wait.
    fn run<T>(&self, mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>) -> Option<T> {
        let waker = Waker::from(Arc::clone(&self.due));
        for _ in 0..10_000 {
            while self.runtime.try_tick() {}
            if !self.due.0.swap(false, Ordering::SeqCst) {
                return None;
            }
            if let Poll::Ready(ready) = poll(&mut Context::from_waker(&waker)) {
                self.due.0.store(true, Ordering::SeqCst);
                return Some(ready);
            }
        }
        panic!("it is woken for ever");
    }
}
