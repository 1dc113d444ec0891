//! The server behind the endpoints, and a count of what its tools were called for.

use std::cell::Cell;
use std::future::poll_fn;
use std::sync::LazyLock;
use std::task::Poll;

use serde::Deserialize;
use snodo_core::http::Endpoint;
use snodo_core::{Context, Failure, Level, Server, Tool};

/// An endpoint and what it takes, by the settings that it was given.
pub(crate) struct Subject {
    pub(crate) endpoint: Endpoint,
    pub(crate) path: &'static str,
    /// Values of `Origin` and `Host`, and whether they pass.
    pub(crate) origins: &'static [(&'static [&'static str], bool)],
    pub(crate) hosts: &'static [(&'static [&'static str], Host)],
    pub(crate) max_body: usize,
}

/// What becomes of a request for a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Host {
    Served,
    Forbidden,
    Bad,
}

/// With the defaults, and with a setting of each kind.
static SUBJECTS: LazyLock<[Subject; 2]> = LazyLock::new(|| {
    let open = Endpoint::builder(server()).build();
    let strict = Endpoint::builder(server())
        .path("/a/b")
        .allowed_origins(["https://app.example", "b.example:8080"])
        .allowed_hosts(["app.example", "[::1]:3000"])
        .max_body(300)
        .build();
    [
        Subject {
            endpoint: open.expect("the defaults are in order"),
            path: "/mcp",
            origins: &[
                (&[], true),
                (&["http://localhost"], true),
                (&["HTTPS://127.0.0.1:9"], true),
                (&["http://[::1]:65535"], true),
                (&["https://evil.example"], false),
                (&["http://localhost", "http://localhost"], false),
                (&["null"], false),
                (&[""], false),
                (&["http://localhost.evil.example"], false),
                (&["http://localhost@evil.example"], false),
            ],
            hosts: &[
                (&[], Host::Served),
                (&["localhost"], Host::Served),
                (&["rebind.example:1"], Host::Served),
                (&["\u{e9}"], Host::Served),
                (&["a", "a"], Host::Bad),
            ],
            max_body: 2_000_000,
        },
        Subject {
            endpoint: strict.expect("the settings are in order"),
            path: "/a/b",
            origins: &[
                (&[], true),
                (&["https://app.example"], true),
                (&["https://APP.example:443"], true),
                (&["http://b.example:8080"], true),
                (&["http://app.example"], false),
                (&["http://b.example"], false),
                (&["http://localhost"], false),
                (&["http://app.example:443"], false),
            ],
            hosts: &[
                (&["app.example"], Host::Served),
                (&[" [::1]:3000\t"], Host::Served),
                (&["app.example:77"], Host::Served),
                (&[], Host::Bad),
                (&["app.example", "evil.example"], Host::Bad),
                (&["evil.example"], Host::Forbidden),
                (&["[::1]"], Host::Forbidden),
            ],
            max_body: 300,
        },
    ]
});

pub(crate) fn subject(choice: u8) -> &'static Subject {
    &SUBJECTS[usize::from(choice) % SUBJECTS.len()]
}

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// How often a tool was called on this thread meanwhile.
pub(crate) fn calls_in<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = CALLS.get();
    let made = work();
    (made, CALLS.get() - before)
}

#[derive(Deserialize)]
struct Echo {
    text: String,
}

/// Any arguments.
#[derive(Deserialize)]
struct Anything {}

#[derive(Deserialize)]
struct Report {
    steps: u8,
}

const ROUTE: &str = r#"{"properties": {
    "region": {"type": "string", "x-mcp-header": "Region"},
    "place": {"properties": {"count": {"type": "integer", "x-mcp-header": "Count"}}},
    "dry": {"type": "boolean", "x-mcp-header": "Dry"}
}}"#;

fn server() -> Server {
    let count = || CALLS.set(CALLS.get() + 1);
    Server::builder("fuzzed", "1.0")
        .logging()
        .tool(Tool::new("echo", move |args: Echo| {
            count();
            async move { Ok(args.text) }
        }))
        .tool(
            Tool::new("route", move |_: Anything| {
                count();
                async { Ok("routed") }
            })
            .input_schema(ROUTE),
        )
        .tool(Tool::new("report", move |args: Report, cx: Context| {
            count();
            report(args.steps, cx)
        }))
        .tool(Tool::new("fail", move |args: Report| {
            count();
            async move {
                let codes = [-32603, -32602, -32601, 4242];
                Err::<(), _>(Failure::protocol(codes[usize::from(args.steps % 4)], "no\r\n\n"))
            }
        }))
        .build()
        .expect("the tools are in order")
}

async fn report(steps: u8, cx: Context) -> Result<String, Failure> {
    for step in 0..steps % 6 {
        let written = cx.progress_message(f64::from(step), None, "a\nb\r\n\n");
        match step % 3 {
            0 => written.await,
            1 => yield_once().await,
            _ => drop(written),
        }
        cx.log(Level::Info, "\r\ndata: x\n\n");
    }
    Ok("\n\ndata: reported".into())
}

async fn yield_once() {
    let mut yielded = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
