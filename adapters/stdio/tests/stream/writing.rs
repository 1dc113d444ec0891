//! A peer that does not read, reads slowly, or is gone.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_lite::{AsyncRead, AsyncWrite};

use crate::peer::{Peer, call, discover, later};

fn big(id: &str, bytes: usize) -> String {
    call(id, "echo", &format!("{{\"text\":\"{}\"}}", "x".repeat(bytes)))
}

#[test]
fn a_blocked_write_ends_after_five_seconds_and_cancels_what_runs() {
    let mut peer = Peer::new();
    peer.send(later("1", "a", 60_000));
    let input = big("2", 100_000);
    assert_eq!(peer.offer(input.as_bytes()), input.len());
    peer.advance(4999);
    assert!(peer.is_serving());
    peer.advance(1);
    let error = peer.result().unwrap().unwrap_err();
    assert!(error.is_write_timeout() && error.is_write() && !error.is_read());
    assert_eq!(error.to_string(), "the peer took no byte of what is written to it for 5s");
    assert_eq!(peer.log.take(), ["start a", "gone a"]);
    assert_eq!(peer.executor.stats().running, 0);
}

#[test]
fn each_byte_taken_starts_the_time_anew() {
    let mut peer = Peer::new();
    let input = big("1", 500_000);
    assert_eq!(peer.offer(input.as_bytes()), input.len());
    for _ in 0..5 {
        peer.advance(4000);
        assert!(peer.is_serving());
        assert_eq!(peer.receive(), 65_536);
    }
    peer.advance(4999);
    assert!(peer.is_serving());
    peer.advance(1);
    assert!(peer.result().unwrap().unwrap_err().is_write_timeout());
}

#[test]
fn no_time_runs_while_nothing_waits() {
    let mut peer = Peer::new();
    peer.send(discover("1"));
    assert_eq!(peer.clock.sleepers(), 0);
    peer.advance(60_000);
    peer.send(discover("2"));
    assert_eq!(peer.lines().len(), 2);
    assert!(peer.is_serving());
}

#[test]
fn the_write_timeout_can_be_set_or_off() {
    let input = big("1", 100_000);
    let mut peer = Peer::with(|stdio| stdio.write_timeout(Some(Duration::from_millis(10))));
    assert_eq!(peer.offer(input.as_bytes()), input.len());
    peer.advance(10);
    assert!(peer.result().unwrap().unwrap_err().is_write_timeout());

    let mut peer = Peer::with(|stdio| stdio.write_timeout(None));
    assert_eq!(peer.offer(input.as_bytes()), input.len());
    assert_eq!(peer.clock.sleepers(), 0);
    peer.advance(3_600_000);
    assert_eq!(peer.lines().len(), 1);
}

#[test]
fn a_broken_output_ends_it_and_cancels_what_runs() {
    let mut peer = Peer::new();
    peer.send(later("1", "a", 60_000));
    peer.hang_up();
    assert!(peer.is_serving(), "nothing was written yet");
    let input = discover("2");
    peer.offer(input.as_bytes());
    let error = peer.result().unwrap().unwrap_err();
    assert!(error.is_write() && !error.is_write_timeout());
    assert_eq!(peer.log.take(), ["start a", "gone a"]);
    assert_eq!(peer.executor.stats().running, 0);
}

/// Takes everything and shows it only when flushed.
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
            let count = std::task::ready!(Pin::new(&mut this.inner).poll_write(cx, &this.held))?;
            this.held.drain(..count);
        }
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(cx)
    }
}

#[test]
fn what_the_writer_holds_back_is_flushed_under_the_same_deadline() {
    let (mut output, inner) = piper::pipe(10);
    let (reader, mut input) = piper::pipe(65_536);
    let mut peer = Peer::over(|own| own, |stdio| stdio, reader, Buffered { inner, held: Vec::new() });
    assert!(input.try_fill(discover("1").as_bytes()) > 0);
    peer.settle();
    assert_eq!(output.try_drain(&mut [0; 10]), 10);
    peer.settle();
    peer.advance(5000);
    assert!(peer.result().unwrap().unwrap_err().is_write_timeout());
}

/// Fails once its bytes are read.
struct Failing(&'static [u8], bool);

impl AsyncRead for Failing {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buf: &mut [u8]) -> Poll<io::Result<usize>> {
        if !std::mem::replace(&mut self.1, true) {
            return Poll::Ready(Err(io::ErrorKind::Interrupted.into()));
        }
        if self.0.is_empty() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        let count = self.0.len().min(buf.len());
        buf[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Poll::Ready(Ok(count))
    }
}

#[test]
fn a_read_error_is_told_after_what_was_read_is_answered() {
    let (mut output, writer) = piper::pipe(65_536);
    let input = Box::leak((later("1", "a", 100) + "{\"half").into_boxed_str()).as_bytes();
    let mut peer = Peer::over(|own| own, |stdio| stdio, Failing(input, false), writer);
    peer.settle();
    assert!(peer.is_serving());
    peer.advance(100);
    let error = peer.result().unwrap().unwrap_err();
    assert!(error.is_read());
    let mut lines = [0; 1000];
    let count = output.try_drain(&mut lines);
    assert_eq!(lines[..count].iter().filter(|byte| **byte == b'\n').count(), 1);
}
