//! Subscriptions over stdio: the end of the input would end them, so it stays open until the server has.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::thread;

use async_io::Async;
use snodo::Server;
use snodo::stdio::Stdio;

/// All that is said to `message`, which opens a subscription or is refused.
pub(crate) fn answers(server: &Server, message: &[u8]) -> Vec<Vec<u8>> {
    let (mut ours, theirs) = UnixStream::pair().expect("a pair of sockets");
    let stdio = Stdio::new(server.clone());
    let served = thread::spawn(move || {
        let theirs = Async::new(theirs).expect("it can be driven");
        async_io::block_on(stdio.serve_on(&theirs, &theirs)).expect("neither side breaks off");
    });
    ours.write_all(&[message, b"\n"].concat()).expect("it reads");
    let mut lines = BufReader::new(ours.try_clone().expect("a second handle")).split(b'\n');
    let mut next = || lines.next().map(|line| line.expect("it writes"));
    let mut answers = Vec::new();
    while !answers.last().is_some_and(|line: &Vec<u8>| is_last(line)) {
        answers.push(next().expect("it goes on until the end is said"));
    }
    ours.shutdown(Shutdown::Write).expect("it is open");
    answers.extend(std::iter::from_fn(next));
    served.join().expect("it does not panic");
    answers
}

fn is_last(line: &[u8]) -> bool {
    let is_cancelled = line.starts_with(br#"{"jsonrpc":"2.0","method":"notifications/cancelled""#);
    is_cancelled || line.windows(8).any(|part| part == br#""error":"#)
}
