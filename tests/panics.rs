//! Panics of handlers: contained wherever a handler's code runs, reported to the hook, and never told to the client.

mod wire;

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll, Waker};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use snodo::{Context, Failure, Json, NoArguments, Outcome, Server, ServerBuilder, Tool};
use wire::{exchange, request, start};

type Reports = Arc<Mutex<Vec<(String, String)>>>;

const INTERNAL: &str = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#;
const ALIVE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"alive"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"p","version":"1"}}}}"#;

struct PanicsDecoding;

impl<'de> Deserialize<'de> for PanicsDecoding {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("decoding")
    }
}

struct PanicsEncoding;

impl Serialize for PanicsEncoding {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("encoding")
    }
}

struct PanicsDropped;

impl Drop for PanicsDropped {
    fn drop(&mut self) {
        panic!("dropped")
    }
}

/// Goes on for ever, and panics when that is cut short.
struct Endless(PanicsDropped);

impl Future for Endless {
    type Output = Result<(), Failure>;

    fn poll(self: Pin<&mut Self>, _: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let PanicsDropped = &self.0;
        Poll::Pending
    }
}

async fn report_then_hang(_: NoArguments, cx: Context) -> Result<(), Failure> {
    let _guard = PanicsDropped;
    drop(cx.progress(1.0, None));
    std::future::pending::<()>().await;
    Ok(())
}

fn builder() -> ServerBuilder {
    Server::builder("p", "1").tools([
        Tool::new("alive", async |_: NoArguments| Ok("alive")),
        Tool::new("call", |_: NoArguments| -> std::future::Ready<Result<(), Failure>> { panic!("calling") }),
        Tool::new("poll", async |args: NoArguments| match args {
            NoArguments if std::hint::black_box(true) => panic!("polling {}", 1 + 1),
            NoArguments => Ok(()),
        }),
        Tool::new("decode", async |_: PanicsDecoding| Ok(())),
        Tool::new("encode", async |_: NoArguments| Ok(Json(PanicsEncoding))),
        Tool::new("drop", async |_: NoArguments| {
            let _guard = PanicsDropped;
            Ok(())
        }),
        Tool::new("odd", async |args: NoArguments| match args {
            NoArguments if std::hint::black_box(true) => panic_any(7),
            NoArguments => Ok(()),
        }),
        Tool::new("hang", |_: NoArguments| Endless(PanicsDropped)),
        Tool::new("report_then_hang", report_then_hang),
    ])
}

fn server() -> (Server, Reports) {
    let reports = Reports::default();
    let seen = Arc::clone(&reports);
    let server = builder()
        .on_panic(move |report| {
            seen.lock()
                .expect("no holder panicked")
                .push((report.component.name.into(), report.message.into()));
        })
        .build()
        .expect("the tools are sound");
    (server, reports)
}

fn call(tool: &str) -> String {
    request("tools/call", &format!(r#""name":"{tool}","#), "")
}

fn taken(reports: &Reports) -> Vec<(String, String)> {
    std::mem::take(&mut reports.lock().expect("no holder panicked"))
}

#[test]
fn a_panic_is_answered_with_32603_and_reported_to_the_hook_alone() {
    let (server, reports) = server();
    for (tool, said) in [
        ("call", "calling"),
        ("poll", "polling 2"),
        ("decode", "decoding"),
        ("encode", "encoding"),
        ("drop", "dropped"),
        ("odd", "no message"),
    ] {
        assert_eq!(exchange(&server, &call(tool)), [INTERNAL], "{tool}");
        assert_eq!(taken(&reports), [(tool.into(), said.into())]);
        assert_eq!(exchange(&server, &call("alive")), [ALIVE], "after {tool}");
    }
}

#[test]
fn a_panic_while_a_pending_call_is_dropped_stays_inside() {
    let (server, reports) = server();
    let mut execution = start(&server, &call("hang")).expect("it is answered");
    assert!(Pin::new(&mut execution).poll(&mut TaskContext::from_waker(Waker::noop())).is_pending());
    drop(execution);
    assert_eq!(taken(&reports), [("hang".into(), "dropped".into())]);
    assert_eq!(exchange(&server, &call("alive")), [ALIVE]);
}

#[test]
fn a_panic_while_a_call_that_never_ran_is_dropped_stays_inside() {
    let (server, reports) = server();
    drop(start(&server, &call("hang")).expect("it is answered"));
    assert_eq!(taken(&reports), [("hang".into(), "dropped".into())]);
}

#[test]
fn a_panic_while_a_stream_is_dropped_stays_inside() {
    let (server, reports) = server();
    let message = request("tools/call", r#""name":"report_then_hang","#, r#","progressToken":7"#);
    let Outcome::Stream(mut stream) = start(&server, &message).expect("it is answered").wait() else {
        panic!("it reports first")
    };
    assert!(!stream.wait_frame().unwrap().is_last());
    drop(stream);
    assert_eq!(taken(&reports), [("report_then_hang".into(), "dropped".into())]);
}

#[test]
fn giving_up_answers_even_if_the_handler_panics_while_it_is_dropped() {
    let (server, reports) = server();
    let response =
        start(&server, &call("hang")).expect("it is answered").abandon(snodo::Unavailable::Timeout);
    let mut bytes = Vec::new();
    response.encode(&mut bytes);
    let expected = br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The request took too long","data":{"reason":"timeout"}}}"#;
    assert_eq!(bytes, expected);
    assert_eq!(taken(&reports).len(), 1);
}

#[test]
fn a_hook_that_panics_undoes_nothing() {
    let server = builder().on_panic(|_| panic!("the hook too")).build().unwrap();
    assert_eq!(exchange(&server, &call("poll")), [INTERNAL]);
    assert_eq!(exchange(&server, &call("alive")), [ALIVE]);
}

#[test]
fn what_was_thrown_may_panic_when_it_is_dropped() {
    let server = Server::builder("p", "1")
        .tool(Tool::new("throw", async |args: NoArguments| match args {
            NoArguments if std::hint::black_box(true) => panic_any(PanicsDropped),
            NoArguments => Ok(()),
        }))
        .build()
        .unwrap();
    assert_eq!(exchange(&server, &call("throw")), [INTERNAL]);
}

#[test]
fn uncontained_panics_go_through_to_whoever_polls() {
    let server =
        builder().contain_panics(false).on_panic(|_| unreachable!("nothing is contained")).build().unwrap();
    let thrown = catch_unwind(AssertUnwindSafe(|| exchange(&server, &call("poll")))).unwrap_err();
    assert_eq!(thrown.downcast_ref::<String>().unwrap(), "polling 2");
    let thrown = catch_unwind(AssertUnwindSafe(|| exchange(&server, &call("decode")))).unwrap_err();
    assert_eq!(*thrown.downcast_ref::<&str>().unwrap(), "decoding");
    assert_eq!(exchange(&server, &call("alive")), [ALIVE]);
}

/// A server whose handler's own state panics when it is dropped.
fn brittle() -> Server {
    let state = PanicsDropped;
    Server::builder("p", "1")
        .tool(Tool::with_state("brittle", state, async |_: Arc<PanicsDropped>, _: NoArguments| Ok(())))
        .build()
        .expect("the tool is sound")
}

#[test]
fn a_server_with_a_handler_that_panics_when_dropped_can_be_dropped() {
    drop(brittle());
}

#[test]
fn a_server_with_a_handler_that_panics_when_dropped_can_be_replaced() {
    let server = brittle();
    server.replace(&builder().build().unwrap());
    assert_eq!(exchange(&server, &call("alive")), [ALIVE]);
}
