use super::*;
use crate::failure::Kind;

fn refusal(hub: &Hub, filter: &Filter) -> (i64, String) {
    match hub.open(filter, &Call::new()).unwrap_err().into_kind() {
        Kind::Protocol(rejection) => (rejection.code(), format!("{:?}", rejection.data)),
        other => panic!("{other:?}"),
    }
}

const OVERLOADED: &str = r#"Some("{\"reason\":\"overloaded\"}")"#;

#[test]
fn one_subscription_too_many_is_refused() {
    let hub = Hub::builder().max_subscriptions(2).build();
    let first = open(&hub, &tools());
    let second = open(&hub, &tools());
    assert_eq!(refusal(&hub, &tools()), (-32603, OVERLOADED.into()));
    hub.complete_all();
    assert_eq!(refusal(&hub, &tools()), (-32603, OVERLOADED.into()), "they are there until they are dropped");
    assert_eq!(taken(&mut open(&hub, &filter("{}"))), ["end"], "one to nothing takes no place");
    drop(first);
    let third = open(&hub, &tools());
    assert_eq!(refusal(&hub, &tools()), (-32603, OVERLOADED.into()));
    drop((second, third));
    assert_eq!(hub.stats(), HubStats::default());
}

#[test]
fn watched_resources_are_bounded_by_their_bytes() {
    // Three URIs of three bytes.
    let hub = Hub::builder().max_resource_bytes(3 * 195).build();
    let two = open(&hub, &resources(["a:1", "a:2"]));
    assert_eq!(hub.stats().resource_bytes, 390);
    assert_eq!(refusal(&hub, &resources(["a:1", "a:2"])), (-32603, OVERLOADED.into()));
    let one = open(&hub, &resources(["a:1"]));
    let none = open(&hub, &tools());
    assert_eq!(refusal(&hub, &resources(["a:3"])), (-32603, OVERLOADED.into()));
    assert_eq!(hub.stats().resource_bytes, 585);
    drop(two);
    drop(open(&hub, &resources(["b:1", "b:2"])));
    assert_eq!(refusal(&hub, &resources(["b:1", "b:23"])), (-32603, OVERLOADED.into()));
    drop((one, none));
    assert_eq!(hub.stats(), HubStats::default());
}

#[test]
fn a_refused_subscription_leaves_nothing_behind() {
    let hub = Hub::builder().max_subscriptions(1).build();
    let first = open(&hub, &tools());
    let stats = hub.stats();
    refusal(&hub, &resources(["a:1"]));
    assert_eq!(hub.stats(), stats);
    assert_eq!(hub.resource_updated("a:1").unwrap().matched, 0);
    drop(first);
}
