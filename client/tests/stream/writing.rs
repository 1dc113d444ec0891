//! Lines on their way out.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_lite::AsyncWrite;
use snodo_client::machine::Message;

use crate::peer::{Peer, answer, line, long, message};

#[test]
fn lines_are_whole_whatever_the_pipe_takes() {
    let mut peer = Peer::narrow(7, |settings| settings);
    let calls: Vec<_> = (1..=20).map(|id| peer.call(message(id))).collect();
    assert_eq!(peer.lines(), (1..=20).map(line).collect::<Vec<_>>());
    drop(calls);
}

#[test]
fn a_message_is_one_line_whatever_stands_in_it() {
    let mut peer = Peer::new();
    let call = peer.call(Message::new(1, "x", "{\"id\":1,\r\n\"text\":\"na\u{ef}ve\"}"));
    assert_eq!(peer.lines(), ["{\"id\":1,  \"text\":\"na\u{ef}ve\"}"]);
    drop(call);
}

#[test]
fn a_server_that_takes_nothing_breaks_the_connection() {
    let mut peer = Peer::narrow(100, |settings| settings);
    let (first, second) = (peer.call(long(1, 150)), peer.call(message(2)));
    peer.advance(4_999);
    assert!(!first.is_over() && !second.is_over());
    // Whoever takes something has the time anew.
    assert_eq!(peer.read(1).len(), 1);
    peer.advance(4_999);
    assert!(!first.is_over() && !second.is_over());
    peer.advance(1);
    for call in [&first, &second] {
        assert_eq!(call.seen(), ["!the server took nothing for 5000 ms"]);
    }
    let later = peer.call(message(3));
    assert_eq!(later.seen(), ["!the server took nothing for 5000 ms"]);
}

#[test]
fn there_is_no_timer_while_nothing_waits_and_none_without_a_limit() {
    let mut peer = Peer::new();
    let call = peer.call(message(1));
    assert_eq!(peer.clock.sleepers(), 0);
    peer.advance(3_600_000);
    peer.say(answer("1"));
    assert_eq!(call.seen(), [answer("1")]);

    let mut peer = Peer::narrow(100, |settings| settings.write_timeout(None));
    let call = peer.call(long(1, 150));
    assert_eq!(peer.clock.sleepers(), 0);
    peer.advance(3_600_000);
    assert_eq!(peer.lines().len(), 1);
    drop(call);
}

#[test]
fn time_in_which_nothing_waited_does_not_count() {
    // The first request fills the pipe.
    let mut peer = Peer::narrow(100, |settings| settings);
    let (first, second) = (peer.call(long(1, 99)), peer.call(message(2)));
    peer.advance(4_000);
    peer.drop_call(second);
    assert_eq!(peer.clock.sleepers(), 0);
    let third = peer.call(message(3));
    peer.advance(4_999);
    assert!(!first.is_over() && !third.is_over());
    peer.advance(1);
    assert!(first.is_over() && third.is_over());
}

/// Takes everything and passes it on only when flushed.
struct Buffered {
    inner: piper::Writer,
    held: Vec<u8>,
}

impl AsyncWrite for Buffered {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.held.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while !this.held.is_empty() {
            let count = ready!(Pin::new(&mut this.inner).poll_write(cx, &this.held))?;
            this.held.drain(..count);
        }
        Poll::Ready(Ok(()))
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.as_mut().poll_flush(cx))?;
        Pin::new(&mut self.inner).poll_close(cx)
    }
}

#[test]
fn what_a_writer_holds_back_is_flushed() {
    let (mut output, inner) = piper::pipe(100);
    let (reader, _input) = piper::pipe(100);
    let mut peer = Peer::over(reader, Buffered { inner, held: Vec::new() }, |settings| settings);
    let call = peer.call(message(1));
    let mut buffer = [0; 100];
    let count = output.try_drain(&mut buffer);
    assert_eq!(String::from_utf8_lossy(&buffer[..count]), line(1) + "\n");

    // Flushing has the same deadline.
    let blocked = peer.call(long(2, 150));
    peer.advance(5_000);
    assert_eq!(blocked.seen(), ["!the server took nothing for 5000 ms"]);
    drop(call);
}
