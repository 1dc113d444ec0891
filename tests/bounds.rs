//! How long names may be, and how many of them may come.

mod wire;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use snodo::{
    Completion, CompletionRequest, Context, Error, ErrorKind, Extension, Json, Level, Limits, NoArguments,
    Prompt, Resource, Server, ServerBuilder, Tool, Variables,
};
use wire::{exchange, request};

/// `start`, filled up to this many bytes.
fn long(start: &str, bytes: usize) -> String {
    format!("{start:x<bytes$}")
}

fn resource(uri: String) -> Resource {
    Resource::new(uri, "r", async |_: NoArguments| Ok(""))
}

fn template(text: String) -> Resource {
    Resource::matching(text, "t", |_: &str| None::<Variables>, async |_: Variables| Ok(""))
}

fn prompt(name: String) -> Prompt {
    Prompt::new(name, async |_: NoArguments| Ok(""))
}

fn built(add: impl FnOnce(ServerBuilder) -> ServerBuilder) -> Result<Server, Error> {
    add(Server::builder("b", "1").limits(Limits::default().page_size(1))).build()
}

fn result(members: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete",{members},"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"b","version":"1"}}}}}}}}"#
    )
}

/// Lists two definitions, one on a page. They are the text of JSON.
#[track_caller]
fn pages(server: &Server, method: &str, member: &str, name: &str, definitions: [&str; 2]) {
    let cursor = URL_SAFE_NO_PAD.encode(format!("2026-07-28 {method} {name}"));
    let page = |definition, next: &str| {
        result(&format!(r#""{member}":[{definition}]{next},"ttlMs":0,"cacheScope":"private""#))
    };
    let first = page(definitions[0], &format!(r#","nextCursor":"{cursor}""#));
    assert_eq!(exchange(server, &request(method, "", "")), [first]);
    let next = request(method, &format!(r#""cursor":"{cursor}","#), "");
    assert_eq!(exchange(server, &next), [page(definitions[1], "")]);
}

#[test]
fn the_cursor_after_the_longest_name_is_accepted() {
    let uri = long("a:", 1_400);
    let server = built(|b| b.resources([resource(uri.clone()), resource("a:b".into())]));
    let shown = format!(r#"{{"uri":"{uri}","name":"r"}}"#);
    let definitions = [shown.as_str(), r#"{"uri":"a:b","name":"r"}"#];
    pages(&server.expect("the URI is short enough"), "resources/list", "resources", &uri, definitions);

    let server = built(|b| b.resources([template(uri.clone()), template("a:b".into())]));
    let shown = format!(r#"{{"uriTemplate":"{uri}","name":"t"}}"#);
    let definitions = [shown.as_str(), r#"{"uriTemplate":"a:b","name":"t"}"#];
    let server = server.expect("the template is short enough");
    pages(&server, "resources/templates/list", "resourceTemplates", &uri, definitions);

    let name = long("p", 1_400);
    let server = built(|b| b.prompts([prompt(name.clone()), prompt("q".into())]));
    let shown = format!(r#"{{"name":"{name}"}}"#);
    let definitions = [shown.as_str(), r#"{"name":"q"}"#];
    pages(&server.expect("the name is short enough"), "prompts/list", "prompts", &name, definitions);
}

#[test]
fn a_longer_name_is_refused_at_build() {
    let method = |name| Extension::new("a.b/c").method(name, async |_: NoArguments| Ok(Json(())));
    for refused in [
        built(|b| b.resource(resource(long("a:", 1_401)))),
        built(|b| b.resource(template(long("a:", 1_401)))),
        built(|b| b.prompt(prompt(long("p", 1_401)))),
        built(|b| b.extension(method(long("a.b/", 1_401)))),
    ] {
        let error = refused.expect_err("it is too long");
        assert_eq!(error.kind(), ErrorKind::Name);
        assert!(error.to_string().len() < 200, "the name is not repeated: {error}");
    }
}

#[test]
fn the_name_of_a_logger_is_cut_between_two_characters() {
    for (start, kept) in [("", "é".repeat(128)), ("x", format!("x{}", "é".repeat(127)))] {
        let name = format!("{start}{}", "é".repeat(150));
        let server = Server::builder("b", "1")
            .tool(Tool::with_state(
                "log",
                name,
                async |name: std::sync::Arc<String>, _: NoArguments, cx: Context| {
                    cx.log_from(&name, Level::Info, 1);
                    Ok("")
                },
            ))
            .logging()
            .build()
            .expect("the tool is sound");
        let message = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","logger":"{kept}","data":1}}}}"#
        );
        let level = r#","io.modelcontextprotocol/logLevel":"info""#;
        assert_eq!(
            exchange(&server, &request("tools/call", r#""name":"log","#, level)),
            [message, result(r#""content":[{"type":"text","text":""}]"#)]
        );
    }
}

#[test]
fn a_completion_takes_at_most_256_settled_arguments() {
    let counted = template("a:{v}".into()).complete("v", async |partial: CompletionRequest| {
        Ok(Completion::new([partial.arguments.len().to_string()]))
    });
    let server = Server::builder("b", "1").resource(counted).build().expect("the template is sound");
    let settled = |count: usize| {
        let settled: Vec<_> = (0..count).map(|n| format!(r#""k{n}":"""#)).collect();
        let members = format!(
            r#""ref":{{"type":"ref/resource","uri":"a:{{v}}"}},"argument":{{"name":"v","value":""}},"context":{{"arguments":{{{}}}}},"#,
            settled.join(",")
        );
        exchange(&server, &request("completion/complete", &members, ""))
    };
    assert_eq!(settled(256), [result(r#""completion":{"values":["256"]}"#)]);
    assert_eq!(
        settled(257),
        [
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params: context.arguments holds more than 256"}}"#
        ]
    );
}
