//! What was read with answers of the client's is not to be kept: a cache does not know them.

use std::time::Duration;

use snodo::{CacheScope, Context, NoArguments, ReadResult, Resource, ResourceContents, Server};

use super::{Readable, accepted, answers, ask, request, result};

fn server(sealed: bool) -> Server {
    let builder = Server::builder("i", "1")
        .resource(Resource::new("a:asks", "asks", async |_: NoArguments, cx: Context| ask(&cx, "who").await))
        .resource(Resource::new("a:may_ask", "may_ask", async |_: NoArguments, cx: Context| {
            let contents = ResourceContents::text("a:may_ask", format!("{}", cx.wants_progress()));
            Ok(ReadResult::new().contents(contents).cache(CacheScope::Public, Duration::from_secs(1)))
        }))
        .resource(Resource::new("a:plain", "plain", async |_: NoArguments| Ok("plain")))
        .read_cache(CacheScope::Public, Duration::from_secs(600));
    if sealed { builder.sealer(Readable) } else { builder }.build().expect("the resources are sound")
}

fn read(name: &str, members: &str) -> String {
    request("resources/read", &format!(r#""uri":"a:{name}",{members}"#))
}

fn contents(name: &str, text: &str, cache: &str) -> String {
    result(&format!(r#""resultType":"complete","contents":[{{"uri":"a:{name}","text":"{text}"}}],{cache}"#))
}

const UNKEPT: &str = r#""ttlMs":0,"cacheScope":"private""#;

#[test]
fn a_first_round_is_kept_as_the_server_says() {
    let declared = r#""ttlMs":600000,"cacheScope":"public""#;
    answers(&server(false), &read("plain", ""), &contents("plain", "plain", declared));
    let own = r#""ttlMs":1000,"cacheScope":"public""#;
    answers(&server(false), &read("may_ask", ""), &contents("may_ask", "false", own));
}

#[test]
fn a_read_that_used_answers_is_not_kept() {
    let expected = contents("asks", r#"{\"v\":\"Ada\"}"#, UNKEPT);
    let direct = format!(r#""inputResponses":{{"who":{}}},"#, accepted("Ada"));
    let payload = format!(r#"{{"answers":{{"who":{}}}}}"#, accepted("Ada")).replace('"', "\\\"");
    for (sealed, seal) in [(false, ""), (true, "resources/read!")] {
        answers(&server(sealed), &read("asks", &direct), &expected);
        let state = format!(r#""requestState":"{seal}{payload}","#);
        answers(&server(sealed), &read("asks", &state), &expected);
    }
}

#[test]
fn a_read_that_brought_answers_is_not_kept_whatever_its_handler_says() {
    let members = format!(r#""inputResponses":{{"who":{}}},"#, accepted("Ada"));
    answers(&server(false), &read("may_ask", &members), &contents("may_ask", "false", UNKEPT));
}

#[test]
fn a_retry_is_not_kept_even_where_nothing_asks_and_nothing_came() {
    for members in [r#""inputResponses":{"who":{}},"#, r#""inputResponses":{},"#, r#""requestState":"{}","#] {
        answers(&server(false), &read("plain", members), &contents("plain", "plain", UNKEPT));
        answers(&server(false), &read("may_ask", members), &contents("may_ask", "false", UNKEPT));
    }
}
