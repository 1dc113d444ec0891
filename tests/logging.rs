//! Log messages: to the client that asks for them, when the server declares that it logs, and always to the log.

mod wire;

use std::collections::BTreeMap;
use std::sync::{Mutex, Once};

use snodo::{Context, Failure, Level, NoArguments, Server, Tool};
use wire::{exchange, request, start};

/// What reached the `log` crate, by the thread that logged it.
static LINES: Mutex<Vec<(std::thread::ThreadId, String)>> = Mutex::new(Vec::new());

struct Capture;

impl log::Log for Capture {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let line = format!("{} {} {}", record.level(), record.target(), record.args());
        LINES.lock().expect("no holder panicked").push((std::thread::current().id(), line));
    }

    fn flush(&self) {}
}

/// Runs `f`, and gives what it logged on this thread for the target of tools.
fn logged(f: impl FnOnce()) -> Vec<String> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        log::set_logger(&Capture).expect("no other logger is in this program");
        log::set_max_level(log::LevelFilter::Trace);
    });
    f();
    let mine = std::thread::current().id();
    let mut lines = LINES.lock().expect("no holder panicked");
    let (taken, kept) = lines.drain(..).partition(|(thread, _)| *thread == mine);
    *lines = kept;
    taken
        .into_iter()
        .map(|(_, line): (_, String)| line)
        .filter(|line| line.contains(" snodo::tool "))
        .collect()
}

const ALL: [Level; 8] = [
    Level::Debug,
    Level::Info,
    Level::Notice,
    Level::Warning,
    Level::Error,
    Level::Critical,
    Level::Alert,
    Level::Emergency,
];

async fn every_level(_: NoArguments, cx: Context) -> Result<(), Failure> {
    ALL.into_iter().for_each(|level| cx.log(level, level.name()));
    Ok(())
}

async fn odd_data(_: NoArguments, cx: Context) -> Result<(), Failure> {
    cx.log(Level::Info, BTreeMap::from([((1, 2), "keys that are no strings")]));
    cx.log(Level::Info, "x".repeat(16_383));
    cx.log_from("named", Level::Info, ("a", 1));
    Ok(())
}

fn server(declares: bool) -> Server {
    let builder = Server::builder("l", "1")
        .tool(Tool::new("every_level", every_level))
        .tool(Tool::new("odd_data", odd_data));
    if declares { builder.logging() } else { builder }.build().expect("the tools are sound")
}

fn call(tool: &str, level: Option<&str>) -> String {
    let level = level.map(|level| format!(r#","io.modelcontextprotocol/logLevel":"{level}""#));
    request("tools/call", &format!(r#""name":"{tool}","#), &level.unwrap_or_default())
}

const DONE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"l","version":"1"}}}}"#;

#[test]
fn a_server_that_does_not_declare_logging_sends_none() {
    assert_eq!(exchange(&server(false), &call("every_level", Some("debug"))), [DONE]);
}

#[test]
fn a_request_that_names_no_level_gets_none() {
    assert_eq!(exchange(&server(true), &call("every_level", None)), [DONE]);
}

#[test]
fn a_request_gets_its_level_and_what_is_above() {
    let expected = [
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"alert","data":"alert"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"emergency","data":"emergency"}}"#,
        DONE,
    ];
    assert_eq!(exchange(&server(true), &call("every_level", Some("alert"))), expected);
}

#[test]
fn the_log_gets_all_of_it_whatever_the_client_asked_for() {
    for level in [None, Some("emergency")] {
        let lines = logged(|| drop(exchange(&server(false), &call("every_level", level))));
        let expected = [
            "DEBUG snodo::tool \"debug\"",
            "INFO snodo::tool \"info\"",
            "INFO snodo::tool \"notice\"",
            "WARN snodo::tool \"warning\"",
            "ERROR snodo::tool \"error\"",
            "ERROR snodo::tool \"critical\"",
            "ERROR snodo::tool \"alert\"",
            "ERROR snodo::tool \"emergency\"",
        ];
        assert_eq!(lines, expected);
    }
}

#[test]
fn data_that_cannot_be_sent_is_left_out_and_what_follows_is_sent() {
    let named = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"named","data":["a",1]}}"#;
    let lines = logged(|| {
        assert_eq!(exchange(&server(true), &call("odd_data", Some("debug"))), [named, DONE]);
    });
    assert_eq!(lines, ["INFO snodo::tool named: [\"a\",1]"]);
}

#[test]
fn a_discovery_tells_whether_a_server_logs() {
    let discovered = |declares| exchange(&server(declares), &request("server/discover", "", ""));
    assert_eq!(
        discovered(true),
        [
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"logging":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"l","version":"1"}}}}"#
        ]
    );
    assert_eq!(
        discovered(false),
        [
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"l","version":"1"}}}}"#
        ]
    );
}

#[test]
fn a_message_alone_turns_the_call_into_a_stream() {
    let outcome =
        start(&server(true), &call("every_level", Some("emergency"))).expect("it is answered").wait();
    assert!(matches!(outcome, snodo::Outcome::Stream(_)));
}
