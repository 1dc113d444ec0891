//! Listings: all definitions, each once, in the order they were given, whatever the size of a page.

mod wire;

use std::time::Duration;

use serde_json::Value;
use snodo::{CacheScope, Limits, NoArguments, Server, ServerBuilder, Tool};
use wire::{exchange, request};

/// As many as a large server has, in no alphabetical order.
const COUNT: usize = 250;

fn name(n: usize) -> String {
    format!("tool_{}", n * 7 % COUNT)
}

fn tool(name: impl Into<String>) -> Tool {
    Tool::new(name, async |_: NoArguments| Ok(()))
}

fn builder() -> ServerBuilder {
    Server::builder("l", "1").tools((0..COUNT).map(|n| tool(name(n))))
}

fn paged(builder: ServerBuilder, page_size: usize) -> Server {
    builder.limits(Limits::default().page_size(page_size)).build().expect("the tools are sound")
}

fn page(server: &Server, cursor: Option<&str>) -> String {
    let cursor = cursor.map(|cursor| format!(r#""cursor":"{cursor}","#));
    let [answer] = exchange(server, &request("tools/list", &cursor.unwrap_or_default(), ""))
        .try_into()
        .expect("there is one answer");
    answer
}

fn error(message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"{message}"}}}}"#)
}

/// The result's members.
fn result(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).expect("answers are JSON");
    answer["result"].take()
}

fn next(answer: &str) -> Option<String> {
    Some(result(answer).get("nextCursor")?.as_str().expect("cursors are strings").into())
}

fn names(answer: &str) -> Vec<String> {
    let result = result(answer);
    let tools = result["tools"].as_array().expect("a page holds tools");
    tools.iter().map(|tool| tool["name"].as_str().expect("a tool has a name").into()).collect()
}

/// All pages, from the first to the one without a cursor.
fn pages(server: &Server) -> Vec<String> {
    let mut pages = vec![page(server, None)];
    while let Some(cursor) = next(pages.last().expect("the first is there")) {
        assert!(pages.len() <= COUNT, "it ends");
        pages.push(page(server, Some(&cursor)));
    }
    pages
}

#[test]
fn every_page_size_lists_each_definition_once_in_order() {
    let all: Vec<String> = (0..COUNT).map(name).collect();
    for size in [1, 2, 3, 7, 49, 50, 51, 124, 125, 249, 250, 251, 10_000, usize::MAX] {
        let pages = pages(&paged(builder(), size));
        assert_eq!(pages.len(), COUNT.div_ceil(size), "pages of {size}");
        assert_eq!(pages.iter().flat_map(|page| names(page)).collect::<Vec<_>>(), all, "pages of {size}");
        let (last, full) = pages.split_last().unwrap();
        assert!(full.iter().all(|page| names(page).len() == size));
        assert_eq!(names(last).len(), COUNT - full.len() * size);
    }
}

#[test]
fn pages_hold_100_by_default_and_one_at_least() {
    let counts = |pages: Vec<String>| pages.iter().map(|page| names(page).len()).collect::<Vec<_>>();
    assert_eq!(counts(pages(&builder().build().unwrap())), [100, 100, 50]);
    assert_eq!(pages(&paged(builder(), 0)).len(), COUNT);
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    let (one, other) = (paged(builder(), 20), paged(builder(), 20));
    assert_eq!(pages(&one), pages(&one));
    assert_eq!(pages(&one), pages(&other));
}

#[test]
fn a_server_without_tools_does_not_have_the_method() {
    let server = Server::builder("l", "1").build().unwrap();
    let expected = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#;
    assert_eq!(page(&server, None), expected);
}

#[test]
fn a_server_of_no_tools_lists_none() {
    let server = Server::builder("l", "1").tools([]).build().unwrap();
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"l","version":"1"}}}}"#;
    assert_eq!(page(&server, None), expected);
}

#[test]
fn every_page_has_the_same_cache_hints() {
    for (hinted, expected) in [
        (builder(), (0, "private")),
        (builder().tools_cache(CacheScope::Public, Duration::from_mins(5)), (300_000, "public")),
        (builder().tools_cache(CacheScope::Private, Duration::from_micros(1_999)), (1, "private")),
        // What a double cannot hold whole, no client reads right.
        (builder().tools_cache(CacheScope::Public, Duration::MAX), (9_007_199_254_740_991, "public")),
    ] {
        for page in pages(&paged(hinted, 60)) {
            let result = result(&page);
            let hints = (result["ttlMs"].as_u64().unwrap(), result["cacheScope"].as_str().unwrap());
            assert_eq!(hints, expected);
        }
    }
}

#[test]
fn discoveries_have_cache_hints_of_their_own() {
    let server = builder()
        .tools_cache(CacheScope::Private, Duration::from_secs(1))
        .discover_cache(CacheScope::Public, Duration::from_hours(1))
        .build()
        .unwrap();
    let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":3600000,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"l","version":"1"}}}}"#;
    assert_eq!(exchange(&server, &request("server/discover", "", "")), [expected]);
}

#[test]
fn cursors_that_are_not_ours_are_refused() {
    let server = paged(builder(), 10);
    // "2026-07-28 prompts/list tool_63" and "2025-11-25 tools/list tool_63"
    for cursor in [
        "",
        "x",
        "tool_63",
        "MTA",
        "MjAyNi0wNy0yOCBwcm9tcHRzL2xpc3QgdG9vbF82Mw",
        "MjAyNS0xMS0yNSB0b29scy9saXN0IHRvb2xfNjM",
    ] {
        assert_eq!(page(&server, Some(cursor)), error("Invalid cursor"), "{cursor:?}");
    }
    assert_eq!(page(&server, Some(&"A".repeat(100_000))), error("Invalid cursor"));
}

#[test]
fn a_cursor_goes_on_after_its_definition_when_others_come_and_go() {
    let server = paged(builder(), 10);
    let cursor = next(&page(&server, None)).expect("there is more");
    let before = (0..3).map(|n| tool(format!("new_{n}")));
    let kept = (5..COUNT).map(|n| tool(name(n)));
    server.replace(&paged(Server::builder("l", "2").tools(before.chain(kept)), 4));
    assert_eq!(names(&page(&server, Some(&cursor))), (10..14).map(name).collect::<Vec<_>>());
}

#[test]
fn a_cursor_ends_with_its_definition() {
    let server = paged(builder(), 10);
    let cursor = next(&page(&server, None)).expect("there is more");
    let kept = (0..COUNT).filter(|n| *n != 9).map(|n| tool(name(n)));
    server.replace(&paged(Server::builder("l", "2").tools(kept), 10));
    let expected = error("Expired cursor: the list has changed, start from its first page");
    assert_eq!(page(&server, Some(&cursor)), expected);
}

#[test]
fn cursors_carry_names_of_any_form() {
    let odd = ["a b", "ü/ö", "x\ny", "\u{1F600}", "last"];
    let server = paged(Server::builder("l", "1").any_tool_name().tools(odd.map(tool)), 1);
    assert_eq!(pages(&server).iter().flat_map(|page| names(page)).collect::<Vec<_>>(), odd);
}
