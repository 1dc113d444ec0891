//! What subscriptions cost in memory. A program of its own: nothing else may allocate while it counts.

use std::alloc::System;
use std::task::{Context, Poll, Waker};

use snodo::{Call, Filter, Hub, Id, Source, Subscription};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, Stats, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn open(hub: &Hub, filter: &str) -> Subscription {
    let mut subscription =
        hub.open(&Filter::parse(filter).expect("it is sound"), &Call::new()).expect("there is room");
    assert!(poll(&mut subscription, None).is_pending());
    subscription
}

fn poll(subscription: &mut Subscription, out: Option<&mut Vec<u8>>) -> Poll<()> {
    let cx = &mut Context::from_waker(Waker::noop());
    subscription.poll_next(cx).map(|event| {
        let (event, out) = (event.expect("the hub is open"), out.expect("an event is expected"));
        out.clear();
        event.encode(&Id::from(7_i64), out);
    })
}

fn resources(uris: impl Iterator<Item = usize>) -> String {
    let uris: Vec<_> = uris.map(|n| format!("\"file:///project/{n:06}\"")).collect();
    format!(r#"{{"resourceSubscriptions":[{}]}}"#, uris.join(","))
}

/// What is left of `change` for each of `count`: bytes and blocks.
fn kept(change: Stats, count: usize) -> [usize; 2] {
    [
        (change.bytes_allocated - change.bytes_deallocated).div_ceil(count),
        (change.allocations - change.deallocations) / count,
    ]
}

#[test]
fn idle_streams_are_small_and_events_cost_no_memory() {
    const STREAMS: usize = 10_000;
    let hub = Hub::new();
    let mut streams = Vec::with_capacity(STREAMS);
    let region = Region::new(ALLOCATOR);
    for _ in 0..STREAMS {
        streams.push(open(&hub, r#"{"toolsListChanged":true}"#));
    }
    let [bytes, blocks] = kept(region.change(), STREAMS);
    let all = bytes + size_of::<Subscription>() + size_of::<Id>();
    assert!(all <= 256 && blocks <= 4, "{all} bytes in {blocks} blocks");
    streams.clear();
    let left = region.change();
    assert!(left.bytes_allocated - left.bytes_deallocated < 4_096, "the index is given back too");

    let others: Vec<_> = (0..100).map(|n| open(&hub, &resources([n].into_iter()))).collect();
    let mut stream = open(&hub, &resources(50..60));
    let mut out = Vec::with_capacity(512);
    let mut event = || {
        assert_eq!(hub.resource_updated("file:///project/000055").expect("it is absolute").matched, 2);
        assert!(poll(&mut stream, Some(&mut out)).is_ready());
        assert!(poll(&mut stream, None).is_pending());
    };
    event();
    let region = Region::new(ALLOCATOR);
    for _ in 0..100 {
        event();
    }
    assert_eq!(region.change().allocations, 0);
    assert!(out.ends_with(br#""uri":"file:///project/000055"}}"#));
    drop(others);

    // A filter of ten times the size costs ten times as much, and what it took is given back.
    let cost = |count: usize| {
        let (hub, text) = (Hub::new(), resources(0..count));
        let region = Region::new(ALLOCATOR);
        let stream = open(&hub, &text);
        let opened = region.change();
        drop(stream);
        let closed = region.change();
        let left = closed.bytes_allocated - closed.bytes_deallocated;
        assert!(left < 4_096, "{left} bytes are left of {count} resources");
        (opened.allocations + opened.reallocations, kept(opened, count)[0])
    };
    let ((few, few_bytes), (many, many_bytes)) = (cost(100), cost(1_000));
    assert!(many <= few * 10 && many <= 3 * 1_000, "{few} and {many} allocations");
    assert!(few_bytes <= 22 + 192 && many_bytes <= 22 + 192, "{few_bytes} and {many_bytes} bytes a resource");
}
