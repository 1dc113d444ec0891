//! Cancellation is dropping: the handler's destructors run, work elsewhere learns of it, and nothing is said any more.

mod wire;

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll, Wake, Waker};

use snodo::{
    Context, Execution, Failure, Level, NoArguments, Outcome, Server, StreamResponse, Tool, Unavailable,
};
use wire::{exchange, request, start};

/// What the handler leaves behind for the test to look at.
#[derive(Default)]
struct Trace {
    context: Mutex<Option<Context>>,
    ran: AtomicUsize,
    dropped: AtomicUsize,
    saw_the_end: AtomicUsize,
}

impl Trace {
    fn context(&self) -> Context {
        self.context.lock().expect("no holder panicked").clone().expect("the handler has run")
    }
}

struct Guard(Arc<Trace>);

impl Drop for Guard {
    fn drop(&mut self) {
        let Self(trace) = self;
        trace.dropped.fetch_add(1, Ordering::Relaxed);
        if trace.context().cancelled() {
            trace.saw_the_end.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[derive(Default)]
struct Wakes(AtomicUsize);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl Wakes {
    fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

async fn hang(trace: Arc<Trace>, _: NoArguments, cx: Context) -> Result<(), Failure> {
    *trace.context.lock().expect("no holder panicked") = Some(cx);
    let _guard = Guard(Arc::clone(&trace));
    trace.ran.fetch_add(1, Ordering::Relaxed);
    std::future::pending().await
}

async fn report_then_hang(trace: Arc<Trace>, args: NoArguments, cx: Context) -> Result<(), Failure> {
    drop(cx.progress(1.0, None));
    drop(cx.progress(2.0, None));
    hang(trace, args, cx).await
}

async fn finish(trace: Arc<Trace>, _: NoArguments, cx: Context) -> Result<&'static str, Failure> {
    *trace.context.lock().expect("no holder panicked") = Some(cx.clone());
    drop(cx.progress(1.0, None));
    Ok("finished")
}

fn server() -> (Server, Arc<Trace>) {
    let trace = Arc::<Trace>::default();
    let server = Server::builder("c", "1")
        .logging()
        .tool(Tool::with_state("hang", Arc::clone(&trace), hang))
        .tool(Tool::with_state("report_then_hang", Arc::clone(&trace), report_then_hang))
        .tool(Tool::with_state("finish", Arc::clone(&trace), finish))
        .build()
        .expect("the tools are sound");
    (server, trace)
}

fn call(tool: &str) -> String {
    let params = format!(r#""name":"{tool}","arguments":{{}},"#);
    request("tools/call", &params, r#","progressToken":7,"io.modelcontextprotocol/logLevel":"debug""#)
}

/// A call that hangs, polled once.
fn hanging(server: &Server, wakes: &Arc<Wakes>) -> Execution {
    let mut execution = start(server, &call("hang")).expect("it is answered");
    let waker = Waker::from(Arc::clone(wakes));
    assert!(Pin::new(&mut execution).poll(&mut TaskContext::from_waker(&waker)).is_pending());
    execution
}

/// A stream that has given its first frame and has a second one.
fn streaming(server: &Server) -> Box<StreamResponse> {
    let Outcome::Stream(mut stream) =
        start(server, &call("report_then_hang")).expect("it is answered").wait()
    else {
        panic!("it reports before it hangs")
    };
    assert!(!stream.wait_frame().expect("the first report").is_last());
    stream
}

fn encoded(response: &snodo::Response) -> String {
    let mut bytes = Vec::new();
    response.encode(&mut bytes);
    String::from_utf8(bytes).expect("messages are UTF-8")
}

#[test]
fn dropping_an_execution_drops_the_handler_and_tells_work_elsewhere() {
    let (server, trace) = server();
    let wakes = Arc::<Wakes>::default();
    let execution = hanging(&server, &wakes);
    let elsewhere = trace.context();
    assert!(!elsewhere.cancelled());
    assert_eq!(trace.dropped.load(Ordering::Relaxed), 0);

    drop(execution);
    assert!(elsewhere.cancelled());
    assert_eq!(trace.dropped.load(Ordering::Relaxed), 1);
    assert_eq!(wakes.count(), 0, "who dropped it does not wait for it");
}

#[test]
fn destructors_of_a_cancelled_handler_see_that_it_is_over() {
    let (server, trace) = server();
    drop(hanging(&server, &Arc::default()));
    drop(streaming(&server));
    assert_eq!(trace.saw_the_end.load(Ordering::Relaxed), 2);
}

#[test]
fn emissions_after_a_cancellation_do_nothing() {
    let (server, trace) = server();
    let wakes = Arc::<Wakes>::default();
    drop(hanging(&server, &wakes));
    let elsewhere = trace.context();
    let written = elsewhere.progress(1.0, None);
    elsewhere.log(Level::Emergency, "late");
    assert_eq!(wakes.count(), 0);
    assert!(pin!(written).poll(&mut TaskContext::from_waker(Waker::noop())).is_ready());
}

#[test]
fn dropping_a_stream_drops_the_handler_and_tells_work_elsewhere() {
    let (server, trace) = server();
    let stream = streaming(&server);
    let elsewhere = trace.context();
    assert!(!elsewhere.cancelled());
    drop(stream);
    assert!(elsewhere.cancelled());
    assert_eq!(trace.dropped.load(Ordering::Relaxed), 1);
}

#[test]
fn who_waits_for_a_report_elsewhere_is_let_go() {
    let (server, trace) = server();
    let stream = streaming(&server);
    let waits = Arc::<Wakes>::default();
    let waker = Waker::from(Arc::clone(&waits));
    let mut written = pin!(trace.context().progress(3.0, None));
    assert!(written.as_mut().poll(&mut TaskContext::from_waker(&waker)).is_pending());
    drop(stream);
    assert_eq!(waits.count(), 1);
    assert!(written.poll(&mut TaskContext::from_waker(&waker)).is_ready());
}

#[test]
fn a_call_that_is_dropped_before_its_first_poll_never_runs() {
    let (server, trace) = server();
    drop(start(&server, &call("hang")).expect("it is answered"));
    assert_eq!(trace.ran.load(Ordering::Relaxed), 0);
}

#[test]
fn giving_up_drops_the_handler_and_says_why() {
    for (why, expected) in [
        (
            Unavailable::Overloaded,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The server is busy: try again later","data":{"reason":"overloaded"}}}"#,
        ),
        (
            Unavailable::Timeout,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The request took too long","data":{"reason":"timeout"}}}"#,
        ),
        (
            Unavailable::ShuttingDown,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The server is shutting down","data":{"reason":"shutting_down"}}}"#,
        ),
    ] {
        let (server, trace) = server();
        assert_eq!(encoded(&hanging(&server, &Arc::default()).abandon(why)), expected);
        assert_eq!(trace.dropped.load(Ordering::Relaxed), 1);
        assert_eq!(encoded(&streaming(&server).abandon(why)), expected);
        assert_eq!(trace.dropped.load(Ordering::Relaxed), 2);
        assert_eq!(encoded(&snodo::Response::unavailable(snodo::Id::from(1_i64), why)), expected);
    }
}

#[test]
fn giving_up_on_a_refusal_without_an_id_names_none() {
    let (server, _) = server();
    let execution = server.handle(b"{", &snodo::Call::new()).expect("it is refused aloud");
    let expected = r#"{"jsonrpc":"2.0","error":{"code":-32603,"message":"The server is shutting down","data":{"reason":"shutting_down"}}}"#;
    assert_eq!(encoded(&execution.abandon(Unavailable::ShuttingDown)), expected);
}

#[test]
fn after_the_response_nothing_is_said() {
    let (server, trace) = server();
    let Outcome::Stream(mut stream) = start(&server, &call("finish")).expect("it is answered").wait() else {
        panic!("it reports first")
    };
    let elsewhere = trace.context();
    assert!(elsewhere.cancelled(), "a call that is over");
    drop(elsewhere.progress(2.0, None));
    elsewhere.log(Level::Emergency, "late");
    assert!(!stream.wait_frame().expect("the report").is_last());
    assert!(stream.wait_frame().expect("the response").is_last());
    drop(elsewhere.progress(3.0, None));
    assert!(stream.wait_frame().is_none());
    assert!(stream.wait_frame().is_none());
}

#[test]
fn a_cancelled_call_leaves_the_others_alone() {
    let (server, trace) = server();
    let (first, second) = (hanging(&server, &Arc::default()), hanging(&server, &Arc::default()));
    let elsewhere = trace.context();
    drop(first);
    assert!(!elsewhere.cancelled(), "that is the second one's");
    drop(second);
    assert!(elsewhere.cancelled());
    assert_eq!(exchange(&server, &call("finish")).len(), 2);
}

#[test]
#[should_panic = "an execution was polled after it was ready"]
fn an_execution_is_not_polled_after_it_was_ready() {
    let (server, _) = server();
    let mut execution = start(&server, &request("server/discover", "", "")).expect("it is answered");
    let cx = &mut TaskContext::from_waker(Waker::noop());
    assert!(matches!(Pin::new(&mut execution).poll(cx), Poll::Ready(Outcome::Response(_))));
    let _ = Pin::new(&mut execution).poll(cx);
}
