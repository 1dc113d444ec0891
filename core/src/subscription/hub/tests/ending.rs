use super::*;

#[test]
fn dropping_a_stream_frees_its_places_in_the_index() {
    let hub = Hub::new();
    let asked: Vec<_> = (0..100)
        .map(|n| {
            filter(&format!(
                r#"{{"toolsListChanged":true,"resourceSubscriptions":["a:shared","a:{}","a:own{n}"]}}"#,
                n % 10
            ))
        })
        .collect();
    let mut streams: Vec<_> = asked.iter().map(|asked| Some(open(&hub, asked))).collect();
    assert_eq!(hub.stats().subscriptions, 100);
    assert_eq!(hub.stats().resources, 111);
    hub.tools_changed();
    assert_eq!(hub.stats().queued, 100);
    // In an order that moves others to the free places again and again.
    for (gone, n) in (1..=100).map(|n| (n, n * 37 % 100)) {
        streams[n] = None;
        let left = 100 - gone;
        assert_eq!(hub.stats().subscriptions, left);
        assert_eq!(hub.stats().queued, left);
        assert_eq!(hub.tools_changed().matched, left);
        assert_eq!(hub.resource_updated("a:shared").unwrap().matched, left);
        let shared_with = streams.iter().skip(n % 10).step_by(10).flatten().count();
        assert_eq!(hub.resource_updated(&format!("a:{}", n % 10)).unwrap().matched, shared_with);
        assert_eq!(hub.resource_updated(&format!("a:own{n}")).unwrap().matched, 0);
        streams.iter_mut().flatten().for_each(|stream| drop(taken(stream)));
        assert_eq!(hub.stats().queued, 0);
        hub.tools_changed();
    }
    assert_eq!(hub.stats(), HubStats::default());
}

#[test]
fn completing_lets_what_waits_be_taken_first() {
    let hub = Hub::new();
    let mut streams = [
        open(&hub, &tools()),
        open(&hub, &filter(r#"{"toolsListChanged":true,"resourceSubscriptions":["a:1","a:2"]}"#)),
    ];
    hub.tools_changed();
    hub.resource_updated("a:2").unwrap();
    assert_eq!(hub.complete_all(), 2);
    assert_eq!(hub.complete_all(), 0);
    assert_eq!(hub.tools_changed().matched, 0);
    assert_eq!(hub.resource_updated("a:1").unwrap().matched, 0);
    let stats = hub.stats();
    assert_eq!((stats.subscriptions, stats.closing, stats.resources, stats.queued), (0, 2, 0, 3));
    let mut later = open(&hub, &tools());
    assert_eq!(hub.tools_changed().matched, 1);
    let [first, second] = &mut streams;
    assert_eq!(taken(first), ["tools", "end"]);
    assert_eq!(taken(second), ["tools", "a:2", "end"]);
    assert_eq!(taken(second), ["end"]);
    assert_eq!(taken(&mut later), ["tools"]);
    drop(streams);
    let stats = hub.stats();
    assert_eq!((stats.subscriptions, stats.closing, stats.queued), (1, 0, 0));
}

#[test]
fn what_a_completed_stream_did_not_take_is_forgotten_with_it() {
    let hub = Hub::new();
    let stream = open(&hub, &tools());
    hub.tools_changed();
    hub.complete_all();
    drop(stream);
    assert_eq!(hub.stats(), HubStats::default());
}

#[test]
fn a_subscription_to_nothing_is_complete_at_once() {
    let hub = Hub::builder().topics(Topics::TOOLS_LIST).build();
    for asked in
        ["{}", r#"{"promptsListChanged":true,"resourceSubscriptions":["a:1"]}"#, r#"{"taskIds":[1]}"#]
    {
        let mut stream = open(&hub, &filter(asked));
        assert!(stream.accepted().is_empty());
        assert_eq!(hub.stats(), HubStats::default());
        assert_eq!(taken(&mut stream), ["end"]);
    }
}

#[test]
fn a_closed_subscription_gives_nothing_and_is_not_listed() {
    let hub = Hub::new();
    let mut stream = open(&hub, &tools());
    hub.tools_changed();
    stream.close(crate::subscription::CloseReason::Shutdown);
    assert_eq!(hub.stats(), HubStats::default());
    assert_eq!(taken(&mut stream), ["end"]);
}

#[test]
fn streams_outlive_the_handles_of_their_hub() {
    let hub = Hub::new();
    let mut stream = open(&hub, &tools());
    hub.tools_changed();
    drop(hub);
    assert_eq!(taken(&mut stream), ["tools"]);
    assert_eq!(taken(&mut stream), [""; 0]);
}
