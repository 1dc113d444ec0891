//! The ends of a subscription: by its client, by its source, with the input, with the server.

use crate::news::{News, Signal, TOOLS, acknowledged, changed, ended, listen, torn_down};
use crate::peer::{Peer, call, cancel, later, text, unavailable};
use snodo_core::CloseReason;

const SHUTTING_DOWN: &str = "The server is shutting down";

fn peer(news: &News) -> Peer {
    Peer::of(news.definitions(), |executor| executor, |stdio| stdio)
}

fn stoppable(news: &News, signal: &Signal) -> Peer {
    let signal = signal.clone();
    Peer::of(news.definitions(), |executor| executor, |stdio| stdio.shutdown_on(signal))
}

#[test]
fn cancelled_by_its_client_it_says_nothing_more() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("1", TOOLS) + &listen("2", TOOLS));
    assert_eq!(peer.lines().len(), 2);
    news.hub.tools_changed();
    peer.send(cancel("1"));
    assert_eq!(peer.lines(), [changed("2", "tools")], "what it had not said yet stays unsaid");
    assert_eq!(news.reasons(), [CloseReason::Cancelled]);
    assert_eq!((peer.executor.stats().subscriptions, news.open()), (1, 1));
    news.hub.tools_changed();
    assert_eq!(peer.lines(), [changed("2", "tools")]);
    peer.send(listen("1", TOOLS));
    assert_eq!(peer.lines(), [acknowledged("1", TOOLS)], "its id is free again");
}

#[test]
fn cancelled_with_its_own_request_it_is_not_even_acknowledged() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("1", TOOLS) + &cancel("1") + &cancel("1"));
    assert_eq!(peer.lines(), [""; 0]);
    assert_eq!(news.reasons(), [CloseReason::Cancelled]);
}

#[test]
fn ended_by_its_source_it_is_told_twice() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("1", TOOLS) + &listen("\"a\"", TOOLS));
    assert_eq!(peer.lines().len(), 2);
    news.hub.tools_changed();
    assert_eq!(news.hub.complete_all(), 2);
    let lines = peer.lines();
    assert_eq!(lines.len(), 6);
    for id in ["1", "\"a\""] {
        let place = |line: &String| lines.iter().position(|other| other == line).unwrap();
        let places = [changed(id, "tools"), ended(id), torn_down(id)].map(|line| place(&line));
        assert!(places.is_sorted(), "{lines:?}");
        assert_eq!(places[1] + 1, places[2]);
    }
    assert_eq!(news.reasons(), [CloseReason::Complete; 2]);
    peer.send(listen("1", TOOLS));
    assert_eq!(peer.lines(), [acknowledged("1", TOOLS)]);
}

#[test]
fn one_that_can_never_tell_anything_ends_at_once() {
    let news = News::default();
    let mut peer = peer(&news);
    for asked in ["{}", r#"{"toolsListChanged":false,"resourceSubscriptions":["docs:///none"]}"#] {
        peer.send(listen("1", asked));
        assert_eq!(peer.lines(), [acknowledged("1", "{}"), ended("1"), torn_down("1")]);
    }
    assert_eq!(peer.executor.stats().subscriptions, 0);
}

#[test]
fn the_end_of_the_input_closes_it_without_a_word() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("1", TOOLS) + &listen("2", TOOLS));
    assert_eq!(peer.lines().len(), 2);
    peer.close();
    assert!(peer.result().unwrap().is_ok());
    assert_eq!(peer.lines(), [""; 0]);
    assert_eq!(news.reasons(), [CloseReason::Disconnected; 2]);
    assert_eq!((peer.executor.stats().subscriptions, news.open(), peer.clock.sleepers()), (0, 0, 0));
}

#[test]
fn at_the_end_of_the_input_it_goes_before_calls_do() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(later("1", "a", 500) + &listen("2", TOOLS));
    assert_eq!(peer.lines().len(), 1);
    peer.close();
    assert_eq!(news.reasons(), [CloseReason::Disconnected]);
    assert!(peer.is_serving());
    news.hub.tools_changed();
    peer.advance(500);
    assert_eq!(peer.lines(), [text("1", "a")]);
    assert!(peer.result().unwrap().is_ok());
}

#[test]
fn one_whose_turn_comes_after_the_end_of_the_input_is_refused() {
    let news = News::default();
    let mut peer =
        Peer::of(news.definitions(), |executor| executor.max_running(1).max_queued(0), |stdio| stdio);
    peer.send(later("1", "a", 10) + &later("2", "b", 10) + &listen("3", TOOLS));
    peer.close();
    peer.advance(10);
    assert_eq!(peer.lines(), [text("1", "a"), unavailable("3", SHUTTING_DOWN, "shutting_down")]);
    peer.advance(10);
    assert_eq!(peer.lines(), [text("2", "b")]);
    assert!(peer.result().unwrap().is_ok());
    assert_eq!(news.reasons(), [CloseReason::Shutdown]);
}

#[test]
fn a_shutdown_ends_it_with_its_result() {
    let (news, signal) = (News::default(), Signal::default());
    let mut peer = stoppable(&news, &signal);
    peer.send(listen("1", TOOLS) + &later("2", "a", 500));
    assert_eq!(peer.lines().len(), 1);
    news.hub.tools_changed();
    signal.fire();
    peer.settle();
    assert_eq!(peer.lines(), [ended("1"), torn_down("1")], "what it had not said yet stays unsaid");
    assert_eq!(news.reasons(), [CloseReason::Shutdown]);
    assert!(peer.is_serving());
    peer.advance(500);
    assert_eq!(peer.lines(), [text("2", "a")]);
    assert!(peer.result().unwrap().is_ok());
}

#[test]
fn a_shutdown_before_the_acknowledgement_comes_after_it() {
    let (news, signal) = (News::default(), Signal::default());
    let mut peer = stoppable(&news, &signal);
    signal.fire();
    peer.send(listen("1", TOOLS));
    assert!(peer.result().unwrap().is_ok());
    assert_eq!(peer.lines(), [""; 0], "nothing is read any more");

    let signal = Signal::default();
    let mut peer = stoppable(&news, &signal);
    let large = call("1", "echo", &format!("{{\"text\":\"{}\"}}", "x".repeat(200_000)));
    peer.offer((large + &listen("2", TOOLS)).as_bytes());
    signal.fire();
    peer.settle();
    let lines = peer.lines();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1], unavailable("2", SHUTTING_DOWN, "shutting_down"), "its turn came too late");
    assert!(peer.result().unwrap().is_ok());
}

/// Its result waits behind what the client does not read.
#[test]
fn what_is_not_told_at_the_drain_limit_is_an_error() {
    let (news, signal) = (News::default(), Signal::default());
    let fired = signal.clone();
    let mut peer = Peer::of(
        news.definitions(),
        |executor| executor,
        |stdio| stdio.shutdown_on(signal).write_timeout(None),
    );
    peer.send(listen("1", TOOLS));
    assert_eq!(peer.lines(), [acknowledged("1", TOOLS)]);
    let large = call("2", "echo", &format!("{{\"text\":\"{}\"}}", "x".repeat(200_000)));
    peer.offer(large.as_bytes());
    fired.fire();
    peer.settle();
    assert_eq!(news.reasons(), [CloseReason::Shutdown]);
    peer.advance(5_000);
    let lines = peer.lines();
    assert_eq!(lines[1..], [unavailable("1", SHUTTING_DOWN, "shutting_down"), torn_down("1")]);
    assert!(peer.result().unwrap().is_ok());
}

#[test]
fn a_client_that_hangs_up_is_disconnected() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("1", TOOLS));
    assert_eq!(peer.lines().len(), 1);
    peer.hang_up();
    news.hub.tools_changed();
    peer.settle();
    assert!(peer.result().unwrap().unwrap_err().is_write());
    assert_eq!(news.reasons(), [CloseReason::Disconnected]);
}

#[test]
fn dropping_the_transport_disconnects_it() {
    let news = News::default();
    let mut peer = peer(&news);
    peer.send(listen("1", TOOLS));
    peer.drop_server();
    assert_eq!(news.reasons(), [CloseReason::Disconnected]);
    assert_eq!((peer.executor.stats().subscriptions, news.open()), (0, 0));
}
