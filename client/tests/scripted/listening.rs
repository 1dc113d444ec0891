//! Subscriptions: the acknowledgement first, then events, then one of several ends.

use std::pin::pin;
use std::time::Duration;

use snodo_client::{End, Error, ErrorKind, Event, Subscription};

use crate::script::{Part, Script, Step, now, say, try_now};

const ACKNOWLEDGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":$ID},"notifications":{"toolsListChanged":true}}}"#;
const CHANGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":$ID}}}"#;
const FINISHED: &str = r#"{"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":$ID}}}"#;
const CANCELLED: &str = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":$ID}}"#;

fn part(messages: &[&str]) -> Part {
    messages.iter().map(|message| say(message)).collect()
}

fn listen(messages: &[&str]) -> Result<Subscription, Error> {
    now(Script::new([part(messages)]).client().listen().tools_list_changed().resumes(0))
}

#[test]
fn the_filter_is_sent_and_what_is_told_is_given() {
    let updated = r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b","_meta":{"io.modelcontextprotocol/subscriptionId":$ID}}}"#;
    let own = r#"{"jsonrpc":"2.0","method":"notifications/own","params":{"x":1,"_meta":{"io.modelcontextprotocol/subscriptionId":$ID}}}"#;
    let part = [ACKNOWLEDGED, CHANGED, updated, own, FINISHED].iter().map(|message| say(message)).collect();
    let script = Script::new([part]);
    let call = script.client().listen().tools_list_changed().prompts_list_changed().resources_list_changed();
    let mut changes = now(call.resource("a:b").resource("c:d")).expect("it is acknowledged");
    assert_eq!(
        script.sent()[0].params(),
        r#""notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["a:b","c:d"]}"#
    );
    assert_eq!(changes.accepted().tools_list_changed, Some(true));
    assert_eq!(changes.accepted().prompts_list_changed, None);
    assert_eq!(now(changes.next()), Some(Event::ToolsListChanged));
    assert_eq!(now(changes.next()), Some(Event::ResourceUpdated { uri: "a:b".into() }));
    let Some(Event::Other { method, params }) = now(changes.next()) else { panic!("it is an extension's") };
    assert!(method == "notifications/own" && params.get().contains(r#""x":1"#));
    assert_eq!(now(changes.next()), None);
    assert!(matches!(changes.end(), Some(End::Finished)));
    assert_eq!(now(changes.next()), None, "and stays so");
}

#[test]
fn a_server_ends_it_in_either_way_or_both() {
    for messages in [&[FINISHED][..], &[CANCELLED], &[FINISHED, CANCELLED], &[CANCELLED, FINISHED]] {
        let mut changes = listen(&[&[ACKNOWLEDGED], messages].concat()).expect("it is acknowledged");
        assert_eq!(now(changes.next()), None);
        assert!(matches!(changes.end(), Some(End::Finished)), "{messages:?}");
    }
}

#[test]
fn what_belongs_to_others_is_passed_over() {
    let mut changes = listen(&[
        ACKNOWLEDGED,
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"1"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":99}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
        r#"{"jsonrpc":"2.0","id":99,"result":{}}"#,
        CHANGED,
    ])
    .expect("it is acknowledged");
    assert_eq!(now(changes.next()), Some(Event::ToolsListChanged));
    assert_eq!(now(changes.next()), None);
    let Some(End::Failed(error)) = changes.end() else { panic!("the connection ended") };
    assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000));
}

#[test]
fn a_refusal_is_an_error_of_the_call() {
    let error = listen(&[r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32601,"message":"no"}}"#])
        .expect_err("refused");
    assert_eq!((error.code(), error.method()), (-32601, Some("subscriptions/listen")));
    let error = listen(&[FINISHED]).expect_err("it is over before it began");
    assert_eq!(error.kind(), ErrorKind::Connection);
    let error = listen(&[]).expect_err("nothing came");
    assert!(error.message().contains("before the acknowledgement"), "{error}");
    let error = listen(&["no message"]).expect_err("it is none");
    assert_eq!(error.kind(), ErrorKind::Connection);
}

#[test]
fn an_error_ends_an_open_subscription() {
    let failed = r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32603,"message":"broken"}}"#;
    let mut changes = listen(&[ACKNOWLEDGED, failed]).expect("it is acknowledged");
    assert_eq!(now(changes.next()), None);
    let Some(End::Failed(error)) = changes.end() else { panic!("it failed") };
    assert_eq!((error.kind(), error.code()), (ErrorKind::Execution, -32603));
}

#[test]
fn only_the_acknowledgement_has_a_deadline() {
    let script = Script::new([vec![Step::Hang], vec![say(ACKNOWLEDGED), Step::Hang]]);
    let client = script.client();
    let mut call = pin!(client.listen().timeout(Duration::from_secs(1)).into_future());
    assert!(try_now(&mut call).is_none());
    script.clock.advance(Duration::from_secs(1));
    assert!(try_now(&mut call).expect("its time is over").expect_err("nothing came").is_timeout());

    let mut changes = now(client.listen().timeout(Duration::from_secs(1))).expect("it is acknowledged");
    script.clock.advance(Duration::from_secs(1_000_000));
    assert!(try_now(&mut pin!(changes.next())).is_none());
    drop(changes);
    assert_eq!(script.dropped(), ["1", "2"]);
}

#[test]
fn a_connection_that_is_lost_is_opened_again() {
    let script = Script::new([
        part(&[ACKNOWLEDGED, CHANGED]),
        vec![Step::Break("refused")],
        part(&[ACKNOWLEDGED, CHANGED, FINISHED]),
    ]);
    let mut changes = now(script.client().listen().tools_list_changed()).expect("it is acknowledged");
    assert_eq!(now(changes.next()), Some(Event::ToolsListChanged));
    for pause in [500, 1000] {
        assert!(try_now(&mut pin!(changes.next())).is_none(), "it waits before it tries");
        script.clock.advance(Duration::from_millis(pause - 1));
        assert!(try_now(&mut pin!(changes.next())).is_none() && changes.end().is_none());
        script.clock.advance(Duration::from_millis(1));
    }
    assert_eq!(now(changes.next()), Some(Event::Resumed));
    assert_eq!(now(changes.next()), Some(Event::ToolsListChanged));
    assert_eq!(now(changes.next()), None);
    assert!(matches!(changes.end(), Some(End::Finished)));
    let sent = script.sent();
    assert!(sent.iter().all(|sent| sent.params() == r#""notifications":{"toolsListChanged":true}"#));
    assert_eq!(sent.iter().map(|sent| &*sent.id).collect::<Vec<_>>(), ["1", "2", "3"]);
}

#[test]
fn it_is_not_tried_for_ever_and_not_against_the_servers_word() {
    let script = Script::new([part(&[ACKNOWLEDGED])]);
    let mut changes = now(script.client().listen().resumes(2)).expect("it is acknowledged");
    for pause in [500, 1000] {
        assert!(try_now(&mut pin!(changes.next())).is_none());
        script.clock.advance(Duration::from_millis(pause));
    }
    assert_eq!(now(changes.next()), None);
    let Some(End::Failed(error)) = changes.end() else { panic!("nobody is there") };
    assert_eq!((error.message(), script.sent().len()), ("the script is over", 3));

    let refused = r#"{"jsonrpc":"2.0","id":$ID,"error":{"code":-32601,"message":"no"}}"#;
    let script = Script::new([part(&[ACKNOWLEDGED]), part(&[refused])]);
    let mut changes = now(script.client().listen()).expect("it is acknowledged");
    assert!(try_now(&mut pin!(changes.next())).is_none());
    script.clock.advance(Duration::from_millis(500));
    assert_eq!(now(changes.next()), None);
    assert!(matches!(changes.end(), Some(End::Failed(error)) if error.code() == -32601));
    assert_eq!(script.sent().len(), 2);
}
