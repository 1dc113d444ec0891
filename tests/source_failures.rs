//! Subscriptions whose source has failed: they end with an error, and not as if all had been said.

mod wire;

use std::sync::{Arc, Mutex};
use std::task::Poll;

use snodo::{
    Call, CloseReason, Event, Events, Failure, Filter, NoArguments, Server, Source, Subscription, Tool,
    Topics, Unavailable,
};
use wire::{exchange, request};

type Reasons = Arc<Mutex<Vec<CloseReason>>>;

/// One event, then the end, for the reason that `why` gives.
struct Failing {
    why: fn() -> Option<Failure>,
    closed: Reasons,
}

struct Feed {
    event: Option<Event>,
    why: fn() -> Option<Failure>,
    closed: Reasons,
}

impl Source for Failing {
    fn supports(&self) -> Topics {
        Topics::TOOLS_LIST
    }

    fn open(&self, asked: &Filter, _: &Call) -> Result<Subscription, Failure> {
        let feed =
            Feed { event: Some(Event::ToolsListChanged), why: self.why, closed: Arc::clone(&self.closed) };
        Ok(Subscription::new(asked.clone(), feed))
    }
}

impl Events for Feed {
    fn poll_next(&mut self, _: &mut std::task::Context<'_>) -> Poll<Option<Event>> {
        Poll::Ready(self.event.take())
    }

    fn failure(&mut self) -> Option<Failure> {
        (self.why)()
    }

    fn close(&mut self, reason: CloseReason) {
        self.closed.lock().expect("no holder panics").push(reason);
    }
}

/// How a subscription ends whose events end for this reason.
#[track_caller]
fn ends(why: fn() -> Option<Failure>, last: &str, closed: CloseReason) {
    let reasons = Reasons::default();
    let server = Server::builder("s", "1")
        .tool(Tool::new("t", async |_: NoArguments| Ok("")))
        .source(Failing { why, closed: Arc::clone(&reasons) })
        .build()
        .expect("the server is well defined");
    let told = |method: &str, member: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/{method}","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":1}}{member}}}}}"#
        )
    };
    assert_eq!(
        exchange(
            &server,
            &request("subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#, "")
        ),
        [
            told("subscriptions/acknowledged", r#","notifications":{"toolsListChanged":true}"#),
            told("tools/list_changed", ""),
            format!(r#"{{"jsonrpc":"2.0","id":1,{last}}}"#),
        ]
    );
    assert_eq!(*reasons.lock().expect("no holder panics"), [closed]);
}

#[test]
fn a_failure_after_the_last_event_is_the_answer() {
    let told = r#""error":{"code":-32603,"message":"the feed is gone"}"#;
    ends(|| Some(Failure::new("the feed is gone")), told, CloseReason::Error);
    let internal = r#""error":{"code":-32603,"message":"Internal error"}"#;
    ends(|| Some(Failure::internal("secret")), internal, CloseReason::Error);
    let own = r#""error":{"code":7,"message":"no more"}"#;
    ends(|| Some(Failure::protocol(7, "no more")), own, CloseReason::Error);
    let later = r#""error":{"code":-32603,"message":"The server is busy: try again later","data":{"reason":"overloaded"}}"#;
    ends(|| Some(Failure::unavailable(Unavailable::Overloaded)), later, CloseReason::Error);
}

#[test]
fn events_that_are_complete_end_with_a_result() {
    let result = r#""result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}"#;
    ends(|| None, result, CloseReason::Complete);
}

#[test]
fn a_panic_for_want_of_a_reason_is_an_internal_error() {
    let internal = r#""error":{"code":-32603,"message":"Internal error"}"#;
    ends(|| panic!("why"), internal, CloseReason::Error);
}
