//! Handlers and peers that misbehave.

use std::io::Write;

use crate::listening::Listening;
use crate::messages::{answer, call, echo, hi};

#[test]
fn a_panic_is_answered_and_the_connection_lives() {
    let listening = Listening::new();
    let mut client = listening.client();
    for _ in 0..3 {
        client.send(call("1", "boom", "{}"));
        client.expect(answer(
            "200 OK",
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}"#,
        ));
        client.send(echo("2"));
        client.expect(hi("2"));
    }
}

/// Bytes that nobody planned, cut and ended anywhere: the listener serves on.
#[test]
fn peers_that_send_garbage() {
    let listening = Listening::new();
    let request = echo("1").into_bytes();
    let mut state = 1_u64;
    let mut random = move || {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap()
    };
    for round in 0..300 {
        let mut bytes = request.repeat(1 + random() % 3);
        for _ in 0..=random() % 4 {
            let place = random() % bytes.len();
            match random() % 3 {
                0 => bytes[place] ^= 1 << (random() % 8),
                1 => drop(bytes.drain(place..)),
                _ => drop(bytes.splice(place..place, b"\r\n\0\xff".repeat(random() % 50))),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let mut client = listening.client();
        // The listener may have closed already.
        let _ = client.stream.write_all(&bytes);
        if round % 3 > 0 {
            let _ = client.stream.shutdown(std::net::Shutdown::Write);
            client.expect_gone();
        }
    }
    let mut client = listening.client();
    client.send(echo("1"));
    client.expect(hi("1"));
}
