//! What is bounded, and what becomes of the rest.

use std::io::empty;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_lite::io::AssertAsync;
use snodo_client::{ErrorKind, SkipReason, StreamSettings, StreamTransport};
use snodo_core::Id;

use crate::peer::{Peer, answer, event, listen, message, progress, taken};

#[test]
fn a_line_that_is_too_long_is_dropped_and_the_others_come() {
    let log = Arc::<Mutex<Vec<_>>>::default();
    let into = Arc::clone(&log);
    let mut peer = Peer::with(|settings| {
        settings.max_line(100).on_skipped(move |skipped| {
            into.lock().unwrap().push((skipped.reason, skipped.sample.len(), skipped.count));
        })
    });
    let (first, second) = (peer.call(message(1)), peer.call(message(2)));
    peer.say(format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"x\":\"{}\"}}}}", "x".repeat(1_000_000)));
    peer.say(answer("2"));
    assert_eq!(second.seen(), [answer("2")]);
    assert!(!first.is_over(), "nobody knows whose answer it was");
    assert_eq!(*log.lock().unwrap(), [(SkipReason::TooLong, 0, 1)]);

    // The longest that fits, with its line break.
    let fits = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"x\":\"{}\"}}}}", "x".repeat(99 - 42));
    assert_eq!(fits.len(), 99);
    peer.say(&fits);
    assert_eq!(first.seen(), [fits]);
}

#[test]
fn progress_that_nobody_takes_gives_way_to_later_progress() {
    let mut peer = Peer::with(|settings| settings.max_notifications(3));
    let mut arrivals = peer.request(message(1).with_progress_token(Id::from(1_u64)));
    (1..=10).for_each(|n| peer.say(progress("1", n)));
    peer.say(answer("1"));
    let expected = [(progress("1", 8), 7), (progress("1", 9), 0), (progress("1", 10), 0), (answer("1"), 0)];
    assert_eq!(taken(&mut *arrivals), expected);
    assert_eq!(peer.transport().stats().dropped, 7);
}

#[test]
fn a_subscription_keeps_its_acknowledgement_and_the_last_events() {
    let mut peer = Peer::new();
    let mut arrivals = peer.request(listen(1));
    let acknowledged = event(1, "notifications/subscriptions/acknowledged");
    peer.say(&acknowledged);
    (1..=150).for_each(|n| peer.say(event(1, &format!("event/{n}"))));
    let seen = taken(&mut *arrivals);
    assert_eq!(seen.len(), 100);
    assert_eq!(seen[0], (acknowledged.clone(), 51));
    assert_eq!(seen[1], (event(1, "event/52"), 0));
    assert_eq!(seen[99], (event(1, "event/150"), 0));

    // Only the first one is an acknowledgement.
    (0..500).for_each(|_| peer.say(&acknowledged));
    assert_eq!(taken(&mut *arrivals).len(), 100);
}

#[test]
fn bytes_of_notifications_are_bounded_too() {
    let mut peer = Peer::with(|settings| settings.max_notification_bytes(1000));
    let mut arrivals = peer.request(listen(1));
    let name = |n: u32| format!("event/{n}/{}", "x".repeat(300));
    (1..=3).for_each(|n| peer.say(event(1, &name(n))));
    peer.say(event(1, &"x".repeat(1000)));
    let seen = taken(&mut *arrivals);
    assert_eq!(seen, [(event(1, &name(2)), 2), (event(1, &name(3)), 0)]);
}

#[test]
fn answers_that_nobody_takes_stop_the_reading_until_one_is() {
    // Four lines' worth may wait, and the one that goes beyond.
    let mut peer = Peer::with(|settings| settings.max_line(1000));
    let mut requests: Vec<_> = (1..=100).map(|id| peer.request(message(id))).collect();
    let text = |id: u64| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"x\":\"{}\"}}}}\n", "x".repeat(900))
    };
    let all: String = (1..=100).map(text).collect();
    let mut sent = peer.offer(all.as_bytes());
    // The pipe, the reader's buffer, and what waits.
    assert!(sent < all.len(), "reading goes on");
    let answered = peer.transport().stats().answered;
    assert_eq!(answered, 5);
    for (at, arrivals) in requests.iter_mut().enumerate() {
        let seen = taken(&mut **arrivals);
        assert_eq!(seen.len(), 1, "answer {at}");
        peer.settle();
        sent += peer.offer(&all.as_bytes()[sent..]);
    }
    assert_eq!((sent, peer.transport().stats().answered), (all.len(), 100));
}

#[test]
fn dropping_requests_lets_the_reading_go_on() {
    let mut peer = Peer::with(|settings| settings.max_line(1000));
    let untaken: Vec<_> = (1..=20).map(|id| peer.request(message(id))).collect();
    let call = peer.call(message(21));
    for id in 1..=20 {
        let text =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"x\":\"{}\"}}}}", "x".repeat(900));
        peer.say(text);
    }
    peer.say(answer("21"));
    assert!(!call.is_over());
    drop(untaken);
    peer.settle();
    assert_eq!(call.seen(), [answer("21")]);
}

#[test]
fn zeros_are_refused() {
    let zeros: [fn(StreamSettings) -> StreamSettings; 5] = [
        |settings| settings.max_line(0),
        |settings| settings.max_requests(0),
        |settings| settings.write_timeout(Some(Duration::ZERO)),
        |settings| settings.max_notifications(0),
        |settings| settings.max_notification_bytes(0),
    ];
    for zero in zeros {
        let streams = (AssertAsync::new(empty()), AssertAsync::new(Vec::new()));
        let refused = StreamTransport::new(streams.0, streams.1, zero(StreamSettings::new()));
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::Usage);
    }
}
