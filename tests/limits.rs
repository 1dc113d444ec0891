//! Each limit of the engine: one below it, at it and one above it. That of `requestState` is beside its sealing.

mod wire;

use serde::Deserialize;
use snodo::{Context, Failure, Level, Limits, NoArguments, Server, Tool};
use wire::{exchange, request};

#[derive(Deserialize)]
struct Count {
    count: u32,
}

fn long(part: &str, count: u32) -> String {
    part.repeat(usize::try_from(count).expect("it is small"))
}

async fn report(args: Count, cx: Context) -> Result<&'static str, Failure> {
    for n in 1..=args.count {
        drop(cx.progress(n.into(), None));
    }
    Ok("done")
}

async fn report_in_turn(args: Count, cx: Context) -> Result<&'static str, Failure> {
    for n in 1..=args.count {
        cx.progress(n.into(), None).await;
    }
    Ok("done")
}

async fn report_at_length(args: Count, cx: Context) -> Result<&'static str, Failure> {
    drop(cx.progress_message(1.0, None, long("m", args.count)));
    Ok("done")
}

async fn log(args: Count, cx: Context) -> Result<&'static str, Failure> {
    for n in 1..=args.count {
        cx.log(Level::Info, n);
    }
    Ok("done")
}

async fn log_at_length(args: Count, cx: Context) -> Result<&'static str, Failure> {
    // With the two quotes it has as many bytes as it should.
    cx.log(Level::Info, long("d", args.count - 2));
    Ok("done")
}

fn server(limits: Limits) -> Server {
    Server::builder("l", "1")
        .logging()
        .limits(limits)
        .tool(Tool::new("report", report))
        .tool(Tool::new("report_in_turn", report_in_turn))
        .tool(Tool::new("report_at_length", report_at_length))
        .tool(Tool::new("log", log))
        .tool(Tool::new("log_at_length", log_at_length))
        .build()
        .expect("the tools are sound")
}

/// What a call with this count is answered with.
fn answers(limits: Limits, tool: &str, count: u32) -> Vec<String> {
    let params = format!(r#""name":"{tool}","arguments":{{"count":{count}}},"#);
    let meta = r#","progressToken":"t","io.modelcontextprotocol/logLevel":"debug""#;
    exchange(&server(limits), &request("tools/call", &params, meta))
}

fn reported(progress: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"t","progress":{progress}}}}}"#
    )
}

fn logged(data: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":{data}}}}}"#
    )
}

const DONE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"done"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"l","version":"1"}}}}"#;

/// These notifications, then the answer.
fn then_done(notifications: impl IntoIterator<Item = String>) -> Vec<String> {
    notifications.into_iter().chain([DONE.into()]).collect()
}

#[test]
fn frames_that_wait() {
    let limits = Limits::default().outbox(8);
    let numbers = |numbers: &[u32], form: fn(&str) -> String| {
        then_done(numbers.iter().map(|n| form(&n.to_string())).collect::<Vec<_>>())
    };
    for (count, reports, logs) in [
        (7, [1, 2, 3, 4, 5, 6, 7].as_slice(), [1, 2, 3, 4, 5, 6, 7].as_slice()),
        (8, &[1, 2, 3, 4, 5, 6, 7, 8], &[1, 2, 3, 4, 5, 6, 7, 8]),
        // The newest report replaces the last that waits; the newest log message is dropped.
        (9, &[1, 2, 3, 4, 5, 6, 7, 9], &[1, 2, 3, 4, 5, 6, 7, 8]),
    ] {
        assert_eq!(answers(limits, "report", count), numbers(reports, reported), "{count}");
        assert_eq!(answers(limits, "log", count), numbers(logs, logged), "{count}");
    }
}

#[test]
fn progress_reports_of_one_request() {
    let limits = Limits::default().progress_updates(20);
    for (count, expected) in [(19, 19), (20, 20), (21, 20)] {
        let reports = (1..=expected).map(|n: u32| reported(&n.to_string()));
        assert_eq!(answers(limits, "report_in_turn", count), then_done(reports), "{count}");
    }
}

#[test]
fn bytes_of_a_progress_message() {
    let limits = Limits::default().progress_message(16);
    for (count, expected) in [(15, 15), (16, 16), (17, 16)] {
        let report = reported(&format!(r#"1,"message":"{}""#, long("m", expected)));
        assert_eq!(answers(limits, "report_at_length", count), then_done([report]), "{count}");
    }
}

#[test]
fn bytes_of_a_log_message() {
    let limits = Limits::default().log_data(64);
    for (count, is_sent) in [(63, true), (64, true), (65, false)] {
        let message = is_sent.then(|| logged(&format!("\"{}\"", long("d", count - 2))));
        assert_eq!(answers(limits, "log_at_length", count), then_done(message), "{count}");
    }
}

#[test]
fn definitions_on_a_page() {
    for (tools, on_the_first) in [(2, 2), (3, 3), (4, 3)] {
        let names = ["a", "b", "c", "d"].into_iter().take(tools);
        let server = Server::builder("l", "1")
            .limits(Limits::default().page_size(3))
            .tools(names.map(|name| Tool::new(name, async |_: NoArguments| Ok("done"))))
            .build()
            .expect("the tools are sound");
        let listed: Vec<_> = ["a", "b", "c"]
            .iter()
            .take(on_the_first)
            .map(|name| format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#))
            .collect();
        let cursor = if tools > 3 { r#","nextCursor":"MjAyNi0wNy0yOCB0b29scy9saXN0IGM""# } else { "" };
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","tools":[{}]{cursor},"ttlMs":0,"cacheScope":"private","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"l","version":"1"}}}}}}}}"#,
            listed.join(",")
        );
        assert_eq!(exchange(&server, &request("tools/list", "", "")), [expected], "{tools}");
    }
}

#[test]
fn levels_of_nesting() {
    let answers = |levels: usize| {
        // `params`, `arguments` and the message itself are three.
        let nested = "[".repeat(levels - 3) + &"]".repeat(levels - 3);
        let params = format!(r#""name":"log","arguments":{{"count":0,"x":{nested}}},"#);
        exchange(&server(Limits::default()), &request("tools/call", &params, ""))
    };
    let refused = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32700,"message":"Parse error: nesting is deeper than 128 levels"}}"#;
    assert_eq!(answers(127), [DONE]);
    assert_eq!(answers(128), [DONE]);
    assert_eq!(answers(129), [refused]);
}

/// What is over the limit is refused before its end has come: half a message is enough.
#[test]
fn levels_of_nesting_in_half_a_message() {
    let half = request("tools/call", r#""name":"log","arguments":{"count":0,"x":"#, "");
    let start = half.split_once(r#""_meta""#).expect("it has metadata").0;
    let refused = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32700,"message":"Parse error: nesting is deeper than 128 levels"}}"#;
    let broken = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32700,"message":"Parse error: the text is not valid JSON"}}"#;
    for (levels, expected) in [(125, broken), (126, refused)] {
        let server = server(Limits::default());
        assert_eq!(exchange(&server, &format!("{start}{}", "[".repeat(levels))), [expected], "{levels}");
    }
}
