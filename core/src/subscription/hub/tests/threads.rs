extern crate std;

use core::sync::atomic::AtomicBool;
use std::thread;

use super::*;
use crate::sync::block_on;

const URIS: [&str; 4] = ["a:0", "a:1", "a:2", "a:3"];

/// The next event, or the end, waiting on this thread.
fn next(stream: &mut Subscription) -> Option<Event> {
    block_on(|cx| stream.poll_next(cx))
}

/// Publishers, readers, streams that come and go; every reader hears of the last publication of each kind.
#[test]
fn no_publication_is_lost_between_threads() {
    const ROUNDS: usize = 2_000;
    let hub = Hub::new();
    let asked = filter(r#"{"toolsListChanged":true,"resourceSubscriptions":["a:0","a:1","a:2","a:3"]}"#);
    let versions: [AtomicUsize; 5] = Default::default();
    let readers: Vec<_> = (0..4).map(|_| open(&hub, &asked)).collect();
    thread::scope(|scope| {
        for mut stream in readers {
            let versions = &versions;
            scope.spawn(move || {
                let mut seen = [0; 5];
                while let Some(event) = next(&mut stream) {
                    let kind = match &event {
                        Event::ResourceUpdated(uri) => URIS.iter().position(|it| **it == **uri).unwrap(),
                        _ => 4,
                    };
                    seen[kind] = versions[kind].load(Ordering::Acquire);
                }
                assert_eq!(seen, [ROUNDS; 5], "the last of each kind was told");
            });
        }
        let publishers: Vec<_> = (0..5)
            .map(|kind| {
                let (hub, versions) = (&hub, &versions);
                scope.spawn(move || {
                    for _ in 0..ROUNDS {
                        versions[kind].fetch_add(1, Ordering::Release);
                        let report = match URIS.get(kind) {
                            Some(uri) => hub.resource_updated(uri).unwrap(),
                            None => hub.tools_changed(),
                        };
                        assert_eq!(report.matched, report.delivered + report.buffered + report.merged);
                        assert!(report.matched >= 4);
                    }
                })
            })
            .collect();
        let (hub, asked) = (&hub, &asked);
        let guests = scope.spawn(move || {
            for n in 0..ROUNDS {
                let mut stream = open(hub, asked);
                if n % 2 == 0 {
                    taken(&mut stream);
                }
            }
        });
        publishers.into_iter().for_each(|publisher| publisher.join().unwrap());
        guests.join().unwrap();
        assert_eq!(hub.complete_all(), 4);
    });
    assert_eq!(hub.stats(), HubStats::default());
}

/// Streams end by themselves or by the hub, whichever is first, and all counts come to nothing.
#[test]
fn completing_and_dropping_meet() {
    const STREAMS: usize = 3_000;
    let hub = Hub::builder().overflow(Overflow::DropOldest).buffer(2).build();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let openers: Vec<_> = (0..2)
            .map(|_| {
                let hub = &hub;
                scope.spawn(move || {
                    let mut kept = Vec::new();
                    for n in 0..STREAMS {
                        kept.push(open(hub, &resources(URIS)));
                        hub.resource_updated(URIS[n % 4]).unwrap();
                        if kept.len() == 8 {
                            drop(kept.swap_remove(n % 8));
                        }
                    }
                })
            })
            .collect();
        scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                hub.complete_all();
                thread::yield_now();
            }
        });
        openers.into_iter().for_each(|opener| opener.join().unwrap());
        done.store(true, Ordering::Release);
    });
    let stats = hub.stats();
    assert_eq!((stats.subscriptions, stats.closing, stats.queued, stats.resources), (0, 0, 0, 0));
}
