//! Requests about whose end two readers could disagree: refused, and nothing behind them is taken for a request.

use crate::hosts::{FIELDS, Limits, over_each_socket};
use crate::subject::{echo_hi, text};

/// The start of a call of `echo`, up to the fields that frame its body.
fn start() -> String {
    format!("POST /mcp HTTP/1.1\r\n{}", FIELDS.replace('\n', "\r\n"))
}

fn hidden() -> String {
    let body = echo_hi("666");
    format!("{}Content-Length: {}\r\n\r\n{body}", start(), body.len())
}

/// Refuses these fields of framing with 400, closes, and carries out nothing.
fn refuses(cases: &[(&str, String)]) {
    over_each_socket(Limits::default(), |socket| {
        for (name, rest) in cases {
            eprintln!("{name}");
            let mut client = socket.client();
            client.send(start() + rest);
            client.send_if_possible(hidden());
            assert_eq!(client.head().status, 400, "{name}");
            let mut client = socket.client();
            client.send(start() + rest);
            client.send_if_possible(hidden());
            let answer = client.answer();
            assert_eq!((answer.status, answer.field("connection")), (400, Some("close")), "{name}");
            client.expect_end();
            assert_eq!(socket.calls.take(), 0, "{name}");
        }
        // Others are served as before.
        let mut client = socket.client();
        client.send(hidden());
        assert_eq!(client.answer().said(), (200, &*text("666", "hi")));
        assert_eq!(socket.calls.take(), 1);
    });
}

#[test]
fn two_lengths() {
    let length = |values: &[&str]| {
        let lines: String = values.iter().map(|value| format!("Content-Length: {value}\r\n")).collect();
        lines + "\r\nhello"
    };
    refuses(&[
        ("a length and chunks", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG".into()),
        ("two lengths", length(&["5", "50"])),
        ("the same length twice", length(&["5", "5"])),
        ("a list of lengths", length(&["5, 50"])),
        ("a sign", length(&["+5"])),
        ("a hexadecimal length", length(&["0x5"])),
        ("two numbers", length(&["5\t5"])),
        ("an empty length", length(&[""])),
        ("a length of 30 digits", length(&[&"9".repeat(30)])),
        ("chunks twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".into()),
    ]);
}

#[test]
fn names_of_fields_with_something_around_them() {
    let length = "Content-Length: 5\r\n";
    refuses(&[
        ("a space before the colon", format!("Transfer-Encoding : chunked\r\n{length}\r\nhello")),
        ("a tab before the colon", format!("Transfer-Encoding\t: chunked\r\n{length}\r\nhello")),
        ("a line that starts with a space", format!("{length} x: y\r\n\r\nhello")),
        ("a line that starts with a tab", format!("{length}\tx: y\r\n\r\nhello")),
        ("a name of nothing", format!(": x\r\n{length}\r\nhello")),
        ("a name with a bracket", format!("a(b: x\r\n{length}\r\nhello")),
        ("a line without a colon", format!("x\r\n{length}\r\nhello")),
    ]);
}
