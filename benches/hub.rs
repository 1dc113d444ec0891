//! What open subscriptions cost: bytes for each idle one, and the time of an event.
//!
//! ```text
//! cargo bench --bench hub
//! ```
//!
//! Times are medians over the rounds. Each event goes all the way: it is published, every listener's task is woken, pulls
//! it and writes its frame into a buffer that is kept. Nothing here asserts a time.

#![expect(clippy::print_stdout, reason = "it prints what it has measured")]

use std::alloc::System;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Instant;

use snodo::{Call, Filter, Hub, Id, Published, Source, Subscription};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const ROUNDS: usize = 201;

/// A task that is only counted.
#[derive(Default)]
struct Task(AtomicUsize);

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// What the engine keeps of a stream.
struct Stream {
    id: Id,
    subscription: Subscription,
    waker: Waker,
}

fn open(hub: &Hub, count: usize, filter: impl Fn(usize) -> String) -> Vec<Stream> {
    let stream = |n| {
        let asked = Filter::parse(&filter(n)).expect("the filter is sound");
        let subscription = hub.open(&asked, &Call::new()).expect("there is room");
        let id = Id::from(n as u64);
        Stream { id, subscription, waker: Waker::from(Arc::new(Task::default())) }
    };
    let mut streams: Vec<_> = (0..count).map(stream).collect();
    for stream in &mut streams {
        stream.park();
    }
    streams
}

impl Stream {
    fn park(&mut self) {
        assert!(self.subscription.poll_next(&mut Context::from_waker(&self.waker)).is_pending());
    }

    /// Pulls and writes what waits, then waits again.
    fn pump(&mut self, out: &mut Vec<u8>) -> usize {
        let cx = &mut Context::from_waker(&self.waker);
        let mut events = 0;
        while let Poll::Ready(Some(event)) = self.subscription.poll_next(cx) {
            out.clear();
            event.encode(&self.id, out);
            black_box(&out);
            events += 1;
        }
        events
    }
}

fn tools(_: usize) -> String {
    r#"{"toolsListChanged":true}"#.into()
}

fn own_resource(n: usize) -> String {
    format!(r#"{{"resourceSubscriptions":["file:///project/{n:06}.json"]}}"#)
}

fn shared_resource(_: usize) -> String {
    own_resource(0)
}

/// Heap bytes of a stream, what the engine keeps in its own value included, the task aside.
fn memory(name: &str, filter: impl Fn(usize) -> String) {
    const COUNT: usize = 10_000;
    let hub = Hub::new();
    let asked: Vec<_> = (0..COUNT).map(|n| Filter::parse(&filter(n)).expect("the filter is sound")).collect();
    let uris: usize = asked[0].resources().map(|uri| uri.len()).sum();
    drop(asked);
    let mut subscriptions = Vec::with_capacity(COUNT);
    let region = Region::new(ALLOCATOR);
    for n in 0..COUNT {
        let asked = Filter::parse(&filter(n)).expect("the filter is sound");
        let mut subscription = hub.open(&asked, &Call::new()).expect("there is room");
        assert!(subscription.poll_next(&mut Context::from_waker(Waker::noop())).is_pending());
        subscriptions.push(subscription);
    }
    let change = region.change();
    let heap = (change.bytes_allocated - change.bytes_deallocated) as f64 / COUNT as f64;
    let blocks = (change.allocations - change.deallocations) as f64 / COUNT as f64;
    let own = size_of::<Subscription>() + size_of::<Id>();
    println!(
        "{name:<28} {:>6.0} bytes a stream: {own} of its own, {heap:.0} in {blocks:.1} blocks, {uris} of these the URI",
        own as f64 + heap
    );
}

/// The median time of `event` in nanoseconds, of `after`, and of both.
fn time(mut event: impl FnMut() -> Published, mut after: impl FnMut() -> usize, matched: usize) -> [f64; 3] {
    let (mut firsts, mut seconds, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let published = event();
        let first = start.elapsed().as_nanos() as f64;
        assert_eq!((published.matched, published.delivered), (matched, matched));
        let start = Instant::now();
        assert_eq!(after(), matched);
        let second = start.elapsed().as_nanos() as f64;
        firsts.push(first);
        seconds.push(second);
        sums.push(first + second);
    }
    [firsts, seconds, sums].map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn main() {
    println!("# Memory");
    memory("a list", tools);
    memory("a resource of many", shared_resource);
    memory("a resource of its own", own_resource);

    println!("\n# One listener of many matches");
    for count in [10, 1_000, 10_000] {
        let hub = Hub::new();
        let mut streams = open(&hub, count, own_resource);
        let (at, mut out) = (count / 2, Vec::with_capacity(512));
        let uri = format!("file:///project/{at:06}.json");
        let publish = || hub.resource_updated(&uri).expect("the URI is absolute");
        let [publish, pump, _] = time(publish, || streams[at].pump(&mut out), 1);
        println!("{count:>6} listeners: {publish:>6.0} ns to publish, {pump:>6.0} ns to pull and write");
    }

    println!("\n# All listeners match");
    for (name, filter) in
        [("a list", tools as fn(usize) -> String), ("a resource", shared_resource as fn(usize) -> String)]
    {
        for count in [10, 1_000, 10_000] {
            let hub = Hub::new();
            let mut streams = open(&hub, count, filter);
            let mut out = Vec::with_capacity(512);
            let publish = || match name {
                "a list" => hub.tools_changed(),
                _ => hub.resource_updated("file:///project/000000.json").expect("the URI is absolute"),
            };
            let pump = || streams.iter_mut().map(|stream| stream.pump(&mut out)).sum();
            let [publish, pump, both] = time(publish, pump, count).map(|ns| ns / 1_000.0);
            println!(
                "{name}, {count:>6} listeners: {publish:>7.1} us to publish, {pump:>7.1} us to pull and write, {both:>7.1} us in all"
            );
        }
    }
}
