//! Resources, templates and prompts at build: what is wrong with each is found, and said with its name.

mod wire;

use snodo::{
    CompletionRequest, ErrorKind, Icon, NoArguments, Prompt, PromptArgument, Resource, Server, ServerBuilder,
    Variables,
};
use wire::{exchange, request};

fn builder() -> ServerBuilder {
    Server::builder("d", "1")
}

fn resource(uri: &str) -> Resource {
    Resource::new(uri, "r", async |_: NoArguments| Ok("text"))
}

fn template(text: &str) -> Resource {
    Resource::template(text, "t", async |_: Variables| Ok("text"))
}

fn matching(text: &str) -> Resource {
    let none = |_: &str| None::<Variables>;
    Resource::matching(text, "m", none, async |_: Variables| Ok("text"))
}

fn completed(resource: Resource, variable: &str) -> Resource {
    resource.complete(variable, async |_: CompletionRequest| Ok(["value"]))
}

fn prompt(name: &str) -> Prompt {
    Prompt::new(name, async |_: NoArguments| Ok("text"))
}

fn argument(name: &str) -> PromptArgument {
    PromptArgument::optional(name)
}

#[track_caller]
fn refused(builder: ServerBuilder, kind: ErrorKind, text: &str) {
    let error = builder.build().expect_err("it is wrong");
    assert_eq!((error.kind(), error.to_string().as_str()), (kind, text));
}

#[test]
fn a_resource_has_a_name_and_an_absolute_uri() {
    let nameless = Resource::new("r:a", "", async |_: NoArguments| Ok("text"));
    refused(builder().resource(nameless), ErrorKind::Name, r#"resource "r:a": a resource needs a name"#);
    let nameless = Resource::template("t:///{x}", "", async |_: Variables| Ok("text"));
    refused(builder().resource(nameless), ErrorKind::Name, r#"resource "t:///{x}": a resource needs a name"#);
    for bad in ["", "a", "/a", "//host/a", "r:", "r: a", "r:é", "1:a"] {
        let text = format!("resource {bad:?}: it is not an absolute URI");
        refused(builder().resource(resource(bad)), ErrorKind::Uri, &text);
    }
}

#[test]
fn definitions_have_icons_and_metadata_like_tools() {
    let icon = || Icon::new("icon.png");
    let text = "an icon's src is not an absolute URI";
    refused(
        builder().resource(resource("r:a").icon(icon())),
        ErrorKind::Uri,
        &format!(r#"resource "r:a": {text}"#),
    );
    refused(builder().prompt(prompt("p").icon(icon())), ErrorKind::Uri, &format!(r#"prompt "p": {text}"#));
    let text = r#"_meta key "a b" breaks the grammar"#;
    let templated = template("t:///{x}").meta("a b", 1);
    refused(builder().resource(templated), ErrorKind::Meta, &format!(r#"resource "t:///{{x}}": {text}"#));
    refused(builder().prompt(prompt("p").meta("a b", 1)), ErrorKind::Meta, &format!(r#"prompt "p": {text}"#));
}

#[test]
fn two_of_one_name_are_refused() {
    let twice = builder().resources([resource("r:a"), resource("r:b"), resource("r:a")]);
    refused(twice, ErrorKind::Duplicate, r#"there is a second resource "r:a""#);
    let twice = builder().resource(matching("m:{x}")).merge(builder().resource(matching("m:{x}")));
    refused(twice, ErrorKind::Duplicate, r#"there is a second resource template "m:{x}""#);
    refused(
        builder().prompts([prompt("p"), prompt("p")]),
        ErrorKind::Duplicate,
        r#"there is a second prompt "p""#,
    );
    let sound = builder()
        .resources([resource("r:a"), resource("r:A"), template("r:///{a}")])
        .prompts([prompt("p"), prompt("P")]);
    assert!(sound.build().is_ok());
}

#[test]
fn names_are_short_enough_for_a_cursor() {
    let uri = |len: usize| format!("r:{}", "x".repeat(len - 2));
    let start = uri(64);
    assert!(builder().resource(resource(&uri(1_400))).resource(matching(&uri(1_400))).build().is_ok());
    for (builder, kind) in [
        (builder().resource(resource(&uri(1_401))), "resource"),
        (builder().resource(matching(&uri(1_401))), "resource template"),
        (builder().prompt(prompt(&uri(1_401))), "prompt"),
    ] {
        let text = format!("{kind} {start:?}…: it has more than 1400 bytes");
        refused(builder, ErrorKind::Name, &text);
    }
    assert!(builder().prompt(prompt(&uri(1_400))).build().is_ok());
}

#[test]
fn two_templates_that_can_match_one_uri_are_refused() {
    for (one, other) in [
        ("t:///{x}", "t:///{y}"),
        ("t:///{x}", "T:///{x}"),
        ("t:///{x}/b", "t:///a/{y}"),
        ("t:///{+x}/b", "t:///a{/y*}"),
        ("t:///a{?x}", "t:///a{?y}"),
        ("t:///a/{x}", "t:///%61/{x}"),
    ] {
        let text = format!("the resource templates {one:?} and {other:?} can match one URI");
        refused(builder().resources([template(one), template(other)]), ErrorKind::Template, &text);
    }
    for (one, other) in [
        ("t:///{x}", "t:///{x}/{y}"),
        ("t:///{x}", "u:///{x}"),
        ("t:///{x}/b", "t:///{x}/c"),
        ("t:///{x}/{y}", "t:///a/{y}"),
        ("t:///a/b{/c}", "t:///{x}"),
        ("t:///{+x}", "t:///a{/y*}"),
    ] {
        assert!(builder().resources([template(one), template(other)]).build().is_ok(), "{one} {other}");
        assert!(builder().resources([template(other), template(one)]).build().is_ok(), "{other} {one}");
    }
    assert!(
        builder().resources([template("t:///{x}"), matching("t:///{y}"), resource("t:///a")]).build().is_ok()
    );
}

#[test]
fn what_a_template_cannot_say_needs_a_matcher() {
    for text in [
        "t:///{#x}",
        "t:///a{.x}",
        "t:///a{;x}",
        "t:///{=x}",
        "t:///{,x}",
        "t:///{!x}",
        "t:///{@x}",
        "t:///{|x}",
        "t:///{x:3}",
        "t:///{x*}",
        "t:///{+x*}",
        "t:///{x,y}",
        "t:///a{x}",
        "t:///{x}a",
        "t:///{x}{y}",
        "{x}:///a",
        "t://{x}/a",
        "t:///a?b={x}",
        "t:///a#b",
        "t://h:80/{x}",
        "t://u@h/{x}",
        "t:///a//{x}",
        "t:///{x}/",
        "t:///{uri}",
        "t:///{_meta}",
        "t:///{+x}/{+y}",
        "t:///a{/x}{/y*}",
        "t:///{&x}",
        "t:///{?x}/a",
        "t:///{",
        "t:///{}",
        "t:///}",
        "t:///{x y}",
        "t:///%zz/{x}",
        "{x}",
        "",
    ] {
        let error = builder().resource(template(text)).build().expect_err(text);
        assert_eq!(error.kind(), ErrorKind::Template, "{text}");
        assert!(error.to_string().starts_with(&format!("resource {text:?}: ")), "{error}");
        assert!(builder().resource(matching(text)).build().is_ok(), "{text}");
    }
    let long = format!("t:///{}", "x".repeat(1_020));
    refused(
        builder().resource(template(&long)),
        ErrorKind::Template,
        &format!("resource {long:?}: it has more than 1024 bytes"),
    );
    assert!(builder().resource(template(&long[..1_024])).build().is_ok());
    let many =
        |n: usize| format!("t:///a{{?{}}}", (0..n).map(|n| format!("v{n}")).collect::<Vec<_>>().join(","));
    assert!(builder().resource(template(&many(32))).build().is_ok());
    refused(
        builder().resource(template(&many(33))),
        ErrorKind::Template,
        &format!("resource {:?}: it has more than 32 variables", many(33)),
    );
}

#[test]
fn only_what_is_there_can_be_completed() {
    refused(
        builder().resource(completed(resource("r:a"), "x")),
        ErrorKind::Template,
        r#"resource "r:a": only templates have variables to complete"#,
    );
    refused(
        builder().resource(completed(template("t:///{x}"), "y")),
        ErrorKind::Template,
        r#"resource "t:///{x}": it completes "y", which is not among its variables"#,
    );
    assert!(builder().resource(completed(matching("m:{x}"), "y")).build().is_ok());
    let stray = prompt("p").argument(argument("a")).complete("b", async |_: CompletionRequest| Ok(["value"]));
    refused(
        builder().prompt(stray),
        ErrorKind::Name,
        r#"prompt "p": it completes "b", which is not among its arguments"#,
    );
}

#[test]
fn prompts_and_their_arguments_have_names() {
    refused(builder().prompt(prompt("")), ErrorKind::Name, r#"prompt "": a prompt needs a name"#);
    let nameless = prompt("p").argument(argument("a")).argument(argument(""));
    refused(builder().prompt(nameless), ErrorKind::Name, r#"prompt "p": an argument needs a name"#);
    let twice = prompt("p").argument(argument("a")).argument(PromptArgument::required("a"));
    refused(builder().prompt(twice), ErrorKind::Duplicate, r#"prompt "p": two arguments are named "a""#);
}

const METHODS: [(&str, &str, &str); 10] = [
    ("tools", "tools/list", ""),
    ("tools", "tools/call", r#""name":"a","#),
    ("resources", "resources/list", ""),
    ("resources", "resources/templates/list", ""),
    ("resources", "resources/read", r#""uri":"r:a","#),
    ("prompts", "prompts/list", ""),
    ("prompts", "prompts/get", r#""name":"a","#),
    ("completions", "completion/complete", r#""ref":7,"#),
    ("", "subscriptions/listen", r#""notifications":7,"#),
    ("", "no/such", ""),
];

#[test]
fn a_server_declares_what_it_has_and_has_no_other_methods() {
    let with_completion =
        prompt("a").argument(argument("x")).complete("x", async |_: CompletionRequest| Ok(["v"]));
    for (builder, capabilities) in [
        (builder(), &[][..]),
        (builder().tools([]), &["tools"]),
        (builder().resource(resource("r:a")), &["resources"]),
        (builder().resource(template("t:///{x}")), &["resources"]),
        (builder().resources([]), &["resources"]),
        (builder().resource(completed(template("t:///{x}"), "x")), &["resources", "completions"]),
        (builder().prompt(prompt("a")), &["prompts"]),
        (builder().prompts([]), &["prompts"]),
        (builder().prompt(with_completion), &["prompts", "completions"]),
    ] {
        let server = builder.build().expect("it is sound");
        let declared: Vec<_> = capabilities.iter().map(|name| format!(r#""{name}":{{}}"#)).collect();
        let expected = format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{{{}}},"ttlMs":0,"cacheScope":"private","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"d","version":"1"}}}}}}}}"#,
            declared.join(",")
        );
        assert_eq!(exchange(&server, &request("server/discover", "", "")), [expected]);
        for (needed, method, members) in METHODS {
            let unknown = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#;
            let [answer] = exchange(&server, &request(method, members, "")).try_into().expect("there is one");
            assert_eq!(answer == unknown, !capabilities.contains(&needed), "{capabilities:?} {method}");
        }
    }
}
