//! Requests that do not wait for the answers before them.

use std::io::Write;
use std::thread;

use crate::listening::Listening;
use crate::messages::{answer, echo, hi, text, wait};

#[test]
fn answers_come_in_the_order_of_the_requests() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send(wait("1", "slow") + &echo("2") + &wait("3", "fast") + &echo("4"));
    listening.stage.wait_for("start slow");
    listening.stage.open("fast");
    assert_eq!(listening.stage.rest(), [""; 0], "the third waits for its turn");
    listening.stage.open("slow");
    client.expect(answer("200 OK", &text("1", "slow")));
    client.expect(hi("2"));
    client.expect(answer("200 OK", &text("3", "fast")));
    client.expect(hi("4"));
}

#[test]
fn bytes_behind_a_request_belong_to_the_next() {
    let listening = Listening::new();
    let mut client = listening.client();
    let (first, second) = (echo("1"), echo("2"));
    for cut in [1, 20, second.len() - 1] {
        client.send(first.clone() + &second[..cut]);
        client.expect(hi("1"));
        client.send(&second[cut..]);
        client.expect(hi("2"));
    }
}

/// More than all buffers together hold: it goes on as fast as the answers are read.
#[test]
fn a_flood_is_answered_to_the_last() {
    let listening = Listening::new();
    let mut client = listening.client();
    let mut writer = client.stream.try_clone().unwrap();
    let sending = thread::spawn(move || {
        for id in 0..20_000 {
            writer.write_all(echo(&id.to_string()).as_bytes()).unwrap();
        }
    });
    for id in 0..20_000 {
        client.expect(hi(&id.to_string()));
    }
    sending.join().unwrap();
}

#[test]
fn what_waits_behind_a_running_request_is_bounded() {
    let listening = Listening::with(|http| http.limits(snodo_http::Limits::default().read_ahead(4_096)));
    let mut client = listening.client();
    client.send(wait("1", "slow"));
    listening.stage.wait_for("start slow");
    let mut writer = client.stream.try_clone().unwrap();
    let sending = thread::spawn(move || {
        for id in 2..10_000 {
            writer.write_all(echo(&id.to_string()).as_bytes()).unwrap();
        }
    });
    listening.stage.open("slow");
    client.expect(answer("200 OK", &text("1", "slow")));
    for id in 2..10_000 {
        client.expect(hi(&id.to_string()));
    }
    sending.join().unwrap();
}
