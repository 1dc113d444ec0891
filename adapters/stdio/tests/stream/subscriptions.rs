//! Subscriptions while they are open: what is told, to whom, and what that costs.

use crate::news::{News, TOOLS, acknowledged, changed, listen, torn_down, updated};
use crate::peer::{Peer, call, cancel, later, text, unavailable};
use snodo_core::{CloseReason, NoArguments, Server, Tool};

const BUSY: &str = "The server is busy: try again later";

fn peer(news: &News) -> Peer {
    Peer::of(news.definitions(), |executor| executor, |stdio| stdio)
}

#[test]
fn two_on_one_stream_are_told_what_each_asked_for() {
    let news = News::default();
    let mut peer = peer(&news);
    let asked = r#"{"promptsListChanged":false,"resourceSubscriptions":["docs:///a","docs:///none"],"toolsListChanged":true}"#;
    peer.send(
        listen("1", r#"{"toolsListChanged":true,"promptsListChanged":true}"#) + &listen("\"a\"", asked),
    );
    let accepted = r#"{"toolsListChanged":true,"resourceSubscriptions":["docs:///a"]}"#;
    assert_eq!(peer.lines(), [acknowledged("1", TOOLS), acknowledged("\"a\"", accepted)]);

    news.hub.tools_changed();
    assert_eq!(peer.lines(), [changed("1", "tools"), changed("\"a\"", "tools")]);
    news.hub.resource_updated("docs:///a").unwrap();
    news.hub.resource_updated("docs:///b").unwrap();
    news.hub.prompts_changed();
    news.hub.resources_changed();
    assert_eq!(peer.lines(), [updated("\"a\"", "docs:///a")]);
    peer.send(call("2", "echo", r#"{"text":"hi"}"#));
    assert_eq!(peer.lines(), [text("2", "hi")]);
}

#[test]
fn news_right_after_the_request_come_after_the_acknowledgement() {
    let news = News::default();
    let mut peer = peer(&news);
    // The source is open as soon as the line is taken, which happens before anything is written.
    peer.send(listen("1", TOOLS) + &call("2", "echo", r#"{"text":"hi"}"#));
    news.hub.tools_changed();
    assert_eq!(
        peer.lines(),
        [text("2", "hi"), acknowledged("1", TOOLS), changed("1", "tools")],
        "others may come in between"
    );
}

#[test]
fn a_list_that_is_replaced_is_told() {
    let news = News::default();
    let mut peer = peer(&news);
    let all = r#"{"toolsListChanged":true,"resourcesListChanged":true}"#;
    peer.send(listen("1", all));
    assert_eq!(peer.lines(), [acknowledged("1", all)]);
    let definitions = news.definitions();
    let one_tool = Tool::new("other", async |_: NoArguments| Ok("other"));
    peer.server.replace(&definitions(Server::builder("t", "1").tool(one_tool)).build().unwrap());
    assert_eq!(peer.lines(), [changed("1", "tools")], "the resources are the same");
    peer.send(call("2", "other", "{}"));
    assert_eq!(peer.lines(), [text("2", "other")]);
}

#[test]
fn without_a_source_there_is_no_such_method() {
    let mut peer = Peer::new();
    peer.send(listen("1", TOOLS));
    assert_eq!(
        peer.lines(),
        [r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#]
    );
}

#[test]
fn its_id_is_in_flight() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("7", TOOLS));
    peer.send(listen("7", TOOLS) + &call("7", "echo", r#"{"text":"hi"}"#));
    let refused = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"Invalid request: a request with this id is still in flight"}}"#;
    assert_eq!(peer.lines(), [&acknowledged("7", TOOLS), refused, refused]);
    news.hub.tools_changed();
    assert_eq!(peer.lines(), [changed("7", "tools")]);
    assert_eq!(news.open(), 1);
}

#[test]
fn it_stays_open_without_a_deadline_or_a_timer() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("1", TOOLS));
    assert_eq!(peer.clock.sleepers(), 0);
    peer.advance(1_000_000_000);
    news.hub.tools_changed();
    assert_eq!(peer.lines(), [acknowledged("1", TOOLS), changed("1", "tools")]);
}

#[test]
fn calls_and_subscriptions_keep_out_of_each_others_places() {
    let news = News::default();
    let mut peer =
        Peer::of(news.definitions(), |executor| executor.max_running(1).max_queued(0), |stdio| stdio);
    peer.send(later("1", "a", 10) + &listen("2", TOOLS));
    assert_eq!(peer.lines(), [acknowledged("2", TOOLS)]);
    assert_eq!((peer.executor.stats().running, peer.executor.stats().subscriptions), (1, 1));
    // Reading pauses for a call, not for events and cancellations.
    peer.send(later("3", "b", 10) + &listen("4", TOOLS));
    news.hub.tools_changed();
    assert_eq!(peer.lines(), [changed("2", "tools")]);
    peer.send(cancel("2"));
    assert_eq!(news.reasons(), [CloseReason::Cancelled]);
    peer.advance(10);
    assert_eq!(peer.lines(), [text("1", "a"), acknowledged("4", TOOLS)]);
    peer.advance(10);
    assert_eq!(peer.lines(), [text("3", "b")]);
}

#[test]
fn one_beyond_the_limit_is_refused_at_once() {
    let news = News::default();
    let mut peer = peer(&news);
    for id in 1..=33 {
        peer.send(listen(&id.to_string(), TOOLS));
    }
    let stats = peer.executor.stats();
    assert_eq!((stats.subscriptions, stats.max_subscriptions, news.open()), (32, 32, 32));
    let lines = peer.lines();
    assert_eq!(lines.len(), 33);
    assert_eq!(lines[32], unavailable("33", BUSY, "overloaded"));
    assert_eq!(news.reasons(), [CloseReason::Overloaded]);

    peer.send(cancel("5") + &listen("34", TOOLS) + &listen("35", TOOLS));
    let mut lines = peer.lines();
    lines.sort_unstable();
    assert_eq!(lines, [unavailable("35", BUSY, "overloaded"), acknowledged("34", TOOLS)]);
}

#[test]
fn the_limit_is_a_setting_of_the_transport() {
    let news = News::default();
    let mut peer = Peer::of(news.definitions(), |executor| executor, |stdio| stdio.max_subscriptions(0));
    let shared = peer.executor.clone();
    let mut other =
        Peer::of(news.definitions(), |own| own, |stdio| stdio.executor(shared).max_subscriptions(1));
    peer.send(listen("1", TOOLS));
    assert_eq!(peer.lines(), [unavailable("1", BUSY, "overloaded")]);
    other.send(listen("1", TOOLS));
    peer.settle();
    assert_eq!(other.lines(), [acknowledged("1", TOOLS)]);
}

/// A client that does not read is told once, however much happens meanwhile.
#[test]
fn a_slow_reader_costs_bounded_memory() {
    let news = News::default();
    let mut peer = Peer::of(news.definitions(), |own| own, |stdio| stdio.write_timeout(None));
    let uris = r#"{"toolsListChanged":true,"resourceSubscriptions":["docs:///a","docs:///b"]}"#;
    for id in 1..=10 {
        peer.send(listen(&id.to_string(), uris));
    }
    assert_eq!(peer.lines().len(), 10);
    for _ in 0..5_000 {
        news.hub.tools_changed();
        news.hub.resource_updated("docs:///a").unwrap();
        news.hub.resource_updated("docs:///b").unwrap();
        peer.settle();
    }
    assert_eq!(news.hub.stats().queued, 30, "one of each for each");
    let lines = peer.lines();
    // The pipe, the output, 64 events, one that each paused stream holds, and what waits in the hub.
    let longest = changed("10", "tools").len().max(updated("10", "docs:///a").len()) + 1;
    let shortest = changed("1", "tools").len() + 1;
    let bound = (65_536 + 65_536 + longest) / shortest + 64 + 10 + 30;
    assert!(lines.len() <= bound, "{} > {bound}", lines.len());
    for id in 1..=10 {
        let id = id.to_string();
        for line in [changed(&id, "tools"), updated(&id, "docs:///a"), updated(&id, "docs:///b")] {
            assert!(lines.contains(&line), "{line}");
        }
    }
    assert_eq!(news.hub.stats().queued, 0);
    peer.send(cancel("1"));
    news.hub.tools_changed();
    assert_eq!(peer.lines().len(), 9);
}

#[test]
fn a_source_that_panics_costs_its_own_subscription() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("1", TOOLS) + &listen("2", r#"{"resourcesListChanged":true}"#));
    assert_eq!(peer.lines().len(), 2);
    news.boom();
    let failed = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#;
    assert_eq!(peer.lines(), [failed, &torn_down("1")]);
    assert_eq!(news.reasons(), [CloseReason::Error]);
    news.hub.resources_changed();
    peer.send(call("3", "echo", r#"{"text":"hi"}"#) + &listen("1", TOOLS));
    assert_eq!(peer.lines().len(), 3);
    assert_eq!(news.open(), 2);
}
