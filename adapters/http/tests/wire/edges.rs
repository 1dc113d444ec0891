//! Each time limit one millisecond before it and at it, for connections that are silent, in the middle of a head, in the
//! middle of a body, idle or busy.

use std::time::Duration;

use snodo_http::Http;

use crate::listening::Listening;
use crate::messages::{
    STREAM, answer, answer_with, call, chunk, echo, hi, progress, refused, text, unavailable, wait,
};

const LIMIT: u64 = 7_000;
const TIME: Option<Duration> = Some(Duration::from_millis(LIMIT));

/// A connection that keeps the listener waiting.
struct Edge {
    name: &'static str,
    settings: fn(Http) -> Http,
    /// What comes before the time runs, and what it is answered with.
    sent: String,
    answered: String,
    /// What comes in time, and what it is answered with.
    rest: String,
    served: String,
    /// What is said when nothing comes in time; then the connection ends.
    late: String,
}

fn edges() -> Vec<Edge> {
    let timeout = refused("408 Request Timeout", "Request timeout: it did not arrive in time");
    let request = echo("1");
    let whole = || Edge {
        name: "",
        settings: |http| http,
        sent: String::new(),
        answered: String::new(),
        rest: request.clone(),
        served: hi("1"),
        late: String::new(),
    };
    let half = |at: usize| Edge {
        sent: request[..at].into(),
        rest: request[at..].into(),
        late: timeout.clone(),
        ..whole()
    };
    let (in_head, in_body) = (20, request.len() - 20);
    vec![
        Edge { name: "silent", settings: |http| http.head_timeout(TIME), ..whole() },
        Edge {
            name: "half a head in all",
            settings: |http| http.read_timeout(None).idle_timeout(None).head_timeout(TIME),
            // Behind a request in the same write: its answer tells that the half is there too when the time runs.
            sent: echo("0") + &request[..in_head],
            answered: hi("0"),
            ..half(in_head)
        },
        Edge {
            name: "half a head and silence",
            settings: |http| http.head_timeout(None).read_timeout(TIME),
            ..half(in_head)
        },
        Edge {
            name: "half a body in all",
            settings: |http| http.read_timeout(None).body_timeout(TIME),
            ..half(in_body)
        },
        Edge {
            name: "half a body and silence",
            settings: |http| http.body_timeout(None).read_timeout(TIME),
            ..half(in_body)
        },
        Edge {
            name: "idle",
            settings: |http| http.idle_timeout(TIME),
            sent: echo("0"),
            answered: hi("0"),
            ..whole()
        },
    ]
}

#[test]
fn just_in_time() {
    for Edge { name, settings, sent, answered, rest, served, .. } in edges() {
        eprintln!("{name}");
        let listening = Listening::with(settings);
        let mut client = listening.client();
        client.send(sent);
        client.expect(answered);
        listening.clock.wait_for_timer(LIMIT);
        listening.clock.advance(LIMIT - 1);
        client.send(rest);
        client.expect(served);
    }
}

#[test]
fn too_late() {
    for Edge { name, settings, sent, answered, late, .. } in edges() {
        eprintln!("{name}");
        let listening = Listening::with(settings);
        let mut client = listening.client();
        client.send(sent);
        client.expect(answered);
        listening.clock.wait_for_timer(LIMIT);
        listening.clock.advance(LIMIT);
        client.expect(late);
        client.expect_end();
    }
}

#[test]
fn a_call_just_in_time_and_too_late() {
    let listening = Listening::with(|http| http.request_timeout(TIME));
    let mut client = listening.client();
    client.send(wait("1", "a"));
    listening.stage.wait_for("start a");
    listening.clock.wait_for_timer(LIMIT);
    listening.clock.advance(LIMIT - 1);
    listening.stage.open("a");
    client.expect(answer("200 OK", &text("1", "a")));
    client.send(wait("2", "b"));
    listening.stage.wait_for("start b");
    listening.clock.wait_for_timer(2 * LIMIT - 1);
    listening.clock.advance(LIMIT);
    client.expect(answer_with("504 Gateway Timeout", "", &unavailable("\"id\":2,", "timeout")));
}

#[test]
fn a_stream_that_is_quiet_for_almost_and_for_all_of_the_period() {
    let listening = Listening::with(|http| http.keep_alive(TIME).head_timeout(None));
    let mut client = listening.client();
    client.send(call("1", "steps", r#"{"name":"a"}"#));
    client.expect(STREAM.to_owned() + &chunk(&progress(1)));
    listening.clock.wait_for_timer(LIMIT);
    listening.clock.advance(LIMIT - 1);
    listening.stage.open("a");
    client.expect(chunk(&progress(2)));
    listening.clock.advance(1);
    listening.clock.wait_for_timer(2 * LIMIT - 1);
    listening.clock.advance(LIMIT - 1);
    client.expect("d\r\n: keepalive\n\n\r\n");
}

#[test]
fn a_body_one_below_at_and_one_above() {
    let listening = Listening::new();
    for (length, is_served) in [(999, true), (1_000, true), (1_001, false)] {
        let mut client = listening.client();
        let request = echo("1");
        let (head, body) = request.split_once("\r\n\r\n").expect("it has a body");
        let (fields, _) = head.split_once("Content-Length").expect("it has a length");
        client.send(format!("{fields}Content-Length: {length}\r\n\r\n{body:length$}"));
        if is_served {
            client.expect(hi("1"));
        } else {
            let text = "Content too large: a message has at most 1000 bytes";
            client.expect(refused("413 Content Too Large", text));
            client.expect_end();
        }
    }
}
