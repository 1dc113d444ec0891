//! What an instrument is told, and that it cannot do harm.

#[expect(dead_code, reason = "the requests here declare capabilities")]
mod wire;

use std::sync::{Arc, Mutex};

use snodo::{
    Call, Context, End, Facts, Failure, Form, FormElicitation, Hub, Instrument, NoArguments, Outcome, Server,
    Span, StringSchema, Tool,
};
use wire::exchange;

type Events = Arc<Mutex<Vec<String>>>;

/// Writes down what it is told.
struct Recorder(Events);

impl Instrument for Recorder {
    fn start(&self, facts: &Facts<'_>) -> Option<Box<dyn Span>> {
        let component = facts.component.map_or("-".to_owned(), |component| component.to_string());
        let trace = facts.trace.as_ref().map_or("-", |trace| &trace.traceparent);
        let line = format!("{} {} {} {component} {trace}", facts.method, facts.id, facts.protocol_version);
        self.0.lock().expect("no holder panics").push(line);
        let events = Arc::clone(&self.0);
        Some(Box::new(move |end: End| events.lock().expect("no holder panics").push(format!("{end:?}"))))
    }
}

fn server(events: &Events) -> Server {
    Server::builder("i", "1")
        .tool(Tool::new("fine", async |_: NoArguments| Ok("secret")))
        .tool(Tool::new("fails", async |_: NoArguments| Err::<&str, _>(Failure::new("secret"))))
        .tool(Tool::new("asks", async |_: NoArguments, cx: Context| {
            let form = Form::new().required("name", StringSchema::new());
            drop(cx.input("q", FormElicitation::new("?", form)).await?);
            Ok("done")
        }))
        .tool(Tool::new("waits", async |_: NoArguments| {
            std::future::pending::<()>().await;
            Ok("done")
        }))
        .source(Hub::new())
        .instrument(Recorder(Arc::clone(events)))
        .build()
        .expect("the server is well defined")
}

fn request(method: &str, members: &str, meta: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{{members}"_meta":{{{meta}"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{}}}}}}}}}}"#
    )
}

fn told(requests: &[String]) -> Vec<String> {
    let events = Events::default();
    let server = server(&events);
    for request in requests {
        exchange(&server, request);
    }
    let events = events.lock().expect("no holder panics");
    events.clone()
}

#[test]
fn each_request_starts_and_ends_once() {
    let call = |name: &str| request("tools/call", &format!(r#""name":"{name}","#), "");
    assert_eq!(
        told(&[
            call("fine"),
            call("fails"),
            call("asks"),
            call("secret"),
            request("tools/list", "", ""),
            request("secret\\nmethod", "", ""),
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#.into(),
        ]),
        [
            r#"tools/call 7 2026-07-28 tool "fine" -"#,
            "Completed",
            r#"tools/call 7 2026-07-28 tool "fails" -"#,
            "ToolError",
            r#"tools/call 7 2026-07-28 tool "asks" -"#,
            "InputRequired",
            "tools/call 7 2026-07-28 - -",
            "Error { code: -32602 }",
            "tools/list 7 2026-07-28 - -",
            "Completed",
            "unknown 7 2026-07-28 - -",
            "Error { code: -32601 }",
            "tools/list 7 2026-07-28 - -",
            "Error { code: -32602 }",
        ]
    );
}

#[test]
fn the_client_s_trace_is_told() {
    let parent = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
    let traced = request("tools/list", "", &format!(r#""traceparent":"{parent}","#));
    assert_eq!(told(&[traced]), [format!("tools/list 7 2026-07-28 - {parent}"), "Completed".into()]);
}

#[test]
fn what_is_dropped_was_cancelled() {
    let events = Events::default();
    let server = server(&events);
    let waits = request("tools/call", r#""name":"waits","#, "");
    drop(server.handle(waits.as_bytes(), &Call::new()));
    let listen = request("subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#, "");
    drop(server.handle(listen.as_bytes(), &Call::new()));
    assert_eq!(
        *events.lock().expect("no holder panics"),
        [
            r#"tools/call 7 2026-07-28 tool "waits" -"#,
            "Cancelled",
            r#"subscriptions/listen 7 2026-07-28 source "subscriptions/listen" -"#,
            "Cancelled",
        ]
    );
}

/// Breaks at every turn.
struct Broken(bool);

impl Instrument for Broken {
    fn start(&self, _: &Facts<'_>) -> Option<Box<dyn Span>> {
        assert!(self.0, "start");
        Some(Box::new(|_: End| panic!("end")))
    }
}

#[test]
fn an_instrument_that_panics_changes_nothing() {
    for at_end in [false, true] {
        let server = Server::builder("i", "1")
            .tool(Tool::new("fine", async |_: NoArguments| Ok("done")))
            .instrument(Broken(at_end))
            .build()
            .expect("the server is well defined");
        assert_eq!(
            exchange(&server, &request("tools/call", r#""name":"fine","#, "")),
            [
                r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[{"type":"text","text":"done"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"i","version":"1"}}}}"#
            ]
        );
        let execution =
            server.handle(request("tools/call", r#""name":"fine","#, "").as_bytes(), &Call::new());
        let Some(Outcome::Response(_)) = execution.map(snodo::Execution::wait) else {
            panic!("it is answered")
        };
    }
}
