//! Every wire vector, through every channel, byte for byte.

#[path = "../fixture/mod.rs"]
mod fixture;
#[cfg(feature = "http")]
mod over_http;
#[cfg(feature = "http")]
mod over_std_net;
#[cfg(feature = "stdio")]
mod over_tcp;
#[cfg(feature = "http")]
mod over_tower;
#[path = "../vectors/mod.rs"]
mod vectors;
#[cfg(feature = "http")]
#[path = "../whole_body/mod.rs"]
mod whole_body;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use snodo::{Call, Outcome, Server};
use vectors::Exchange;

/// Runs all vectors through `channel`, which takes one message and gives all that is said to it. `carries` tells
/// whether a message can go through the channel at all, and `form` is how the channel gives the answers.
fn run(
    channel: impl Fn(&[u8]) -> Vec<Vec<u8>>,
    carries: impl Fn(&[u8]) -> bool,
    form: impl Fn(&Exchange) -> Vec<Vec<u8>>,
) {
    let mut failures = String::new();
    for vector in vectors::all() {
        for exchange in vector.exchanges.iter().filter(|exchange| carries(&exchange.request)) {
            let expected = form(exchange);
            let answers = channel(&exchange.request);
            if answers != expected {
                let _ = write!(
                    failures,
                    "\n{}\n  to       {}\n  expected {}\n  answered {}\n",
                    vector.name,
                    shown(std::slice::from_ref(&exchange.request)),
                    shown(&expected),
                    shown(&answers),
                );
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// What a person can compare: long messages are cut.
fn shown(messages: &[Vec<u8>]) -> String {
    if messages.is_empty() {
        return "nothing".into();
    }
    let cut = |text: String| match text.char_indices().nth(2_000) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    let texts: Vec<_> = messages.iter().map(|m| cut(String::from_utf8_lossy(m).into_owned())).collect();
    texts.join("\n           ")
}

fn in_process(server: &Server, message: &[u8]) -> Vec<Vec<u8>> {
    let mut frames = Vec::new();
    match server.handle(message, &Call::new()).map(snodo::Execution::wait) {
        None => {}
        Some(Outcome::Response(response)) => {
            frames.push(Vec::new());
            response.encode(&mut frames[0]);
        }
        Some(Outcome::Stream(mut stream)) => {
            while let Some(frame) = stream.wait_frame() {
                let mut bytes = Vec::new();
                frame.encode(&mut bytes);
                frames.push(bytes);
            }
        }
    }
    frames
}

fn as_written(exchange: &Exchange) -> Vec<Vec<u8>> {
    exchange.answers.clone()
}

#[test]
fn in_process_every_vector_holds() {
    let server = fixture::server();
    run(|message| in_process(&server, message), |_| true, as_written);
}

/// One connection for each message: its end is when all has been said to it.
#[cfg(feature = "stdio")]
fn over_stdio(server: &Server, message: &[u8]) -> Vec<Vec<u8>> {
    if over_tcp::is_subscription(message) {
        return over_tcp::answers(server, message);
    }
    let (line, mut output) = ([message, b"\n"].concat(), Vec::new());
    let serving = snodo::stdio::Stdio::new(server.clone()).serve_on(&line[..], &mut output);
    async_io::block_on(serving).expect("neither side breaks off");
    let lines = output.split_inclusive(|byte| *byte == b'\n');
    lines.map(|line| line.strip_suffix(b"\n").expect("lines are whole").to_vec()).collect()
}

/// What is no ASCII that prints is escaped, by UTF-16 units in lower-case digits.
#[cfg(feature = "stdio")]
fn ascii(message: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(message).expect("messages are UTF-8");
    let mut out = String::new();
    for char in text.chars() {
        match char {
            ..='\u{7e}' => out.push(char),
            _ => out.extend(char.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}"))),
        }
    }
    out.into()
}

/// A subscription that the server ends is cancelled as well: clients that share the channel take that for the end.
#[cfg(feature = "stdio")]
fn as_lines(exchange: &Exchange) -> Vec<Vec<u8>> {
    #[derive(serde::Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        id: &'a serde_json::value::RawValue,
    }

    let mut lines: Vec<_> = exchange.answers.iter().map(|answer| ascii(answer)).collect();
    let acknowledgement = br#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged""#;
    if exchange.answers.first().is_some_and(|first| first.starts_with(acknowledgement)) {
        let Message { id } = serde_json::from_slice(&exchange.request).expect("it is a request");
        let cancelled = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        );
        lines.push(cancelled.into());
    }
    lines
}

/// Whether a message can be one: a line break ends it, and an empty line is none.
#[cfg(feature = "stdio")]
fn is_line(message: &[u8]) -> bool {
    !message.contains(&b'\n') && !message.trim_ascii().is_empty()
}

#[cfg(feature = "stdio")]
#[test]
fn over_stdio_every_vector_holds() {
    let server = fixture::server();
    run(|message| over_stdio(&server, message), is_line, as_lines);
}

#[cfg(feature = "stdio")]
#[test]
fn over_tcp_every_vector_holds() {
    let server = fixture::server();
    run(|message| over_tcp::answers(&server, message), is_line, as_lines);
}

#[cfg(feature = "http")]
#[test]
fn over_http_every_vector_holds() {
    let host = over_http::Host::start(fixture::server());
    run(|message| host.answers(message), over_http::carries, as_written);
    host.end();
}

#[cfg(feature = "http")]
#[test]
fn over_std_net_every_vector_holds() {
    let host = over_std_net::start(fixture::server());
    let address = host.address();
    run(|message| over_http::answers(address, message), over_http::carries, as_written);
    host.shut_down();
    host.join();
}

#[cfg(feature = "http")]
#[test]
fn over_tower_every_vector_holds() {
    let service = over_tower::service(fixture::server());
    run(|message| over_tower::answers(&service, message), over_http::carries, as_written);
}

#[test]
fn the_vectors_are_many_and_each_has_a_name_of_its_own() {
    let vectors = vectors::all();
    let names: BTreeSet<_> = vectors.iter().map(|vector| &vector.name).collect();
    assert_eq!(names.len(), vectors.len());
    assert!(vectors.iter().all(|vector| !vector.exchanges.is_empty()));
    assert!(vectors.len() >= 800, "only {}", vectors.len());
}

#[test]
fn every_expected_message_is_one_line() {
    for vector in vectors::all() {
        for answer in vector.exchanges.iter().flat_map(|exchange| &exchange.answers) {
            assert!(!answer.contains(&b'\n') && !answer.contains(&b'\r'), "{}", vector.name);
        }
    }
}
