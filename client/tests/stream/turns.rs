//! Requests that wait for their turn.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use snodo_client::Transport as _;

use crate::peer::{Peer, answer, line, long, message};

#[test]
fn they_go_out_in_the_order_of_calling() {
    let mut peer = Peer::with(|settings| settings.max_requests(2));
    let calls: Vec<_> = (1..=5).map(|id| peer.call(message(id))).collect();
    assert_eq!(peer.lines(), [line(1), line(2)]);
    peer.say(answer("2"));
    assert_eq!(peer.lines(), [line(3)]);
    peer.say(answer("1"));
    peer.say(answer("3"));
    assert_eq!(peer.lines(), [line(4), line(5)]);
    // Nobody overtakes those that wait.
    let late = peer.call(message(6));
    assert_eq!(peer.lines(), [""; 0]);
    peer.say(answer("4"));
    assert_eq!(peer.lines(), [line(6)]);
    drop((calls, late));
}

#[test]
fn nobody_comes_before_one_who_waits() {
    let mut peer = Peer::with(|settings| settings.max_requests(1));
    let first = peer.request(message(1));
    let second = peer.call(message(2));
    let transport = Arc::clone(peer.transport.as_ref().unwrap());
    // There is a place now, and the second one has not run yet.
    drop(first);
    let mut third = transport.request(message(3));
    let mut poll = || third.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll().is_pending());
    peer.settle();
    assert!(poll().is_pending());
    peer.say(answer("2"));
    assert_eq!(second.seen(), [answer("2")]);
    assert!(poll().is_ready());
}

#[test]
fn what_waits_to_be_written_is_bounded() {
    // 1 MiB may wait, and one line more.
    let mut peer = Peer::narrow(1000, |settings| settings);
    let first = [peer.request(long(1, 600_000)), peer.request(long(2, 600_000))];
    let transport = Arc::clone(peer.transport.as_ref().unwrap());
    let mut third = transport.request(message(3));
    let mut poll = || third.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(poll().is_pending());
    let fourth = peer.call(message(4));
    let mut read = 0;
    let arrivals = loop {
        let count = peer.read(1000).len();
        read += count;
        match poll() {
            Poll::Ready(arrivals) => break arrivals.unwrap(),
            Poll::Pending => assert!(count > 0, "it never has its turn"),
        }
    };
    assert!((140_000..160_000).contains(&read), "{read} of 1,200,002 bytes, and 1 MiB is left");
    // Who waits is woken.
    let lines = peer.lines();
    assert_eq!(lines[lines.len() - 2..], [line(3), line(4)]);
    drop((first, arrivals, fourth));
}

#[test]
fn who_waits_for_others_to_be_written_is_woken() {
    let mut peer = Peer::narrow(1000, |settings| settings);
    let calls = [long(1, 600_000), long(2, 600_000), message(3)].map(|message| peer.call(message));
    assert_eq!(peer.lines().last(), Some(&line(3)));
    drop(calls);
}
