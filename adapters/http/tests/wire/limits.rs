//! More than there is room for.

use crate::client::Client;
use crate::listening::Listening;
use crate::messages::{
    RETRY, RETRY_AND_CLOSE, STREAM, answer, answer_with, call, chunk, echo, hi, progress, text, unavailable,
    wait,
};

fn overloaded(id: &str) -> String {
    answer_with("503 Service Unavailable", RETRY, &unavailable(id, "overloaded"))
}

fn turned_away() -> String {
    answer_with("503 Service Unavailable", RETRY_AND_CLOSE, &unavailable("", "overloaded"))
}

#[test]
fn a_full_executor_refuses_at_once() {
    let listening = Listening::on(|executor| executor.max_running(1).max_queued(1), |http| http);
    let [mut first, mut second, mut third] = std::array::from_fn(|_| listening.client());
    first.send(wait("1", "a"));
    listening.stage.wait_for("start a");
    second.send(wait("2", "b"));
    while listening.executor.stats().queued == 0 {
        std::thread::yield_now();
    }
    third.send(echo("\"three\""));
    third.expect(overloaded("\"id\":\"three\","));
    listening.stage.open("a");
    first.expect(answer("200 OK", &text("1", "a")));
    listening.stage.wait_for("start b");
    listening.stage.open("b");
    second.expect(answer("200 OK", &text("2", "b")));
    third.send(echo("4"));
    third.expect(hi("4"));
}

/// What needs no handler needs no place.
#[test]
fn one_connection_too_many_is_told_so() {
    let listening = Listening::with(|http| http.max_connections(2));
    let mut clients: Vec<_> = (0..2).map(|_| listening.client()).collect();
    for client in &mut clients {
        client.send(echo("1"));
        client.expect(hi("1"));
    }
    let mut third = listening.client();
    third.expect(turned_away());
    third.expect_end();
    // One that speaks first gets to read it, too.
    let mut third = listening.client();
    third.send(echo("1"));
    third.expect(turned_away());
    third.expect_end();

    clients.pop();
    await_service(&listening);
    clients[0].send(echo("2"));
    clients[0].expect(hi("2"));
}

/// A place is free as soon as the listener has noticed that a connection is gone.
fn await_service(listening: &Listening) -> Client {
    loop {
        let mut client = listening.client();
        client.send(echo("1"));
        if client.head().starts_with("HTTP/1.1 200 OK\r\n") {
            return client;
        }
    }
}

#[test]
fn many_connections_too_many() {
    let listening = Listening::with(|http| http.max_connections(1));
    let mut served = listening.client();
    served.send(echo("1"));
    served.expect(hi("1"));
    let rest: Vec<_> = (0..300).map(|_| listening.client()).collect();
    served.send(echo("2"));
    served.expect(hi("2"));
    drop(rest);
    served.send(echo("3"));
    served.expect(hi("3"));
}

#[test]
fn one_that_is_turned_away_does_not_stay() {
    let listening = Listening::with(|http| http.max_connections(1));
    let mut served = listening.client();
    served.send(echo("1"));
    served.expect(hi("1"));
    let mut stubborn = listening.client();
    stubborn.expect(turned_away());
    listening.clock.wait_for_timer(2_000);
    listening.clock.advance(2_000);
    // It was closed: what is sent now is answered with a reset.
    stubborn.expect_gone();
    served.send(echo("2"));
    served.expect(hi("2"));
}

#[test]
fn one_stream_too_many() {
    let listening = Listening::with(|http| http.max_streams(1));
    let steps = |id, name| call(id, "steps", &format!("{{\"name\":\"{name}\"}}"));
    let mut first = listening.client();
    first.send(steps("1", "a"));
    first.expect(STREAM.to_owned() + &chunk(&progress(1)));
    let mut second = listening.client();
    second.send(steps("2", "b"));
    second.expect(overloaded("\"id\":2,"));
    listening.stage.wait_for("gone b");
    // Plain answers are not affected, and what a refused handler had said is in nobody's way.
    for _ in 0..3 {
        second.send(call("3", "flood", r#"{"name":"c"}"#));
        second.expect(overloaded("\"id\":3,"));
        listening.stage.wait_for("gone c");
        second.send(echo("4"));
        second.expect(hi("4"));
    }
    drop(first);
    listening.stage.wait_for("gone a");
    second.send(steps("5", "d"));
    second.expect(STREAM.to_owned() + &chunk(&progress(1)));
}
