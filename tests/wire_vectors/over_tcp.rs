//! The vectors as lines over a TCP connection.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::thread;

use async_io::Async;
use snodo::Server;
use snodo::stdio::Stdio;

/// All that is said to `message`. A subscription would be ended by the end of the input, so that waits for its end.
pub(crate) fn answers(server: &Server, message: &[u8]) -> Vec<Vec<u8>> {
    let (mut ours, theirs) = connected();
    let stdio = Stdio::new(server.clone());
    let served = thread::spawn(move || {
        let theirs = Async::new(theirs).expect("it can be driven");
        async_io::block_on(stdio.serve_on(&theirs, &theirs)).expect("neither side breaks off");
    });
    ours.write_all(&[message, b"\n"].concat()).expect("it reads");
    let mut lines = BufReader::new(ours.try_clone().expect("a second handle")).split(b'\n');
    let mut next = || lines.next().map(|line| line.expect("it writes"));
    let mut answers = Vec::new();
    while is_subscription(message) && !answers.last().is_some_and(|line: &Vec<u8>| is_last(line)) {
        answers.push(next().expect("it goes on until the end is said"));
    }
    ours.shutdown(Shutdown::Write).expect("it is open");
    answers.extend(std::iter::from_fn(next));
    served.join().expect("it does not panic");
    answers
}

/// Whether it opens a subscription or is refused.
pub(crate) fn is_subscription(message: &[u8]) -> bool {
    let has = |text: &[u8]| message.windows(text.len()).any(|part| part == text);
    has(br#""id":"#) && has(br#""subscriptions/listen""#)
}

/// Both ends of a connection over loopback.
fn connected() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let ours = TcpStream::connect(listener.local_addr().expect("it is bound")).expect("it listens");
    (ours, listener.accept().expect("it is there").0)
}

fn is_last(line: &[u8]) -> bool {
    let is_cancelled = line.starts_with(br#"{"jsonrpc":"2.0","method":"notifications/cancelled""#);
    is_cancelled || line.windows(8).any(|part| part == br#""error":"#)
}
