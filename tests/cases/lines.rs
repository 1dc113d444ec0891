//! Lines that are no messages, inputs that end, and readers that are gone: over bytes in memory and over TCP.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use async_io::Async;
use snodo::Hub;
use snodo::stdio::{Error, Stdio};

use crate::hosts::PATIENCE;
use crate::subject::{Calls, call, echo_hi, error, listen, server, text};

type Served = (Vec<u8>, Result<(), Error>);

fn stdio() -> Stdio {
    Stdio::new(server(&Calls::default(), &Hub::new()))
}

fn in_memory(input: &[u8]) -> Served {
    let mut output = Vec::new();
    let served = async_io::block_on(stdio().serve_on(input, &mut output));
    (output, served)
}

fn over_tcp(input: &[u8]) -> Served {
    let (mut ours, serving) = connected(stdio());
    ours.write_all(input).expect("it reads");
    ours.shutdown(Shutdown::Write).expect("it is open");
    let mut output = Vec::new();
    ours.read_to_end(&mut output).expect("it ends");
    (output, serving.join().expect("it does not panic"))
}

fn connected(stdio: Stdio) -> (TcpStream, thread::JoinHandle<Result<(), Error>>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let ours = TcpStream::connect(listener.local_addr().expect("it is bound")).expect("it listens");
    ours.set_read_timeout(Some(PATIENCE)).expect("it is a socket");
    let (theirs, _) = listener.accept().expect("it is there");
    let serving = thread::spawn(move || {
        let theirs = Async::new(theirs).expect("it can be driven");
        async_io::block_on(stdio.serve_on(&theirs, &theirs))
    });
    (ours, serving)
}

/// These lines, and no others; answers come in the order in which they are ready.
fn answers(input: &[u8], expected: &[String]) {
    for serve in [in_memory, over_tcp] {
        let (output, served) = serve(input);
        assert!(served.is_ok(), "{served:?}");
        let output = String::from_utf8(output).expect("lines are ASCII");
        let mut lines: Vec<_> = output.lines().collect();
        let mut expected: Vec<_> = expected.iter().map(String::as_str).collect();
        lines.sort_unstable();
        expected.sort_unstable();
        assert_eq!(lines, expected);
        assert!(output.is_empty() || output.ends_with('\n'));
    }
}

#[test]
fn bad_lines_a_byte_order_mark_and_crlf_end_nothing() {
    let input = [
        b"\xEF\xBB\xBF",
        echo_hi("1").as_bytes(),
        b"\r\nnot json\n{\"jsonrpc\":\"2.0\"\n{\"id\":7}\n",
        // These are answers themselves: nobody answers them.
        b"{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}\n",
        b"{\"jsonrpc\":\"2.0\",\"id\":9,\"error\":{\"code\":1,\"message\":\"no\"}}\n",
        echo_hi("2").as_bytes(),
        b"\n",
    ]
    .concat();
    let broken = error("", -32700, "Parse error: the text is not valid JSON", "");
    let incomplete = error("\"id\":7,", -32600, "Invalid request: jsonrpc must be \\\"2.0\\\"", "");
    answers(&input, &[text("1", "hi"), broken.clone(), broken, incomplete, text("2", "hi")]);
}

#[test]
fn what_was_asked_before_the_end_of_the_input_is_answered() {
    let input: String = (1..=40).map(|id| echo_hi(&id.to_string()) + "\n").collect();
    let expected: Vec<_> = (1..=40).map(|id| text(&id.to_string(), "hi")).collect();
    // The last line needs no newline.
    answers(input.trim_end().as_bytes(), &expected);
}

#[test]
fn no_input_and_an_open_subscription_end_at_the_end_of_the_input() {
    answers(b"", &[]);
    for serve in [in_memory, over_tcp] {
        let (_, served) = serve((listen("1") + "\n").as_bytes());
        assert!(served.is_ok(), "{served:?}");
    }
}

#[test]
fn a_reader_that_is_gone_ends_it() {
    let (mut ours, serving) = connected(stdio().drain(Duration::from_millis(20)));
    ours.write_all((call("1", "hang", "{}", r#","progressToken":1"#) + "\n").as_bytes()).expect("it reads");
    let mut first = [0; 1];
    ours.read_exact(&mut first).expect("it reports");
    // What is unread makes the system say so at once.
    drop(ours);
    let served = serving.join().expect("it does not panic");
    assert!(served.is_err_and(|error| error.is_read() || error.is_write()));
}
