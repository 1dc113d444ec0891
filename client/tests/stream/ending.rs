//! How a connection ends.

use std::error::Error as _;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use futures_lite::future::block_on;
use futures_lite::{AsyncRead, AsyncWriteExt as _};
use snodo_client::{ErrorKind, StreamSettings, StreamTransport, Transport as _};

use crate::peer::{Peer, answer, line, listen, long, message};

const CLOSED: &str = "!the server closed the connection";

#[test]
fn the_end_of_the_stream_fails_what_waits_and_what_comes() {
    let mut peer = Peer::with(|settings| settings.max_requests(3));
    let calls = [peer.call(message(1)), peer.call(message(2)), peer.call(listen(3)), peer.call(message(4))];
    // The last line needs no line break.
    peer.send(answer("1"));
    assert_eq!(calls[0].seen(), [""; 0]);
    peer.close();
    assert_eq!(calls[0].seen(), [answer("1")]);
    for call in &calls[1..] {
        assert!(call.is_over());
        let error = call.error();
        assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000));
        assert_eq!(format!("!{error}"), CLOSED);
    }
    assert_eq!(peer.call(message(5)).seen(), [CLOSED]);
    assert!(peer.is_at_end() || !peer.lines().is_empty());
    assert!(peer.is_at_end(), "the writer is closed");
}

#[test]
fn an_answer_that_came_before_the_end_is_still_given() {
    let mut peer = Peer::new();
    let (mut first, mut second) = (peer.request(message(1)), peer.request(message(2)));
    peer.say(answer("1"));
    peer.close();
    assert_eq!(crate::peer::taken(&mut *first), [(answer("1"), 0)]);
    assert!(matches!(crate::peer::next(&mut *second), Poll::Ready(Some(Err(_)))));
    assert!(matches!(crate::peer::next(&mut *second), Poll::Ready(None)), "an error comes once");
}

/// Fails once its bytes are read.
struct Failing(&'static [u8], bool);

impl AsyncRead for Failing {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, into: &mut [u8]) -> Poll<io::Result<usize>> {
        if !std::mem::replace(&mut self.1, true) {
            return Poll::Ready(Err(io::ErrorKind::Interrupted.into()));
        }
        if self.0.is_empty() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        let count = self.0.len().min(into.len());
        into[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Poll::Ready(Ok(count))
    }
}

#[test]
fn a_read_error_is_the_source_of_the_failures() {
    let (_output, writer) = piper::pipe(100);
    let mut peer = Peer::over(Failing(b"noise\n{\"half", false), writer, |settings| settings);
    let error = peer.call(message(1)).error();
    assert_eq!(error.kind(), ErrorKind::Connection);
    let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::ConnectionReset));
    assert_eq!(peer.transport().stats().skipped, 1);
}

#[test]
fn a_write_error_fails_everything() {
    let mut peer = Peer::new();
    let first = peer.call(message(1));
    peer.hang_up();
    assert!(!first.is_over(), "nothing was written yet");
    let second = peer.call(message(2));
    for call in [&first, &second] {
        let error = call.error();
        assert_eq!(error.kind(), ErrorKind::Connection);
        assert!(error.to_string().starts_with("writing to the server failed: "), "{error}");
        assert!(error.source().is_some());
    }
}

#[test]
fn closing_writes_what_waits_and_then_the_end() {
    let mut peer = Peer::narrow(100, |settings| settings);
    let (half, unbegun) = (peer.call(long(1, 150)), peer.call(message(2)));
    let transport = Arc::clone(peer.transport.as_ref().unwrap());
    let mut close = transport.close();
    let mut poll = || close.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll().is_pending());
    peer.settle();
    for call in [&half, &unbegun] {
        assert_eq!(call.seen(), ["!the connection was closed"]);
    }
    assert!(poll().is_pending(), "half a line waits");
    let lines = peer.lines();
    assert_eq!((lines[0].len(), &lines[1..]), (150, &[line(2)][..]));
    assert!(matches!(poll(), Poll::Ready(Ok(()))));
    assert!(peer.is_at_end());

    assert_eq!(peer.call(message(3)).seen(), ["!the connection was closed"]);
    let again = transport.close().as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(again, Poll::Ready(Ok(()))), "closing twice is closing once");
}

#[test]
fn closing_waits_for_a_server_that_takes_nothing_only_so_long() {
    let mut peer = Peer::narrow(100, |settings| settings);
    let call = peer.call(long(1, 150));
    let transport = Arc::clone(peer.transport.as_ref().unwrap());
    let mut close = transport.close();
    let mut poll = || close.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll().is_pending());
    peer.settle();
    peer.advance(4_999);
    assert!(poll().is_pending());
    peer.advance(1);
    assert!(matches!(poll(), Poll::Ready(Ok(()))));
    drop(call);
}

#[test]
fn dropping_the_transport_closes_it() {
    let mut peer = Peer::new();
    let mut arrivals = peer.request(message(1));
    assert_eq!(peer.lines(), [line(1)]);
    peer.transport = None;
    peer.settle();
    assert!(peer.is_at_end());
    let Poll::Ready(Some(Err(error))) = crate::peer::next(&mut *arrivals) else { panic!("it fails") };
    assert_eq!(error.to_string(), "the connection was closed");
}

#[test]
fn a_server_that_floods_while_it_is_closed_is_read_on() {
    // Otherwise both would wait for the other.
    let mut peer = Peer::narrow(100, |settings| settings);
    let call = peer.call(long(1, 150));
    peer.transport = None;
    drop(call);
    peer.settle();
    peer.send("x".repeat(1_000_000));
    assert_eq!(peer.lines()[0].len(), 150);
    assert!(peer.is_at_end());
}

#[test]
fn a_runtime_that_goes_away_ends_the_connection() {
    let mut peer = Peer::new();
    let mut arrivals = peer.request(message(1));
    let transport = Arc::clone(peer.transport.as_ref().unwrap());
    peer.drop_runtime();
    let Poll::Ready(Some(Err(error))) = crate::peer::next(&mut *arrivals) else { panic!("it fails") };
    assert_eq!(error.to_string(), "the task that drove the connection is gone");
    let close = transport.close().as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(close, Poll::Ready(Ok(()))));
}

#[test]
fn a_hook_that_panics_ends_its_connection_and_no_other() {
    let connect = |settings: StreamSettings| {
        let ((reader, input), (output, writer)) = (piper::pipe(1000), piper::pipe(1000));
        (StreamTransport::new(reader, writer, settings).unwrap(), input, output)
    };
    let (broken, mut input, _output) =
        connect(StreamSettings::new().on_skipped(|_| panic!("a fault of the hook")));
    let (whole, mut other_input, _other_output) = connect(StreamSettings::new());
    block_on(async {
        let mut arrivals = broken.request(message(1)).await.unwrap();
        input.write_all(b"noise\n").await.unwrap();
        let failed = poll_fn(|cx| arrivals.poll_next(cx)).await.unwrap().unwrap_err();
        assert_eq!(failed.to_string(), "the task that drove the connection is gone");

        let mut arrivals = whole.request(message(2)).await.unwrap();
        other_input.write_all((answer("2") + "\n").as_bytes()).await.unwrap();
        assert!(poll_fn(|cx| arrivals.poll_next(cx)).await.unwrap().is_ok());
    });
}
