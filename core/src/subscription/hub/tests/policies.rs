use super::*;

#[test]
fn conflated_events_merge_and_none_is_lost() {
    let hub = Hub::new();
    let mut stream =
        open(&hub, &filter(r#"{"toolsListChanged":true,"resourceSubscriptions":["a:1","a:2"]}"#));
    let publish = |uri| counts(hub.resource_updated(uri).unwrap());
    assert_eq!(publish("a:2"), [1, 0, 1, 0, 0]);
    assert_eq!(counts(hub.tools_changed()), [1, 0, 1, 0, 0]);
    assert_eq!(publish("a:2"), [1, 0, 0, 1, 0]);
    assert_eq!(publish("a:1"), [1, 0, 1, 0, 0]);
    for _ in 0..100_000 {
        assert_eq!(counts(hub.tools_changed()), [1, 0, 0, 1, 0]);
    }
    assert_eq!(hub.stats().queued, 3);
    assert_eq!(taken(&mut stream), ["a:2", "tools", "a:1"]);
    assert_eq!(publish("a:2"), [1, 1, 0, 0, 0], "an event after the last was taken is told again");
    assert_eq!(taken(&mut stream), ["a:2"]);
    assert_eq!((hub.stats().queued, hub.stats().dropped), (0, 0));
}

#[test]
fn the_oldest_or_the_newest_is_dropped_and_counted() {
    for (overflow, left, full) in [
        (Overflow::DropOldest, ["a:3", "a:4", "a:4"], [1, 0, 1, 0, 1]),
        (Overflow::DropNewest, ["a:1", "a:2", "a:3"], [1, 0, 0, 0, 1]),
    ] {
        let hub = Hub::builder().overflow(overflow).buffer(3).build();
        let mut stream = open(&hub, &resources(["a:1", "a:2", "a:3", "a:4"]));
        let publish = |uri| counts(hub.resource_updated(uri).unwrap());
        for uri in ["a:1", "a:2", "a:3"] {
            assert_eq!(publish(uri), [1, 0, 1, 0, 0]);
        }
        assert_eq!(publish("a:4"), full);
        assert_eq!(publish("a:4"), full);
        assert_eq!((hub.stats().queued, hub.stats().dropped), (3, 2));
        assert_eq!(taken(&mut stream), left);
        assert_eq!((hub.stats().queued, hub.stats().dropped), (0, 2));
        assert_eq!(publish("a:1"), [1, 1, 0, 0, 0], "there is room again, and it waits");
    }
}

#[test]
fn a_buffer_holds_at_least_one_event() {
    let hub = Hub::builder().overflow(Overflow::DropOldest).buffer(0).build();
    let mut stream = open(&hub, &resources(["a:1", "a:2"]));
    hub.resource_updated("a:1").unwrap();
    assert_eq!(counts(hub.resource_updated("a:2").unwrap()), [1, 0, 1, 0, 1]);
    assert_eq!(taken(&mut stream), ["a:2"]);
}

#[test]
fn queues_keep_equal_events_apart() {
    let hub = Hub::builder().overflow(Overflow::DropNewest).build();
    let mut stream = open(&hub, &tools());
    for _ in 0..100 {
        assert_eq!(counts(hub.tools_changed()), [1, 0, 1, 0, 0]);
    }
    assert_eq!(counts(hub.tools_changed()), [1, 0, 0, 0, 1]);
    assert_eq!(taken(&mut stream).len(), 100);
}

#[test]
fn a_listener_of_a_thousand_resources_gets_each_once_in_order() {
    let uris: Vec<_> = (0..1_000).map(|n| format!("file:///{n:04}")).collect();
    let hub = Hub::new();
    let mut stream = open(&hub, &resources(uris.iter().map(String::as_str)));
    let published = || (0..1_000).map(|n| n * 7 % 1_000);
    for _ in 0..3 {
        let report: Published = published().map(|n| hub.resource_updated(&uris[n]).unwrap()).sum();
        assert_eq!(report.matched, 1_000);
    }
    assert_eq!(hub.stats().queued, 1_000);
    let expected: Vec<_> = published().map(|n| uris[n].clone()).collect();
    assert_eq!(taken(&mut stream), expected);
}
