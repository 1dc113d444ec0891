//! What is sent.

use std::collections::HashSet;

use serde_json::json;
use snodo_client::{Client, ErrorKind};
use snodo_core::model::{ClientCapabilities, CompletionReference, Implementation};

use crate::script::{Script, now, result, text};

#[test]
fn each_operation_sends_its_method_and_parameters() {
    let script = Script::new((0..6).map(|_| text("x")));
    let client = script.client();
    let _ = now(client.call_tool("echo", json!({ "a": [1, 2.50] })));
    let _ = now(client.call_tool("echo", ()));
    let _ = now(client.get_prompt("p", json!({ "n": "v" })));
    let _ = now(client.read_resource("file:///a b?c#d"));
    let reference = CompletionReference::Resource { uri: "t:///{x}".into() };
    let _ = now(client.complete(reference, "x", "y").settled([("z", "1")]));
    let _ = now(client.request("own/method", json!({ "deep": { "er": null } })));
    let sent: Vec<_> =
        script.sent().iter().map(|sent| (sent.method.clone(), sent.params().to_owned())).collect();
    let expected = [
        ("tools/call", r#""name":"echo","arguments":{"a":[1,2.5]}"#),
        ("tools/call", r#""name":"echo","arguments":{}"#),
        ("prompts/get", r#""name":"p","arguments":{"n":"v"}"#),
        ("resources/read", r#""uri":"file:///a b?c#d""#),
        (
            "completion/complete",
            r#""argument":{"name":"x","value":"y"},"ref":{"type":"ref/resource","uri":"t:///{x}"},"context":{"arguments":{"z":"1"}}"#,
        ),
        ("own/method", r#""deep":{"er":null}"#),
    ];
    for ((method, params), expected) in sent.iter().zip(expected) {
        assert_eq!((&**method, &**params), expected);
    }
    assert_eq!(sent.len(), expected.len());
}

#[test]
fn the_first_bytes_are_the_first_request() {
    let script = Script::new([text("x")]);
    let _ = now(script.client().call_tool("echo", ()));
    assert_eq!(
        script.sent()[0].body,
        format!(
            concat!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{}},"#,
                r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
                r#""io.modelcontextprotocol/clientInfo":{{"name":"snodo-client","version":"{}"}},"#,
                r#""io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
            ),
            env!("CARGO_PKG_VERSION")
        )
    );
}

#[test]
fn every_request_says_who_asks_and_what_it_can() {
    let mut capabilities = ClientCapabilities::default();
    capabilities.extensions =
        Some([("com.example/x".to_owned(), serde_json::from_str("{\"a\":1}").unwrap())].into());
    let builder = Client::builder()
        .client_info(Implementation::new("host", "2.1"))
        .capabilities(capabilities)
        .on_roots(|_| async { Err("nobody asks") });
    let script = Script::new([result(r#""tools":[]"#), text("x")]);
    let client = script.client_of(builder);
    let _ = now(client.list_tools());
    let _ = now(client.call_tool("echo", ()));
    for sent in script.sent() {
        assert!(
            sent.body.contains(r#""io.modelcontextprotocol/clientInfo":{"name":"host","version":"2.1"}"#),
            "{sent:?}"
        );
        assert!(
            sent.body.contains(
                r#""io.modelcontextprotocol/clientCapabilities":{"roots":{},"extensions":{"com.example/x":{"a":1}}}"#
            ),
            "{sent:?}"
        );
    }
}

#[test]
fn what_the_call_puts_into_meta_wins() {
    let script = Script::new([text("x")]);
    let params = json!({ "_meta": { "x": 1, "progressToken": "params", "traceparent": "old" } });
    let trace = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
    let call = script
        .client()
        .request("tools/call", params)
        .meta("x", 2)
        .meta("progressToken", "call")
        .trace(trace, None);
    let _ = now(call);
    let body = &script.sent()[0].body;
    assert!(body.contains(r#""x":2"#) && !body.contains(r#""x":1"#), "{body}");
    assert!(body.contains(r#""progressToken":"call""#) && !body.contains("\"params\"}"), "{body}");
    assert!(body.contains(&format!(r#""traceparent":"{trace}""#)) && !body.contains("\"old\""), "{body}");
}

#[test]
fn ids_are_integers_that_never_come_twice() {
    let script = Script::new((0..1000).map(|_| text("x")));
    let client = script.client();
    for _ in 0..1000 {
        let _ = now(client.clone().call_tool("echo", ()));
    }
    let ids: HashSet<u64> =
        script.sent().iter().map(|sent| sent.id.parse().expect("it is an integer")).collect();
    assert_eq!(ids.len(), 1000);
}

#[test]
fn what_cannot_be_sent_is_refused_before_anything_is() {
    let script = Script::new([]);
    let client = script.client();
    for error in [
        now(client.call_tool("echo", [1])).expect_err("no object"),
        now(client.get_prompt("p", "text")).expect_err("no object"),
        now(client.request("subscriptions/listen", json!({ "notifications": {} }))).expect_err("a stream"),
        now(client.request("a\r\nb", ())).expect_err("no name"),
        now(client.request("x", json!({ "_meta": 7 }))).expect_err("no object"),
    ] {
        assert_eq!(
            (error.kind(), error.code(), error.is_answer()),
            (ErrorKind::Usage, -32602, false),
            "{error}"
        );
    }
    assert!(script.sent().is_empty());
    let builder = || Client::builder().protocol("2025-11-25");
    let server = snodo_core::Server::builder("s", "1").build().expect("it is sound");
    for refused in [builder().transport(Script::new([])), builder().direct(server)] {
        let error = refused.expect_err("it is not spoken");
        assert_eq!((error.kind(), error.code()), (ErrorKind::Usage, -32602));
        assert_eq!(error.data(), Some(r#"{"requested":"2025-11-25","supported":["2026-07-28"]}"#));
    }
}

#[test]
fn closing_is_told_to_the_transport() {
    let script = Script::new([]);
    let client = script.client();
    now(client.close()).expect("it ends");
    now(client.close()).expect("it has ended");
    assert_eq!(script.closed(), 2);
}
