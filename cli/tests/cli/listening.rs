//! Subscriptions.

use crate::program::{ended, snodo};
use crate::scripted::{Script, status};

fn events(filter: &str, events: &[&str]) -> String {
    let mut body = format!(
        "data: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{{\"notifications\":{filter},\"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":1}}}}}}\n\n"
    );
    for event in events {
        body.push_str(&format!("data: {event}\n\n"));
    }
    status("200 OK", "Content-Type: text/event-stream\r\n", &body)
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/subscriptionId":1}"#;

fn told(method: &str, params: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":{{{params}{META}}}}}")
}

#[test]
fn events_are_lines_until_the_server_ends_it() {
    let changed = told("notifications/tools/list_changed", "");
    let updated = told("notifications/resources/updated", "\"uri\":\"a:b\",");
    let end = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"resultType\":\"complete\",{META}}}}}");
    let filter = r#"{"toolsListChanged":true,"resourceSubscriptions":["a:b"]}"#;
    let answer = || events(filter, &[&changed, &updated, &end]);
    let server = Script::new([answer(), answer()]);
    let listen = ["listen", "--tools", "--resource", "a:b", &server.url];
    assert_eq!(snodo(&listen), ended(0, "tools changed\nresource changed: a:b\n", ""));
    let body = server.request().body;
    assert!(
        body.contains(
            r#""method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a:b"]}"#
        ),
        "{body}"
    );
    assert_eq!(
        snodo(&[&listen[..], &["--json"]].concat()),
        ended(
            0,
            "{\"method\":\"notifications/tools/list_changed\"}\n\
             {\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"a:b\"}}\n",
            ""
        )
    );
}

#[test]
fn it_ends_after_as_many_events_as_were_asked_for() {
    let changed = told("notifications/prompts/list_changed", "");
    let all = r#"{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true}"#;
    let server = Script::new([events(all, &[&changed, &changed, &changed])]);
    assert_eq!(
        snodo(&["listen", "--count=2", &server.url]),
        ended(0, "prompts changed\nprompts changed\n", "")
    );
}

#[test]
fn what_the_server_does_not_tell_of_is_named_and_a_lost_connection_is_4() {
    let server = Script::new([events(r#"{"toolsListChanged":true}"#, &[])]);
    let run = snodo(&["listen", &server.url]);
    assert_eq!((run.status, run.stdout.as_str()), (4, ""));
    let first = run.stderr.lines().next();
    assert_eq!(
        first,
        Some("snodo: the server does not tell of changes of its prompts, changes of its resources")
    );
}
