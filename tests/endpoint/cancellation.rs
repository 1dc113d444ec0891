//! The client is gone when the host drops what it polls: then the handler is, too.

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context as TaskContext, Waker};

use snodo::http::{Endpoint, EventStream, Exchange, Reply};
use snodo::{Call, Context, Failure, NoArguments, Server, Tool};

use crate::exchange::{next_event, parsed};
use crate::subject::POST;

/// What handlers leave behind.
#[derive(Default)]
struct Trace {
    context: OnceLock<Context>,
    started: AtomicUsize,
    dropped: AtomicUsize,
}

impl Trace {
    fn counts(&self) -> (usize, usize) {
        (self.started.load(Ordering::Relaxed), self.dropped.load(Ordering::Relaxed))
    }

    /// What work that moved elsewhere would see.
    fn cancelled(&self) -> bool {
        self.context.get().expect("the handler has started").cancelled()
    }
}

struct Guard(Arc<Trace>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

async fn hang(trace: Arc<Trace>, _: NoArguments, cx: Context) -> Result<(), Failure> {
    let _guard = Guard(Arc::clone(&trace));
    trace.started.fetch_add(1, Ordering::Relaxed);
    assert!(trace.context.set(cx.clone()).is_ok(), "it is called once");
    drop(cx.progress(1.0, None));
    std::future::pending().await
}

fn hanging() -> (Endpoint, Arc<Trace>) {
    let trace = Arc::<Trace>::default();
    let server = Server::builder("probe", "1.0.0")
        .tool(Tool::with_state("hang", Arc::clone(&trace), hang))
        .build()
        .expect("the tool is sound");
    (Endpoint::builder(server).build().expect("the defaults are sound"), trace)
}

fn request(meta: &str) -> String {
    format!(
        "{POST}MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: hang\n\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"hang\",\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{{}}{meta}}}}}}}"
    )
}

fn exchange(endpoint: &Endpoint, meta: &str) -> Exchange {
    let request = request(meta);
    let (head, body) = parsed(request.as_bytes());
    endpoint.handle(head, body, &Call::new())
}

const REPORT: &str = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7,\"progress\":1}}\n\n";

#[test]
fn dropping_an_exchange_that_waits_cancels_its_call() {
    let (endpoint, trace) = hanging();
    let mut exchange = exchange(&endpoint, "");
    assert_eq!(trace.counts(), (0, 0), "nothing runs before the first poll");
    assert!(Pin::new(&mut exchange).poll(&mut TaskContext::from_waker(Waker::noop())).is_pending());
    assert_eq!(trace.counts(), (1, 0));
    assert!(!trace.cancelled());
    drop(exchange);
    assert_eq!(trace.counts(), (1, 1));
    assert!(trace.cancelled());
}

#[test]
fn dropping_an_exchange_that_was_never_polled_runs_nothing() {
    let (endpoint, trace) = hanging();
    drop(exchange(&endpoint, ""));
    assert_eq!(trace.counts(), (0, 0));
}

#[test]
fn dropping_a_stream_cancels_its_call() {
    let (endpoint, trace) = hanging();
    let Reply::Stream(mut stream) = exchange(&endpoint, r#","progressToken":7"#).wait() else {
        panic!("it reports before it hangs")
    };
    assert_eq!(next_event(&mut stream).as_deref(), Some(REPORT));
    let mut out = Vec::new();
    assert!(stream.poll_event(&mut TaskContext::from_waker(Waker::noop()), &mut out).is_pending());
    assert_eq!(out, b"");
    assert_eq!(trace.counts(), (1, 0));
    assert!(!trace.cancelled());
    drop(stream);
    assert_eq!(trace.counts(), (1, 1));
    assert!(trace.cancelled());
}

#[test]
fn dropping_a_stream_with_events_that_nobody_took_cancels_its_call() {
    let (endpoint, trace) = hanging();
    drop(exchange(&endpoint, r#","progressToken":7"#).wait());
    assert_eq!(trace.counts(), (1, 1));
    assert!(trace.cancelled());
}

#[test]
fn dropping_a_wait_for_an_event_loses_none() {
    let (endpoint, trace) = hanging();
    let request = request(r#","progressToken":7"#);
    let (head, body) = parsed(request.as_bytes());
    let execution = endpoint.check(head).unwrap().prepare(body, &Call::new()).unwrap().execute();
    let mut stream = EventStream::from(execution.into_stream());
    let cx = &mut TaskContext::from_waker(Waker::noop());
    let mut out = Vec::new();
    drop(stream.next_event(&mut out));
    assert_eq!(out, b"");
    assert!(pin!(stream.next_event(&mut out)).poll(cx).is_ready());
    assert_eq!(String::from_utf8_lossy(&out), REPORT);
    assert!(pin!(stream.next_event(&mut out)).poll(cx).is_pending());
    assert_eq!(String::from_utf8_lossy(&out), REPORT);
    assert_eq!(trace.counts(), (1, 0));
}

#[test]
fn a_cancellation_that_is_posted_reaches_no_other_request() {
    let (endpoint, trace) = hanging();
    let mut exchange = exchange(&endpoint, "");
    assert!(Pin::new(&mut exchange).poll(&mut TaskContext::from_waker(Waker::noop())).is_pending());
    let cancelled = format!(
        "{POST}\n{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":1}}}}"
    );
    assert_eq!(crate::exchange::answer(&endpoint, cancelled.as_bytes()), "202\n\n");
    assert_eq!(trace.counts(), (1, 0));
    assert!(!trace.cancelled());
}
