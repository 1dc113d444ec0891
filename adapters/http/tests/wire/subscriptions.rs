//! Subscriptions while they are open.

use std::sync::atomic::Ordering;
use std::thread;

use snodo_core::{Hub, NoArguments, Server, Tool};

use crate::messages::{
    RETRY, STREAM, answer, answer_with, call, chunk, echo, event, hi, progress, unavailable, wait,
};
use crate::news::{TOOLS, Telling, acknowledged, changed, listen};

fn overloaded(id: &str) -> String {
    answer_with("503 Service Unavailable", RETRY, &unavailable(&format!("\"id\":{id},"), "overloaded"))
}

#[test]
fn acknowledged_at_once_and_told_what_was_asked_for() {
    let telling = Telling::new();
    let mut client = telling.listening.client();
    let asked = r#"{"promptsListChanged":false,"resourceSubscriptions":["docs:///a","docs:///none"],"toolsListChanged":true}"#;
    client.send(listen("\"a\"", asked));
    let accepted = r#"{"toolsListChanged":true,"resourceSubscriptions":["docs:///a"]}"#;
    client.expect(STREAM.to_owned() + &chunk(&acknowledged("\"a\"", accepted)));
    telling.news.hub.prompts_changed();
    telling.news.hub.resources_changed();
    telling.news.hub.resource_updated("docs:///b").unwrap();
    telling.news.hub.tools_changed();
    client.expect(chunk(&changed("\"a\"", "tools")));
    telling.news.hub.resource_updated("docs:///a").unwrap();
    client.expect(chunk(&event(
        r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"a"},"uri":"docs:///a"}}"#,
    )));
}

#[test]
fn two_are_told_each_on_its_own_connection() {
    let telling = Telling::new();
    let mut clients = [telling.listening.client(), telling.listening.client()];
    for client in &mut clients {
        client.send(listen("1", TOOLS));
        client.expect(STREAM.to_owned() + &chunk(&acknowledged("1", TOOLS)));
    }
    for _ in 0..3 {
        assert_eq!(telling.news.hub.tools_changed().matched, 2);
        for client in &mut clients {
            client.expect(chunk(&changed("1", "tools")));
        }
    }
}

#[test]
fn a_list_that_is_replaced_is_told() {
    let telling = Telling::new();
    let mut client = telling.listening.client();
    client.send(listen("1", TOOLS));
    client.expect(STREAM.to_owned() + &chunk(&acknowledged("1", TOOLS)));
    let tool = Tool::new("other", async |_: NoArguments| Ok("other"));
    let new = Server::builder("t", "1").tool(tool).source(telling.news.clone()).build().unwrap();
    telling.server.replace(&new);
    client.expect(chunk(&changed("1", "tools")));
}

#[test]
fn a_quiet_one_is_kept_alive_and_has_no_deadline() {
    let telling = Telling::new();
    let (clock, mut client) = (&telling.listening.clock, telling.listening.client());
    client.send(listen("1", TOOLS));
    client.expect(STREAM.to_owned() + &chunk(&acknowledged("1", TOOLS)));
    for round in 1..=5 {
        // The connection's first timer is still armed.
        if round == 1 {
            clock.advance(10_000);
            clock.wait_for_timer(15_000);
            clock.advance(5_000);
        } else {
            clock.wait_for_timer(round * 15_000);
            clock.advance(15_000);
        }
        client.expect("d\r\n: keepalive\n\n\r\n");
    }
    telling.news.hub.tools_changed();
    client.expect(chunk(&changed("1", "tools")));
}

#[test]
fn one_beyond_the_limit_is_refused() {
    let telling = Telling::with(|http| http.max_subscriptions(2));
    assert_eq!(Telling::new().listening.executor.stats().max_subscriptions, 256, "unless set");
    let [mut first, mut second, mut third] = std::array::from_fn(|_| telling.listening.client());
    for client in [&mut first, &mut second] {
        client.send(listen("1", TOOLS));
        client.expect(STREAM.to_owned() + &chunk(&acknowledged("1", TOOLS)));
    }
    let stats = telling.listening.executor.stats();
    assert_eq!((stats.subscriptions, stats.max_subscriptions, stats.running), (2, 2, 0));
    third.send(listen("3", TOOLS) + &echo("4"));
    third.expect(overloaded("3"));
    third.expect(hi("4"));
    telling.listening.stage.wait_for("closed: Overloaded");

    drop(first);
    telling.listening.stage.wait_for("closed: Disconnected");
    while telling.listening.executor.stats().subscriptions > 1 {
        thread::yield_now();
    }
    third.send(listen("5", TOOLS));
    third.expect(STREAM.to_owned() + &chunk(&acknowledged("5", TOOLS)));
}

#[test]
fn the_limit_of_the_source_counts_as_well() {
    let hub = Hub::builder().max_subscriptions(1).build();
    let telling = Telling::on(hub, |executor| executor, |http| http);
    let mut clients = [telling.listening.client(), telling.listening.client()];
    clients[0].send(listen("1", TOOLS));
    clients[0].expect(STREAM.to_owned() + &chunk(&acknowledged("1", TOOLS)));
    clients[1].send(listen("2", TOOLS));
    clients[1].expect(overloaded("2"));
}

#[test]
fn calls_and_subscriptions_keep_out_of_each_others_places() {
    let telling = Telling::on(
        Hub::new(),
        |executor| executor.max_running(1).max_queued(0),
        |http| http.max_streams(1).max_subscriptions(1),
    );
    let [mut call_stream, mut listener, mut other] = std::array::from_fn(|_| telling.listening.client());
    call_stream.send(call("1", "steps", r#"{"name":"a"}"#));
    call_stream.expect(STREAM.to_owned() + &chunk(&progress(1)));
    listener.send(listen("2", TOOLS));
    listener.expect(STREAM.to_owned() + &chunk(&acknowledged("2", TOOLS)));
    other.send(wait("3", "b"));
    other.expect(overloaded("3"));
    telling.news.hub.tools_changed();
    listener.expect(chunk(&changed("2", "tools")));
    telling.listening.stage.open("a");
    call_stream.expect(chunk(&progress(2)));
}

/// A peer that does not read is waited for, and then the connection closes.
#[test]
fn a_slow_reader_costs_bounded_memory() {
    let telling = Telling::new();
    let mut client = telling.listening.client();
    let asked = r#"{"toolsListChanged":true,"resourceSubscriptions":["docs:///a"]}"#;
    client.send(listen("1", asked));
    client.expect(STREAM.to_owned() + &chunk(&acknowledged("1", asked)));
    telling.news.flood();
    telling.listening.clock.wait_for_timer(5_000);
    // The system may still move on a little, which begins the time anew.
    for _ in 0..1_000_000 {
        if telling.listening.executor.stats().subscriptions == 0 {
            break;
        }
        telling.listening.clock.advance(5_000);
        thread::yield_now();
    }
    telling.listening.stage.wait_for("closed: Disconnected");
    // 64 that wait, one that is held, what was being written, and what the system's buffers took.
    let events = telling.news.flooded.load(Ordering::SeqCst);
    assert!(events < 64 + 1 + 2 + 500, "{events}");
    client.expect_gone();
}

#[test]
fn without_a_source_there_is_no_such_method() {
    let listening = crate::listening::Listening::new();
    let mut client = listening.client();
    client.send(listen("1", TOOLS));
    let message = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#;
    client.expect(answer("404 Not Found", message));
}

#[test]
fn a_client_that_takes_no_events_is_refused() {
    let telling = Telling::new();
    let mut client = telling.listening.client();
    client.send(listen("1", TOOLS).replacen(", text/event-stream", "", 1));
    assert!(client.head().starts_with("HTTP/1.1 406 Not Acceptable\r\n"));
    assert_eq!(telling.news.hub.stats().subscriptions, 0);
}
