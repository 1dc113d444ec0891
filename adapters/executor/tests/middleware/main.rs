//! Limits of single components, over messages as a client sends them.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use snodo_core::{Call, Execution, NoArguments, Outcome, Prompt, Server, Tool};
use snodo_executor::VirtualClock;
use snodo_executor::middleware::{Concurrency, RateLimit, Timeout};

fn start(server: &Server, method: &str, name: &str, call: &Call) -> Execution {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"name":"{name}","_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    server.handle(message.as_bytes(), call).expect("a request is answered")
}

fn poll(execution: &mut Execution) -> Option<String> {
    match std::pin::Pin::new(execution).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Pending => None,
        Poll::Ready(Outcome::Response(response)) => {
            let mut out = Vec::new();
            response.encode(&mut out);
            Some(String::from_utf8(out).expect("responses are UTF-8"))
        }
        Poll::Ready(Outcome::Stream(_)) => panic!("nothing is streamed here"),
    }
}

fn answer(server: &Server, method: &str, name: &str, call: &Call) -> String {
    poll(&mut start(server, method, name, call)).expect("it is done at its first poll")
}

const TAIL: &str = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"limits","version":"1"}}}}"#;

fn told(text: &str, error: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}]{error},{TAIL}"#
    )
}

fn done() -> String {
    told("done", "")
}

fn refused(text: &str) -> String {
    told(text, r#","isError":true"#)
}

fn server(tool: Tool) -> Server {
    Server::builder("limits", "1").tool(tool).build().expect("the server is well defined")
}

fn quick() -> Tool {
    Tool::new("quick", async |_: NoArguments| Ok("done"))
}

fn endless() -> Tool {
    Tool::new("endless", async |_: NoArguments| {
        std::future::pending::<()>().await;
        Ok("done")
    })
}

#[test]
fn calls_beyond_the_rate_are_refused_until_the_window_ends() {
    let clock = VirtualClock::new();
    let limit = RateLimit::new(2, Duration::from_secs(60)).clock(clock.clone());
    let server = server(quick().wrap(limit));
    let call = || answer(&server, "tools/call", "quick", &Call::new());
    assert_eq!([call(), call(), call()], [done(), done(), refused("Too many calls: try again later")]);
    clock.advance(Duration::from_millis(59_999));
    assert_eq!(call(), refused("Too many calls: try again later"));
    clock.advance(Duration::from_millis(1));
    assert_eq!([call(), call(), call()], [done(), done(), refused("Too many calls: try again later")]);
}

#[test]
fn each_key_has_a_count_of_its_own_and_keys_are_bounded() {
    struct User(&'static str);
    let limit = RateLimit::new(1, Duration::from_secs(60))
        .clock(VirtualClock::new())
        .max_keys(2)
        .key(|context| context.auth::<User>().expect("the host says who calls").0.into());
    let server = server(quick().wrap(limit));
    let call = |user| answer(&server, "tools/call", "quick", &Call::new().with_auth(User(user)));
    assert_eq!(call("a"), done());
    assert_eq!(call("b"), done());
    let refusal = refused("Too many calls: try again later");
    assert_eq!([call("a"), call("b"), call("c")], [refusal.clone(), refusal.clone(), refusal]);
}

#[test]
fn as_many_as_the_limit_run_at_once_and_a_dropped_one_makes_room() {
    let limit = Arc::new(Concurrency::new(2));
    let server = server(endless().wrap(Arc::clone(&limit)));
    let begin = || {
        let mut execution = start(&server, "tools/call", "endless", &Call::new());
        (poll(&mut execution), execution)
    };
    let ((one, first), (two, _second)) = (begin(), begin());
    assert_eq!((one, two, limit.running()), (None, None, 2));
    assert_eq!(begin().0, Some(refused("Too many calls at once: try again later")));
    assert_eq!(limit.running(), 2);
    drop(first);
    assert_eq!(limit.running(), 1);
    assert_eq!(begin().0, None);
}

#[test]
fn a_call_is_given_up_at_its_time_and_not_before() {
    struct Dropped(Arc<std::sync::atomic::AtomicBool>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }
    let clock = VirtualClock::new();
    let seen = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let tool = Tool::with_state(
        "endless",
        Arc::clone(&seen),
        async |seen: Arc<std::sync::atomic::AtomicBool>, _: NoArguments| {
            let _dropped = Dropped(seen);
            std::future::pending::<()>().await;
            Ok("done")
        },
    );
    let server = server(tool.wrap(Timeout::default().clock(clock.clone())));
    let mut execution = start(&server, "tools/call", "endless", &Call::new());
    assert_eq!(poll(&mut execution), None);
    clock.advance(Duration::from_millis(4_999));
    assert_eq!(poll(&mut execution), None);
    clock.advance(Duration::from_millis(1));
    assert_eq!(poll(&mut execution), Some(refused("The call took too long")));
    assert!(seen.load(std::sync::atomic::Ordering::Relaxed), "the handler's future was dropped");
    let server = self::server(quick().wrap(Timeout::default().clock(clock.clone())));
    assert_eq!(answer(&server, "tools/call", "quick", &Call::new()), done());
    assert_eq!(clock.sleepers(), 0, "a quick call needs no timer");
}

#[test]
fn what_is_no_tool_is_refused_with_an_error() {
    let prompt = Prompt::new("hello", async |_: NoArguments| Ok("hi"))
        .wrap(RateLimit::new(0, Duration::from_secs(1)).clock(VirtualClock::new()));
    let server = Server::builder("limits", "1").prompt(prompt).build().expect("the server is well defined");
    assert_eq!(
        answer(&server, "prompts/get", "hello", &Call::new()),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Too many calls: try again later"}}"#
    );
}

#[test]
fn the_last_one_given_is_the_outermost() {
    let clock = VirtualClock::new();
    let rate = RateLimit::new(0, Duration::from_secs(1)).clock(clock);
    let inner = Arc::new(Concurrency::new(1));
    let server = server(quick().wrap(Arc::clone(&inner)).wrap(rate));
    let mut execution = start(&server, "tools/call", "quick", &Call::new());
    assert_eq!(poll(&mut execution), Some(refused("Too many calls: try again later")));
    assert_eq!(inner.running(), 0);
}
