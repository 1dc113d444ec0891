//! What a subscriber of spans gets to see of requests.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use snodo_core::{Call, Failure, NoArguments, Outcome, Server, Tool};
use snodo_instrument::TraceRequests;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// The fields of each span, in the order in which spans were opened.
#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<BTreeMap<&'static str, String>>>>);

struct Fields<'a>(&'a mut BTreeMap<&'static str, String>);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

impl Subscriber for Collected {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "snodo::request"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut spans = self.0.lock().expect("no holder panics");
        let mut fields = BTreeMap::from([("", span.metadata().name().to_owned())]);
        span.record(&mut Fields(&mut fields));
        spans.push(fields);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut spans = self.0.lock().expect("no holder panics");
        let place = usize::try_from(span.into_u64()).expect("there are few") - 1;
        values.record(&mut Fields(&mut spans[place]));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

fn call(server: &Server, tool: &str, meta: &str) {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{tool}","_meta":{{{meta}"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    let answered = server.handle(message.as_bytes(), &Call::new()).map(snodo_core::Execution::wait);
    assert!(matches!(answered, Some(Outcome::Response(_))));
}

#[test]
fn each_request_has_a_span_with_its_end_and_the_client_s_trace() {
    let server = Server::builder("traced", "1")
        .tool(Tool::new("fine", async |_: NoArguments| Ok("secret")))
        .tool(Tool::new("broken", async |_: NoArguments| Err::<&str, _>(Failure::internal("secret"))))
        .instrument(TraceRequests)
        .build()
        .expect("the server is well defined");
    let collected = Collected::default();
    tracing::subscriber::with_default(collected.clone(), || {
        call(&server, "fine", &format!(r#""traceparent":"{PARENT}","tracestate":"a=1","#));
        call(&server, "broken", "");
    });
    let mut spans = collected.0.lock().expect("no holder panics").clone();
    for span in &mut spans {
        let micros = span.remove("duration_us").expect("the end says how long it took");
        assert!(micros.parse::<u64>().is_ok(), "{micros}");
    }
    let quoted = |text: &str| format!("{text:?}");
    let common = |name: &str| {
        vec![
            ("", "mcp.request".to_owned()),
            ("id", "7".to_owned()),
            ("kind", "tool".to_owned()),
            ("method", quoted("tools/call")),
            ("name", quoted(name)),
            ("protocol", quoted("2026-07-28")),
        ]
    };
    let mut fine = common("fine");
    fine.extend([
        ("outcome", quoted("completed")),
        ("traceparent", quoted(PARENT)),
        ("tracestate", quoted("a=1")),
    ]);
    let mut broken = common("broken");
    broken.extend([("code", "-32603".to_owned()), ("outcome", quoted("error"))]);
    assert_eq!(spans, [BTreeMap::from_iter(fine), BTreeMap::from_iter(broken)]);
}
