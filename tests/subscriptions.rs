//! Subscriptions in process: the acknowledgement, what follows it, and the ends there are.

mod wire;

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context as TaskContext, Poll, Waker};

use snodo::{
    Call, CloseReason, Event, Events, Failure, Filter, Frame, Hub, NoArguments, Outcome, Prompt, Resource,
    Server, ServerBuilder, Source, StreamResponse, Subscription, Tool, Topics, Variables,
};
use wire::{exchange, request, start};

fn builder() -> ServerBuilder {
    Server::builder("s", "1")
        .tool(Tool::new("a", async |_: NoArguments| Ok("done")))
        .prompt(Prompt::new("a", async |_: NoArguments| Ok("text")))
        .resource(Resource::new("r:a", "a", async |_: NoArguments| Ok("text")))
        .resource(Resource::template("t:///{x}", "t", async |_: Variables| Ok("text")))
}

fn server(source: impl Source) -> Server {
    builder().source(source).build().expect("it is sound")
}

const EVERYTHING: &str = r#"{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["r:a","t:///1"]}"#;

fn listen(filter: &str) -> String {
    request("subscriptions/listen", &format!(r#""notifications":{filter},"#), "")
}

fn open(server: &Server, message: &str) -> StreamResponse {
    let execution = start(server, message).expect("it has an id");
    assert!(execution.is_subscription());
    let Outcome::Stream(stream) = execution.wait() else { panic!("it is no stream") };
    assert!(stream.is_subscription());
    *stream
}

fn encoded(frame: &Frame) -> String {
    let mut bytes = Vec::new();
    frame.encode(&mut bytes);
    String::from_utf8(bytes).expect("messages are UTF-8")
}

/// What is said now; `None` when nothing is.
fn next(stream: &mut StreamResponse) -> Option<String> {
    match stream.poll_frame(&mut TaskContext::from_waker(Waker::noop())) {
        Poll::Pending => None,
        Poll::Ready(frame) => Some(frame.as_ref().map_or_else(|| "over".into(), encoded)),
    }
}

#[track_caller]
fn said(stream: &mut StreamResponse, expected: &str) {
    assert_eq!(next(stream).as_deref(), Some(expected));
}

#[track_caller]
fn silent(stream: &mut StreamResponse) {
    assert_eq!(next(stream), None);
}

fn acknowledged(id: &str, filter: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}},"notifications":{filter}}}}}"#
    )
}

fn changed(id: &str, list: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/{list}/list_changed","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
    )
}

fn updated(uri: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":1}},"uri":"{uri}"}}}}"#
    )
}

const END: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1,"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}"#;
const INTERNAL: &str = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#;

#[test]
fn the_acknowledgement_is_first_and_events_follow_in_order() {
    let hub = Hub::new();
    let mut stream = open(&server(hub.clone()), &listen(EVERYTHING));
    hub.prompts_changed();
    said(&mut stream, &acknowledged("1", EVERYTHING));
    said(&mut stream, &changed("1", "prompts"));
    silent(&mut stream);
    hub.resource_updated("t:///1").expect("it is a URI");
    hub.tools_changed();
    hub.resources_changed();
    said(&mut stream, &updated("t:///1"));
    said(&mut stream, &changed("1", "tools"));
    said(&mut stream, &changed("1", "resources"));
    silent(&mut stream);
}

#[test]
fn nothing_comes_that_was_not_asked_for() {
    let hub = Hub::new();
    let filter = r#"{"promptsListChanged":true,"resourceSubscriptions":["r:a"]}"#;
    let mut stream = open(&server(hub.clone()), &listen(filter));
    said(&mut stream, &acknowledged("1", filter));
    hub.tools_changed();
    hub.resources_changed();
    hub.resource_updated("r:b").expect("it is a URI");
    hub.resource_updated("t:///1").expect("it is a URI");
    silent(&mut stream);
    hub.resource_updated("r:a").expect("it is a URI");
    said(&mut stream, &updated("r:a"));
    silent(&mut stream);
}

#[test]
fn each_subscription_has_its_own_id_and_filter() {
    let hub = Hub::new();
    let server = server(hub.clone());
    let tools = r#"{"toolsListChanged":true}"#;
    let mut first = open(&server, &listen(tools));
    let named = listen(EVERYTHING).replace(r#""id":1"#, r#""id":"\u0061""#);
    let mut second = open(&server, &named);
    said(&mut second, &acknowledged(r#""\u0061""#, EVERYTHING));
    said(&mut first, &acknowledged("1", tools));
    hub.tools_changed();
    hub.prompts_changed();
    said(&mut first, &changed("1", "tools"));
    silent(&mut first);
    said(&mut second, &changed(r#""\u0061""#, "tools"));
    said(&mut second, &changed(r#""\u0061""#, "prompts"));
}

#[test]
fn events_that_say_the_same_are_one() {
    let hub = Hub::new();
    let mut stream = open(&server(hub.clone()), &listen(EVERYTHING));
    said(&mut stream, &acknowledged("1", EVERYTHING));
    for _ in 0..1_000 {
        hub.tools_changed();
        hub.resource_updated("r:a").expect("it is a URI");
    }
    said(&mut stream, &changed("1", "tools"));
    said(&mut stream, &updated("r:a"));
    silent(&mut stream);
}

#[test]
fn the_server_ends_a_subscription_with_its_result() {
    for reason in [CloseReason::Shutdown, CloseReason::Overloaded, CloseReason::Complete] {
        let hub = Hub::new();
        let mut stream = open(&server(hub.clone()), &listen(EVERYTHING));
        said(&mut stream, &acknowledged("1", EVERYTHING));
        hub.tools_changed();
        stream.finish(reason);
        assert_eq!(hub.stats().subscriptions, 0);
        let Poll::Ready(Some(frame)) = stream.poll_frame(&mut TaskContext::from_waker(Waker::noop())) else {
            panic!("the end is said at once")
        };
        assert_eq!(encoded(&frame), END);
        assert!(frame.is_last());
        let Frame::Response(response) = frame else { panic!("it is the response") };
        assert!(response.ends_subscription());
        let mut cancelled = Vec::new();
        response.encode_cancelled(&mut cancelled);
        assert_eq!(
            cancelled,
            br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        );
        said(&mut stream, "over");
    }
}

#[test]
fn an_end_before_the_acknowledgement_comes_after_it() {
    let mut stream = open(&server(Hub::new()), &listen(EVERYTHING));
    stream.finish(CloseReason::Shutdown);
    said(&mut stream, &acknowledged("1", EVERYTHING));
    said(&mut stream, END);
    said(&mut stream, "over");
}

#[test]
fn the_source_may_end_all_subscriptions() {
    let hub = Hub::new();
    let mut stream = open(&server(hub.clone()), &listen(EVERYTHING));
    said(&mut stream, &acknowledged("1", EVERYTHING));
    assert_eq!(hub.complete_all(), 1);
    said(&mut stream, END);
    said(&mut stream, "over");
}

#[test]
fn a_subscription_that_is_dropped_is_over_for_the_source() {
    let hub = Hub::new();
    let server = server(hub.clone());
    let stream = open(&server, &listen(EVERYTHING));
    assert_eq!(hub.stats().subscriptions, 1);
    drop(stream);
    assert_eq!(hub.stats().subscriptions, 0);
    assert_eq!(hub.tools_changed().matched, 0);
}

#[test]
fn a_server_without_a_source_has_no_such_method() {
    let server = builder().build().expect("it is sound");
    let expected = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#;
    assert_eq!(exchange(&server, &listen(EVERYTHING)), [expected]);
}

#[test]
fn only_what_the_server_has_and_the_source_supports_is_taken() {
    let accepted = |server: &Server| {
        let mut stream = open(server, &listen(EVERYTHING));
        next(&mut stream).expect("the acknowledgement comes first")
    };
    let some = Hub::builder().topics(Topics::PROMPTS_LIST | Topics::RESOURCE_UPDATES).build();
    let filter = r#"{"promptsListChanged":true,"resourceSubscriptions":["r:a","t:///1"]}"#;
    assert_eq!(accepted(&server(some)), acknowledged("1", filter));
    let tools = Server::builder("s", "1").tools([]).source(Hub::new()).build().expect("it is sound");
    assert_eq!(accepted(&tools), acknowledged("1", r#"{"toolsListChanged":true}"#));
    let nothing = Server::builder("s", "1").source(Hub::new()).build().expect("it is sound");
    assert_eq!(accepted(&nothing), acknowledged("1", "{}"));
}

#[test]
fn what_can_be_subscribed_to_is_declared() {
    for (topics, capabilities) in [
        (Topics::NONE, r#""tools":{},"resources":{},"prompts":{}"#),
        (Topics::TOOLS_LIST, r#""tools":{"listChanged":true},"resources":{},"prompts":{}"#),
        (Topics::RESOURCE_UPDATES, r#""tools":{},"resources":{"subscribe":true},"prompts":{}"#),
        (
            Topics::RESOURCES_LIST | Topics::PROMPTS_LIST,
            r#""tools":{},"resources":{"listChanged":true},"prompts":{"listChanged":true}"#,
        ),
    ] {
        let server = server(Hub::builder().topics(topics).build());
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{{{capabilities}}},"ttlMs":0,"cacheScope":"private","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"s","version":"1"}}}}}}}}"#
        );
        assert_eq!(exchange(&server, &request("server/discover", "", "")), [expected]);
    }
}

#[test]
fn replacing_what_a_server_offers_tells_of_the_lists_that_differ() {
    let hub = Hub::new();
    let server = server(hub.clone());
    let mut stream = open(&server, &listen(EVERYTHING));
    said(&mut stream, &acknowledged("1", EVERYTHING));
    server.replace(&builder().source(hub.clone()).build().expect("it is sound"));
    silent(&mut stream);
    let more = Resource::template("u:///{x}", "u", async |_: Variables| Ok("text"));
    let tool = Tool::new("b", async |_: NoArguments| Ok("done"));
    server.replace(&builder().tool(tool).resource(more).source(hub).build().expect("it is sound"));
    said(&mut stream, &changed("1", "tools"));
    said(&mut stream, &changed("1", "resources"));
    silent(&mut stream);
}

/// What a source was told of its end.
type Closed = Arc<Mutex<Vec<CloseReason>>>;

/// Accepts `accepted`, whatever was asked, and then does as `poll` says.
struct Scripted {
    accepted: Filter,
    poll: fn() -> Poll<Option<Event>>,
    closed: Closed,
}

struct Script(fn() -> Poll<Option<Event>>, Closed);

impl Source for Scripted {
    fn supports(&self) -> Topics {
        Topics::ALL
    }

    fn open(&self, _: &Filter, _: &Call) -> Result<Subscription, Failure> {
        Ok(Subscription::new(self.accepted.clone(), Script(self.poll, Arc::clone(&self.closed))))
    }
}

impl Events for Script {
    fn poll_next(&mut self, _: &mut TaskContext<'_>) -> Poll<Option<Event>> {
        self.0()
    }

    fn close(&mut self, reason: CloseReason) {
        self.1.lock().unwrap_or_else(PoisonError::into_inner).push(reason);
    }
}

fn scripted(accepted: &str, poll: fn() -> Poll<Option<Event>>) -> (Server, Closed) {
    let closed = Closed::default();
    let accepted = Filter::parse(accepted).expect("it is a filter");
    (server(Scripted { accepted, poll, closed: Arc::clone(&closed) }), closed)
}

fn reasons(closed: &Closed) -> Vec<CloseReason> {
    closed.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[test]
fn a_source_that_accepts_more_than_was_asked_is_at_fault() {
    let (server, closed) = scripted(EVERYTHING, || Poll::Pending);
    assert_eq!(exchange(&server, &listen(r#"{"toolsListChanged":true}"#)), [INTERNAL]);
    assert_eq!(reasons(&closed), [CloseReason::Error]);
}

#[test]
fn a_source_that_panics_ends_the_subscription_with_an_error() {
    let (server, closed) = scripted("{}", || panic!("secret: while polled"));
    let mut stream = open(&server, &listen("{}"));
    said(&mut stream, &acknowledged("1", "{}"));
    said(&mut stream, INTERNAL);
    said(&mut stream, "over");
    assert_eq!(reasons(&closed), [CloseReason::Error]);
}

#[test]
fn events_of_others_are_dropped_and_the_thread_is_not_kept() {
    let (server, closed) = scripted("{}", || Poll::Ready(Some(Event::ToolsListChanged)));
    let mut stream = open(&server, &listen(EVERYTHING));
    said(&mut stream, &acknowledged("1", "{}"));
    silent(&mut stream);
    drop(stream);
    assert_eq!(reasons(&closed), [CloseReason::Cancelled]);
}
