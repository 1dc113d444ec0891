//! Clients that wait for a word before they send their body.

use crate::hosts::{FIELDS, Limits, over_each_socket};
use crate::subject::{echo_hi, text};

fn head(version: &str, fields: &str, length: usize) -> String {
    format!("POST /mcp {version}\r\n{}{fields}Content-Length: {length}\r\n\r\n", FIELDS.replace('\n', "\r\n"))
}

const EXPECT: &str = "Expect: 100-continue\r\n";

#[test]
fn they_get_it_and_then_their_answer() {
    over_each_socket(Limits::default(), |socket| {
        let mut client = socket.client();
        for id in ["1", "2"] {
            let body = echo_hi(id);
            client.send(head("HTTP/1.1", EXPECT, body.len()));
            assert_eq!(client.head().status, 100);
            client.send(body);
            assert_eq!(client.answer().said(), (200, &*text(id, "hi")));
        }
    });
}

#[test]
fn they_get_their_refusal_instead() {
    let origin = format!("{EXPECT}Origin: https://evil.example\r\n");
    over_each_socket(Limits::default(), |socket| {
        for (fields, length, status) in
            [(EXPECT, 1_001, 413), (&origin, 100, 403), ("Expect: something-else\r\n", 100, 417)]
        {
            let mut client = socket.client();
            client.send(head("HTTP/1.1", fields, length));
            let answer = client.answer();
            assert_eq!((answer.status, answer.field("connection")), (status, Some("close")));
            client.expect_end();
        }
        assert_eq!(socket.calls.take(), 0);
    });
}

#[test]
fn an_older_client_cannot_have_meant_it() {
    over_each_socket(Limits::default(), |socket| {
        let (mut client, body) = (socket.client(), echo_hi("1"));
        client.send(head("HTTP/1.0", EXPECT, body.len()) + &body);
        assert_eq!(client.answer().said(), (200, &*text("1", "hi")));
        client.expect_end();
    });
}
