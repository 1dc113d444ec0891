//! Peers that keep others waiting, on a clock that the test moves.

use std::thread;
use std::time::Duration;

use crate::client::Client;
use crate::listening::Listening;
use crate::messages::{answer_with, call, call_with, echo, head, hi, refused, unavailable, wait};

fn timeout() -> String {
    refused("408 Request Timeout", "Request timeout: it did not arrive in time")
}

/// A listener and a client that it has noticed: its first head is due after 10 s.
fn noticed(settings: impl FnOnce(snodo_http::Http) -> snodo_http::Http) -> (Listening, Client) {
    let listening = Listening::with(settings);
    let client = listening.client();
    listening.clock.wait_for_timer(10_000);
    (listening, client)
}

#[test]
fn a_silent_connection_is_closed_without_a_word() {
    let (listening, mut client) = noticed(|http| http);
    listening.clock.advance(10_000);
    client.expect_end();
}

#[test]
fn half_a_head_and_then_silence() {
    let (listening, mut client) = noticed(|http| http);
    client.send("POST /mcp HT");
    listening.clock.wait_for_timer(5_000);
    listening.clock.advance(5_000);
    client.expect(timeout());
    client.expect_end();
}

/// A byte now and then is no excuse.
#[test]
fn a_later_head_has_its_time_from_its_first_byte() {
    let (listening, mut client) = noticed(|http| http.read_timeout(None));
    client.send(echo("1"));
    client.expect(hi("1"));
    listening.clock.advance(10_000);
    listening.clock.wait_for_timer(60_000);
    listening.clock.advance(7_000);
    client.send("P");
    listening.clock.wait_for_timer(27_000);
    listening.clock.advance(9_999);
    client.send(&echo("2")[1..]);
    client.expect(hi("2"));
    listening.clock.advance(1);
    listening.clock.wait_for_timer(86_999);
    client.send("P");
    listening.clock.wait_for_timer(37_000);
    listening.clock.advance(9_999);
    client.send("O");
    listening.clock.advance(1);
    client.expect(timeout());
    client.expect_end();
}

#[test]
fn half_a_body_and_then_silence() {
    let (listening, mut client) = noticed(|http| http);
    client.send(head("echo") + "Content-Length: 100\r\n\r\n{");
    listening.clock.wait_for_timer(5_000);
    listening.clock.advance(5_000);
    client.expect(timeout());
    client.expect_end();
}

#[test]
fn a_body_has_its_time_whatever_arrives_of_it() {
    let (listening, mut client) =
        noticed(|http| http.read_timeout(None).body_timeout(Some(Duration::from_secs(7))));
    client.send(head("echo") + "Content-Length: 100\r\n\r\n{");
    listening.clock.wait_for_timer(7_000);
    listening.clock.advance(6_999);
    client.send(" ");
    listening.clock.advance(1);
    client.expect(timeout());
    client.expect_end();
}

#[test]
fn an_idle_connection_is_closed_without_a_word() {
    let (listening, mut client) = noticed(|http| http);
    client.send(echo("1"));
    client.expect(hi("1"));
    listening.clock.advance(10_000);
    listening.clock.wait_for_timer(60_000);
    listening.clock.advance(49_999);
    client.send(echo("2"));
    client.expect(hi("2"));
    listening.clock.advance(1);
    listening.clock.wait_for_timer(119_999);
    listening.clock.advance(59_999);
    client.expect_end();
}

#[test]
fn deadlines_can_be_turned_off() {
    let listening = Listening::with(|http| {
        http.head_timeout(None)
            .body_timeout(None)
            .read_timeout(None)
            .write_timeout(None)
            .idle_timeout(None)
            .request_timeout(None)
            .keep_alive(None)
    });
    let mut client = listening.client();
    let request = wait("1", "a");
    for half in [&request[..5], &request[5..request.len() - 5], &request[request.len() - 5..]] {
        listening.clock.advance(1_000_000);
        client.send(half);
    }
    listening.stage.wait_for("start a");
    listening.clock.advance(1_000_000);
    listening.stage.open("a");
    client.head();
}

/// What it has not read fills the socket's buffers; from then on the time runs, and its request with it.
#[test]
fn a_peer_that_never_reads_is_cut_off() {
    let (listening, mut client) = noticed(|http| http.request_timeout(None));
    client.send(call("1", "flood", r#"{"name":"a"}"#));
    listening.clock.wait_for_timer(5_000);
    // The system may find room for some bytes more and again.
    let is_cut_off = (0..1_000_000).any(|_| {
        listening.clock.advance(5_000);
        thread::yield_now();
        listening.stage.rest() == ["gone a"]
    });
    assert!(is_cut_off);
    client.expect_gone();
}

/// As long as it takes something, it is only slow.
#[test]
fn a_peer_that_reads_slowly_is_waited_for() {
    let (listening, mut client) = noticed(|http| http);
    client.send(call_with("Connection: close\r\n", "1", "big", r#"{"bytes":50000000}"#));
    listening.clock.wait_for_timer(5_000);
    listening.clock.advance(4_000);
    client.take(30_000_000);
    listening.clock.advance(1_000);
    // The last bytes were taken before or after that.
    listening.clock.wait_for_timer_in(9_000..=10_000);
    listening.clock.advance(3_000);
    let rest = client.take(usize::MAX);
    assert!(
        rest.ends_with(r#"x"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"t","version":"1"}}}}"#)
    );
}

#[test]
fn a_request_has_its_time() {
    let (listening, mut client) = noticed(|http| http.request_timeout(Some(Duration::from_millis(100))));
    client.send(wait("1", "a"));
    listening.stage.wait_for("start a");
    listening.clock.wait_for_timer(100);
    listening.clock.advance(100);
    listening.stage.wait_for("gone a");
    client.expect(answer_with("504 Gateway Timeout", "", &unavailable("\"id\":1,", "timeout")));
    client.send(echo("2"));
    client.expect(hi("2"));
}

/// A slow peer costs the others nothing.
#[test]
fn others_are_served_beside_slow_peers() {
    let listening = Listening::new();
    let mut slow: Vec<_> = (0..100).map(|_| listening.client()).collect();
    for client in &mut slow {
        client.send("POST /mcp HTTP/1.1\r\nHo");
    }
    let mut client = listening.client();
    for (id, slow) in slow.iter_mut().enumerate() {
        slow.send("s");
        client.send(echo(&id.to_string()));
        client.expect(hi(&id.to_string()));
    }
}
