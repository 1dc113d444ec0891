//! Results that are kept.

use std::pin::pin;
use std::time::Duration;

use snodo_client::{Cache, Client};

use crate::script::{Script, Step, now, result, say, try_now};

fn tools(ttl: &str) -> Vec<Step> {
    result(&format!(
        r#""resultType":"complete","tools":[{{"name":"a","inputSchema":{{}}}}],"ttlMs":{ttl},"cacheScope":"private""#
    ))
}

#[test]
fn a_list_is_fetched_again_when_its_time_is_over() {
    let script = Script::new([tools("1000"), tools("1000"), tools("1000"), tools("0"), tools("0")]);
    let client = script.client_of(Client::builder().cache(Cache::new()));
    for _ in 0..3 {
        assert_eq!(now(client.list_tools()).expect("it lists").len(), 1);
    }
    assert_eq!(script.sent().len(), 1);
    script.clock.advance(Duration::from_millis(1000));
    now(client.list_tools()).expect("it lists");
    assert_eq!(script.sent().len(), 2);
    now(client.list_tools().fresh()).expect("it lists");
    assert_eq!(script.sent().len(), 3, "what is kept was passed over");
    now(client.list_tools()).expect("it lists");
    assert_eq!(script.sent().len(), 3, "and replaced");
    script.clock.advance(Duration::from_millis(1000));
    now(client.list_tools()).expect("it lists");
    now(client.list_tools()).expect("it lists");
    assert_eq!(script.sent().len(), 5, "the server allows nothing more");
}

#[test]
fn nothing_is_kept_unless_it_is_asked_for() {
    let script = Script::new([tools("1000"), tools("1000")]);
    let client = script.client();
    now(client.list_tools()).expect("it lists");
    now(client.list_tools()).expect("it lists");
    assert_eq!(script.sent().len(), 2);
}

#[test]
fn a_request_of_its_own_kind_is_not_taken_for_another() {
    let read = |text: &str| result(&format!(r#""contents":[{{"uri":"a:b","text":"{text}"}}],"ttlMs":1000"#));
    let script = Script::new([read("1"), read("2"), read("3")]);
    let client = script.client_of(Client::builder().cache(Cache::new()));
    let text =
        |outcome: Result<snodo_client::Outcome<snodo_core::model::ReadResult>, snodo_client::Error>| {
            outcome.expect("it answers").complete().expect("it is complete").parts()[0]
                .as_text()
                .map(str::to_owned)
        };
    assert_eq!(text(now(client.read_resource("a:b"))).as_deref(), Some("1"));
    assert_eq!(text(now(client.read_resource("a:c"))).as_deref(), Some("2"));
    assert_eq!(text(now(client.read_resource("a:b").meta("x", 1))).as_deref(), Some("3"));
    assert_eq!(text(now(client.read_resource("a:b"))).as_deref(), Some("1"));
}

#[test]
fn an_event_drops_what_it_is_about() {
    let acknowledged = r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":$ID},"notifications":{"toolsListChanged":true}}}"#;
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":$ID}}}"#;
    let script =
        Script::new([tools("1000"), vec![say(acknowledged), say(changed), Step::Hang], tools("1000")]);
    let client = script.client_of(Client::builder().cache(Cache::new()));
    now(client.list_tools()).expect("it lists");
    let mut changes = now(client.listen().tools_list_changed()).expect("it is acknowledged");
    now(client.list_tools()).expect("it lists");
    assert_eq!(script.sent().len(), 2);
    now(changes.next()).expect("something has changed");
    now(client.list_tools()).expect("it lists");
    assert_eq!(script.sent().len(), 3);
    assert!(try_now(&mut pin!(changes.next())).is_none());
}
