//! Cursors lead through every list, whatever its definitions are called, and outlive changes of the list.

mod wire;

use snodo::{Limits, NoArguments, Prompt, Resource, Server, ServerBuilder, Variables};
use wire::{exchange, request};

fn builder() -> ServerBuilder {
    Server::builder("p", "1").limits(Limits::default().page_size(1))
}

fn resource(uri: &str) -> Resource {
    Resource::new(uri, "r", async |_: NoArguments| Ok("text"))
}

fn template(text: &str) -> Resource {
    Resource::template(text, "t", async |_: Variables| Ok("text"))
}

fn prompt(name: &str) -> Prompt {
    Prompt::new(name, async |_: NoArguments| Ok("text"))
}

/// The answer for the page at `cursor`, without what all answers share, and the next cursor.
#[track_caller]
fn page(server: &Server, method: &str, cursor: Option<&str>) -> (String, Option<String>) {
    let members = cursor.map(|cursor| format!(r#""cursor":"{cursor}","#)).unwrap_or_default();
    let [answer] = exchange(server, &request(method, &members, "")).try_into().expect("there is one");
    let rest = answer.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","#);
    let tail = r#","ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"p","version":"1"}}}}"#;
    let rest = rest.and_then(|rest| rest.strip_suffix(tail)).unwrap_or_else(|| panic!("{answer}"));
    match rest.split_once(r#","nextCursor":""#) {
        None => (rest.into(), None),
        Some((items, cursor)) => (items.into(), Some(cursor.trim_end_matches('"').into())),
    }
}

/// Walks through the whole list, one definition a page.
#[track_caller]
fn walked(server: &Server, method: &str, expected: &[String]) {
    let (mut cursor, mut pages) = (None, Vec::new());
    loop {
        let (items, next) = page(server, method, cursor.as_deref());
        pages.push(items);
        match next {
            None => break,
            next => cursor = next,
        }
    }
    assert_eq!(pages, expected);
}

#[test]
fn names_of_every_kind_can_be_where_a_page_ends() {
    let names = ["a b", "é日本😀", "\"\\\n", "x y z", " ", &"n".repeat(1_000)];
    let server = builder().prompts(names.map(prompt)).build().expect("it is sound");
    let escaped = ["a b", "é日本😀", "\\\"\\\\\\n", "x y z", " ", &"n".repeat(1_000)];
    let expected = escaped.map(|name| format!(r#""prompts":[{{"name":"{name}"}}]"#));
    walked(&server, "prompts/list", &expected);
}

#[test]
fn long_uris_can_be_where_a_page_ends() {
    let uris = ["a", "b", "c"].map(|last| format!("r:{}{last}", "x".repeat(1_397)));
    let server = builder().resources(uris.each_ref().map(|uri| resource(uri))).build().expect("it is sound");
    let expected = uris.each_ref().map(|uri| format!(r#""resources":[{{"uri":"{uri}","name":"r"}}]"#));
    walked(&server, "resources/list", &expected);
}

#[test]
fn long_templates_can_be_where_a_page_ends() {
    let texts = ["a", "b", "c"].map(|last| format!("t:///{}{last}/{{x}}", "x".repeat(1_000)));
    let server =
        builder().resources(texts.each_ref().map(|text| template(text))).build().expect("it is sound");
    let expected = texts
        .each_ref()
        .map(|text| format!(r#""resourceTemplates":[{{"uriTemplate":"{text}","name":"t"}}]"#));
    walked(&server, "resources/templates/list", &expected);
}

#[test]
fn a_cursor_outlives_what_changes_elsewhere_in_the_list() {
    let server = builder().resources(["r:a", "r:b", "r:d"].map(resource)).build().expect("it is sound");
    let (first, cursor) = page(&server, "resources/list", None);
    assert_eq!(first, r#""resources":[{"uri":"r:a","name":"r"}]"#);
    let (second, cursor) = page(&server, "resources/list", cursor.as_deref());
    assert_eq!(second, r#""resources":[{"uri":"r:b","name":"r"}]"#);
    let new = builder().resources(["r:b", "r:c", "r:d"].map(resource)).build().expect("it is sound");
    server.replace(&new);
    let (third, cursor) = page(&server, "resources/list", cursor.as_deref());
    assert_eq!(third, r#""resources":[{"uri":"r:c","name":"r"}]"#);
    server.replace(&builder().resources(["r:d"].map(resource)).build().expect("it is sound"));
    let cursor = cursor.expect("another page follows");
    let expired = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Expired cursor: the list has changed, start from its first page"}}"#;
    let message = request("resources/list", &format!(r#""cursor":"{cursor}","#), "");
    assert_eq!(exchange(&server, &message), [expired]);
}

#[test]
fn the_order_is_that_of_the_definitions() {
    let server = Server::builder("p", "1")
        .resources([resource("r:z"), template("t:///{x}"), resource("r:a")])
        .merge(Server::builder("other", "1").resources([resource("r:m"), template("a:///{x}")]))
        .resource(resource("r:b"))
        .build()
        .expect("it is sound");
    let listed = ["r:z", "r:a", "r:m", "r:b"].map(|uri| format!(r#"{{"uri":"{uri}","name":"r"}}"#)).join(",");
    assert_eq!(page(&server, "resources/list", None), (format!(r#""resources":[{listed}]"#), None));
    let listed = ["t:///{x}", "a:///{x}"].map(|t| format!(r#"{{"uriTemplate":"{t}","name":"t"}}"#)).join(",");
    let listed = format!(r#""resourceTemplates":[{listed}]"#);
    assert_eq!(page(&server, "resources/templates/list", None), (listed, None));
}
