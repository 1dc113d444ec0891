//! Bodies of more than there is room for.

use crate::hosts::{Answer, Client, FIELDS, Limits, MAX_BODY, over_each_socket};
use crate::subject::{echo_hi, error, text};

fn start() -> String {
    format!("POST /mcp HTTP/1.1\r\n{}", FIELDS.replace('\n', "\r\n"))
}

/// A call of so many bytes.
fn message(length: usize) -> String {
    format!("{:length$}", echo_hi("1"))
}

fn refused(client: &mut Client) -> Answer {
    let answer = client.answer();
    assert_eq!(answer.field("connection"), Some("close"));
    client.expect_end();
    answer
}

#[test]
fn a_declared_length_is_refused_before_the_body() {
    over_each_socket(Limits::default(), |socket| {
        for length in ["1001", "9999999999", "18446744073709551615"] {
            let mut client = socket.client();
            client.send(format!("{}Content-Length: {length}\r\n\r\n", start()));
            let too_large = error("", -32600, "Content too large: a message has at most 1000 bytes", "");
            assert_eq!(refused(&mut client).said(), (413, &*too_large), "{length}");
        }
        assert_eq!(socket.calls.take(), 0);
    });
}

#[test]
fn chunks_are_refused_as_soon_as_they_are_too_much() {
    over_each_socket(Limits::default(), |socket| {
        let chunked = start() + "Transfer-Encoding: chunked\r\n\r\n";
        // One chunk that says so itself, and one that is only too much behind others.
        for chunks in ["3e9\r\n".to_owned(), format!("3e8\r\n{}\r\n1\r\n", message(MAX_BODY))] {
            let mut client = socket.client();
            client.send(chunked.clone() + &chunks);
            assert_eq!(refused(&mut client).status, 413);
        }
        assert_eq!(socket.calls.take(), 0);
    });
}

#[test]
fn as_much_as_is_allowed_is_served() {
    over_each_socket(Limits::default(), |socket| {
        let mut client = socket.client();
        for length in [MAX_BODY - 1, MAX_BODY] {
            let message = message(length);
            client.send(format!("{}Content-Length: {length}\r\n\r\n{message}", start()));
            assert_eq!(client.answer().said(), (200, &*text("1", "hi")));
            client.send(format!(
                "{}Transfer-Encoding: chunked\r\n\r\n{length:x}\r\n{message}\r\n0\r\n\r\n",
                start()
            ));
            assert_eq!(client.answer().said(), (200, &*text("1", "hi")));
        }
        assert_eq!(socket.calls.take(), 4);
    });
}

#[test]
fn a_web_page_is_turned_away_before_its_body_is_measured() {
    over_each_socket(Limits::default(), |socket| {
        for framing in ["Content-Length: 9999999999\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3e9\r\n"] {
            let mut client = socket.client();
            client.send(format!("{}Origin: https://evil.example\r\n{framing}", start()));
            let forbidden = error("", -32600, "Forbidden: this Origin may not call", "");
            assert_eq!(refused(&mut client).said(), (403, &*forbidden));
        }
    });
}
