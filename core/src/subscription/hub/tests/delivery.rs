use super::*;

#[test]
fn each_listener_is_told_what_it_asked_for() {
    let hub = Hub::new();
    let mut all = open(
        &hub,
        &filter(
            r#"{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["docs:///a","docs:///b"]}"#,
        ),
    );
    let mut some = open(
        &hub,
        &filter(
            r#"{"toolsListChanged":true,"promptsListChanged":false,"resourceSubscriptions":["docs:///a"]}"#,
        ),
    );
    assert_eq!(hub.resource_updated("docs:///b").unwrap().matched, 1);
    assert_eq!(hub.prompts_changed().matched, 1);
    assert_eq!(hub.tools_changed().matched, 2);
    assert_eq!(hub.resources_changed().matched, 1);
    assert_eq!(hub.resource_updated("docs:///a").unwrap().matched, 2);
    assert_eq!(hub.resource_updated("docs:///a/below").unwrap().matched, 0);
    assert_eq!(hub.resource_updated("docs:///").unwrap().matched, 0);
    assert_eq!(taken(&mut all), ["docs:///b", "prompts", "tools", "resources", "docs:///a"]);
    assert_eq!(taken(&mut some), ["tools", "docs:///a"]);
    assert_eq!(taken(&mut some), [""; 0]);
}

#[test]
fn events_made_elsewhere_go_the_same_way() {
    let hub = Hub::new();
    let mut stream = open(&hub, &resources(["docs:///a"]));
    assert_eq!(hub.publish(&updated("docs:///a")).unwrap().matched, 1);
    for event in [Event::ToolsListChanged, Event::PromptsListChanged, Event::ResourcesListChanged] {
        assert_eq!(hub.publish(&event).unwrap(), Published::default());
    }
    assert_eq!(taken(&mut stream), ["docs:///a"]);
    let custom = Event::custom("notifications/x", "{}").unwrap();
    assert_eq!(hub.publish(&custom).unwrap_err().kind(), ErrorKind::Name);
}

#[test]
fn a_resource_without_an_absolute_uri_is_the_publisher_s_mistake() {
    let hub = Hub::new();
    for uri in ["", "a.txt", "file:///a b"] {
        assert_eq!(hub.resource_updated(uri).unwrap_err().kind(), ErrorKind::Uri);
        assert_eq!(hub.publish(&updated(uri)).unwrap_err().kind(), ErrorKind::Uri);
    }
}

#[test]
fn what_is_published_between_opening_and_the_first_pull_waits() {
    let hub = Hub::new();
    let mut stream = open(&hub, &tools());
    hub.tools_changed();
    assert_eq!(hub.stats().queued, 1);
    assert_eq!(taken(&mut stream), ["tools"]);
    assert_eq!(hub.stats().queued, 0);
}

#[test]
fn what_was_published_before_opening_is_not_told() {
    let hub = Hub::new();
    hub.tools_changed();
    assert_eq!(taken(&mut open(&hub, &tools())), [""; 0]);
}

#[test]
fn the_accepted_filter_is_what_the_hub_has() {
    let hub = Hub::builder().topics(Topics::TOOLS_LIST | Topics::RESOURCE_UPDATES).build();
    assert_eq!(hub.supports(), Topics::TOOLS_LIST | Topics::RESOURCE_UPDATES);
    let asked = filter(
        r#"{"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["a:1"],"taskIds":[]}"#,
    );
    let mut stream = open(&hub, &asked);
    let mut out = Vec::new();
    stream.accepted().encode(&mut out);
    assert_eq!(out, br#"{"toolsListChanged":true,"resourceSubscriptions":["a:1"]}"#);
    assert_eq!(hub.prompts_changed().matched, 0);
    hub.resource_updated("a:1").unwrap();
    assert_eq!(taken(&mut stream), ["a:1"]);
}

#[test]
fn clones_and_shared_hubs_are_one_hub() {
    let hub = Hub::new();
    let source: Arc<dyn Source> = Arc::new(Arc::new(hub.clone()));
    assert_eq!(source.supports(), Topics::ALL);
    let mut stream = source.open(&tools(), &Call::new()).unwrap();
    hub.clone().tools_changed();
    assert_eq!(taken(&mut stream), ["tools"]);
}

#[test]
fn frames_of_one_event_differ_by_their_ids_alone() {
    let hub = Hub::new();
    let mut streams = [(Id::from(7_i64), "7"), (Id::from("a"), r#""a""#)]
        .map(|(id, text)| (open(&hub, &resources(["docs:///a"])), id, text));
    assert_eq!(hub.resource_updated("docs:///a").unwrap().matched, 2);
    for (stream, id, text) in &mut streams {
        let Poll::Ready(Some(event)) = stream.poll_next(&mut TaskContext::from_waker(Waker::noop())) else {
            panic!("an event waits")
        };
        let mut out = Vec::new();
        event.encode(id, &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{text}}},"uri":"docs:///a"}}}}"#
            )
        );
    }
}
