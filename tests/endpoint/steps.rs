//! One step or several, one thread or many, waiting or polling: the same bytes.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::thread;

use snodo::http::{Endpoint, Reply};
use snodo::{Call, Context, NoArguments, Server, Tool};

use crate::exchange::{answer, next_event, parsed, refusal, rendered, whole};
use crate::subject::{CALL_ECHO, ECHO_HI, POST, SAID_HI};

/// Opened from elsewhere; who waits is woken.
#[derive(Default)]
struct Gate {
    is_open: AtomicBool,
    waiting: Mutex<Option<Waker>>,
}

impl Gate {
    fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
        if let Some(waker) = self.waiting.lock().expect("nobody panics with it").take() {
            waker.wake();
        }
    }

    async fn opened(&self) {
        poll_fn(|cx| {
            *self.waiting.lock().expect("nobody panics with it") = Some(cx.waker().clone());
            if self.is_open.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}

struct Visitors {
    gate: Gate,
    arrived: Mutex<Sender<()>>,
}

async fn visit(visitors: Arc<Visitors>, _: NoArguments, cx: Context) -> Result<&'static str, snodo::Failure> {
    drop(cx.progress(1.0, None));
    visitors.arrived.lock().expect("nobody panics with it").send(())?;
    visitors.gate.opened().await;
    drop(cx.progress(2.0, None));
    Ok("through")
}

async fn who(_: NoArguments, cx: Context) -> Result<String, snodo::Failure> {
    Ok(format!("{:?} {:?} {:?}", cx.auth::<&str>(), cx.extension::<u8>(), cx.peer()))
}

fn endpoint(visitors: &Arc<Visitors>) -> Endpoint {
    let server = Server::builder("probe", "1.0.0")
        .tool(Tool::new("echo", async |args: std::collections::BTreeMap<String, String>| {
            Ok(args.into_values().collect::<String>())
        }))
        .tool(Tool::new("report", async |_: NoArguments, cx: Context| {
            drop(cx.progress(1.0, None));
            Ok("reported")
        }))
        .tool(Tool::new("who", who))
        .tool(Tool::with_state("visit", Arc::clone(visitors), visit))
        .build()
        .expect("the tools are sound");
    Endpoint::builder(server).build().expect("the defaults are sound")
}

fn visitors() -> (Arc<Visitors>, mpsc::Receiver<()>) {
    let (arrived, arrivals) = mpsc::channel();
    (Arc::new(Visitors { gate: Gate::default(), arrived: Mutex::new(arrived) }), arrivals)
}

fn call(tool: &str, meta: &str) -> String {
    format!(
        "{POST}MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: {tool}\n\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{{}}{meta}}}}}}}"
    )
}

fn text(text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}],"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"probe","version":"1.0.0"}}}}}}}}"#
    )
}

const STREAM: &str =
    "200\ncontent-type: text/event-stream\ncache-control: no-cache\nx-accel-buffering: no\n\n";

fn progress(n: u8) -> String {
    format!(
        "data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\"progressToken\":7,\"progress\":{n}}}}}\n\n"
    )
}

/// One request of each kind of answer.
fn exchanges() -> [(String, String); 6] {
    [
        ("GET /mcp\n\n".into(), "405\nallow: POST\n\n".into()),
        (format!("{POST}\n{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}}"), "202\n\n".into()),
        (
            format!("{CALL_ECHO}{ECHO_HI}").replacen("Mcp-Name: echo", "Mcp-Name: boom", 1),
            "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32020,\"message\":\"Header mismatch: the Mcp-Name header and the body disagree\"}}".into(),
        ),
        (format!("{CALL_ECHO}{ECHO_HI}"), SAID_HI.into()),
        (call("report", ""), format!("200\ncontent-type: application/json\n\n{}", text("reported"))),
        (
            call("report", r#","progressToken":7"#),
            format!("{STREAM}{}data: {}\n\n", progress(1), text("reported")),
        ),
    ]
}

#[test]
fn all_steps_at_once_answer_as_each_on_its_own() {
    let (visitors, _arrivals) = visitors();
    let endpoint = endpoint(&visitors);
    for (request, expected) in exchanges() {
        assert_eq!(answer(&endpoint, request.as_bytes()), expected);
        let (head, body) = parsed(request.as_bytes());
        let stepwise = match endpoint.check(head) {
            Err(response) => {
                assert_eq!(refusal(&endpoint, request.as_bytes()), Some(whole(&response)));
                whole(&response)
            }
            Ok(checked) => match checked.prepare(body, &Call::new()) {
                Err(response) => whole(&response),
                Ok(prepared) => rendered(Reply::from(prepared.execute().wait())),
            },
        };
        assert_eq!(stepwise, expected);
    }
}

#[test]
fn one_endpoint_serves_many_threads_with_the_same_bytes() {
    let (visitors, _arrivals) = visitors();
    let endpoint = endpoint(&visitors);
    let exchanges = exchanges();
    thread::scope(|scope| {
        for first in 0..4 {
            let (endpoint, exchanges) = (endpoint.clone(), &exchanges);
            scope.spawn(move || {
                for n in 0..120 {
                    let (request, expected) = &exchanges[(first + n) % exchanges.len()];
                    assert_eq!(answer(&endpoint, request.as_bytes()), *expected);
                }
            });
        }
    });
}

#[test]
fn waiting_ends_when_another_thread_lets_the_handler_go_on() {
    let (visitors, arrivals) = visitors();
    let endpoint = endpoint(&visitors);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| answer(&endpoint, call("visit", "").as_bytes()));
        arrivals.recv().unwrap();
        visitors.gate.open();
        assert_eq!(
            waiting.join().unwrap(),
            format!("200\ncontent-type: application/json\n\n{}", text("through"))
        );
    });
}

#[test]
fn waiting_for_events_gives_each_as_it_comes() {
    let (visitors, arrivals) = visitors();
    let endpoint = endpoint(&visitors);
    let request = call("visit", r#","progressToken":7"#);
    let (head, body) = parsed(request.as_bytes());
    let Reply::Stream(mut stream) = endpoint.handle(head, body, &Call::new()).wait() else {
        panic!("it reports before it waits")
    };
    // The first event is there while the handler waits.
    assert_eq!(next_event(&mut stream), Some(progress(1)));
    arrivals.recv().unwrap();
    thread::scope(|scope| {
        let rest = scope.spawn(move || [(); 3].map(|()| next_event(&mut stream)));
        visitors.gate.open();
        let answer = format!("data: {}\n\n", text("through"));
        assert_eq!(rest.join().unwrap(), [Some(progress(2)), Some(answer), None]);
    });
}

#[test]
fn what_the_host_knows_reaches_the_handler() {
    let (visitors, _arrivals) = visitors();
    let endpoint = endpoint(&visitors);
    let peer = SocketAddr::from(([127, 0, 0, 1], 9));
    let request = call("who", "");
    let (head, body) = parsed(request.as_bytes());
    let known = Call::new().with_auth("ada").with_extension(7_u8).with_peer(peer);
    assert_eq!(
        rendered(endpoint.handle(head, body, &known).wait()),
        format!(
            "200\ncontent-type: application/json\n\n{}",
            text(r#"Some(\"ada\") Some(7) Some(127.0.0.1:9)"#)
        )
    );
}
