//! Lists: cursors as they came, pages that fail, lists that do not end, items that are broken.

use snodo_client::{ErrorKind, Page};
use snodo_core::model::Tool;

use crate::script::{Script, error, now, result};

const TOOL: &str = r#"{"name":"a","inputSchema":{"type":"object"}}"#;

#[test]
fn cursors_are_sent_back_as_they_came() {
    let cursors = [r#"a\"\u0000 =&"#, "", "\u{e9}"];
    let pages = cursors.iter().map(|cursor| result(&format!(r#""tools":[{TOOL}],"nextCursor":"{cursor}""#)));
    let script = Script::new(pages.chain([result(&format!(r#""tools":[{TOOL}]"#))]));
    assert_eq!(now(script.client().list_tools()).expect("it lists").len(), 4);
    let sent: Vec<_> = script.sent().iter().map(|sent| sent.params().to_owned()).collect();
    assert_eq!(sent, ["", r#""cursor":"a\"\u0000 =&""#, r#""cursor":"""#, "\"cursor\":\"\u{e9}\""]);
}

#[test]
fn a_list_fails_as_a_whole() {
    let first = format!(r#""tools":[{TOOL}],"nextCursor":"a""#);
    let script = Script::new([result(&first), error(-32602)]);
    assert_eq!(now(script.client().list_tools()).expect_err("page two fails").code(), -32602);
    let script = Script::new([result(&first), result(r#""tools":{}"#)]);
    assert_eq!(now(script.client().list_tools()).expect_err("page two is none").kind(), ErrorKind::Result);
}

#[test]
fn lists_that_go_round_or_do_not_end_are_errors() {
    let script = Script::new((0..3).map(|n| result(&format!(r#""tools":[],"nextCursor":"{}""#, n % 2))));
    let error = now(script.client().list_tools()).expect_err("it goes round");
    assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000));
    assert_eq!(script.sent().len(), 3);

    let script = Script::new((0..170_000).map(|n| result(&format!(r#""tools":[],"nextCursor":"{n}""#))));
    let error = now(script.client().list_tools()).expect_err("it does not end");
    assert!(error.message().contains("1000 pages"), "{error}");
    assert_eq!(script.sent().len(), 1000);
}

#[test]
fn one_odd_tool_does_not_hide_the_others() {
    let tools = [
        r#"{"name":"fine","inputSchema":{"type":"object"}}"#,
        r#"{"name":"no type","inputSchema":{}}"#,
        r#"{"name":"null","inputSchema":{"type":"object","required":null}}"#,
        r##"{"name":"dangling","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/none"}}}}"##,
        r#"{"name":"all","inputSchema":{"allOf":[{"if":{},"then":{}}]}}"#,
        r#"{"name":"schemaless"}"#,
        r#"{"name":7,"inputSchema":{}}"#,
        "null",
        r#"{"name":"last","inputSchema":{"type":"object"}}"#,
    ];
    let page = format!(r#""tools":[{}],"ttlMs":-1,"cacheScope":"x""#, tools.join(","));
    let script = Script::new([result(&page)]);
    let page: Page<Tool> = now(script.client().list_page(None)).expect("it lists");
    let names: Vec<_> = page.items.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["fine", "no type", "null", "dangling", "all", "last"]);
    assert_eq!((page.ttl_ms, page.cache_scope), (None, None));
    assert!(page.raw().contains("schemaless"));
}

#[test]
fn tools_with_broken_annotations_are_left_out_where_fields_travel() {
    let bad = r#"{"name":"bad","inputSchema":{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}}"#;
    let page = format!(r#""tools":[{TOOL},{bad}]"#);
    let script = Script::new([result(&page)]).with_headers();
    assert_eq!(now(script.client().list_tools()).expect("it lists").len(), 1);
    let script = Script::new([result(&page)]);
    assert_eq!(now(script.client().list_tools()).expect("it lists").len(), 2);
}
