//! What a handler keeps from round to round.

use serde::Deserialize;
use serde_json::value::RawValue;
use snodo::{Context, Failure, InputRequired, NoArguments, Server, Tool};

use super::{Readable, accepted, answers, ask, asked, call, internal, result, said};

#[derive(Deserialize)]
struct Nested {
    depth: usize,
}

fn tools() -> [Tool; 4] {
    [
        Tool::new("keep_once", async |_: NoArguments, cx: Context| {
            if cx.state::<String>().is_none() {
                cx.keep(&"kept")?;
            }
            ask(&cx, "one").await?;
            ask(&cx, "other").await?;
            Ok(cx.state::<String>().unwrap_or_default())
        }),
        Tool::new("count", async |_: NoArguments, cx: Context| {
            let rounds = cx.state::<u32>().unwrap_or(0);
            cx.keep(&"not this")?;
            cx.keep(&(rounds + 1))?;
            ask(&cx, "one").await?;
            ask(&cx, "other").await?;
            Ok(format!("{rounds} rounds before"))
        }),
        Tool::new("demand", async |_: NoArguments, cx: Context| match cx.state::<String>() {
            None => Err(Failure::input_required(InputRequired::new().state("a \"b\""))),
            Some(state) => Ok(state),
        }),
        Tool::new("nest", async |nested: Nested, cx: Context| {
            let text = "[".repeat(nested.depth) + &"]".repeat(nested.depth);
            cx.keep(&RawValue::from_string(text)?)?;
            ask(&cx, "one").await
        }),
    ]
}

fn server() -> Server {
    Server::builder("i", "1").tools(tools()).sealer(Readable).build().expect("the tools are sound")
}

/// A request that brings the answer to `key`, and the state of the round before.
fn round(tool: &str, key: &str, state: &str) -> String {
    call(tool, &format!(r#""inputResponses":{{"{key}":{}}}{state},"#, accepted("a")))
}

/// A state: the answer to `one` where it was `used`, and what was kept.
fn state(used: bool, kept: &str) -> String {
    let one = r#"\"answers\":{\"one\":{\"action\":\"accept\",\"content\":{\"v\":\"a\"}}},"#;
    let one = if used { one } else { "" };
    format!(r#","requestState":"tools/call!{{{one}\"state\":{kept}}}""#)
}

#[test]
fn what_was_kept_stays_through_rounds_that_keep_nothing() {
    let (first, second) = (state(false, r#"\"kept\""#), state(true, r#"\"kept\""#));
    answers(&server(), &call("keep_once", ""), &asked("one", &first));
    answers(&server(), &round("keep_once", "one", &first), &asked("other", &second));
    answers(&server(), &round("keep_once", "other", &second), &said("kept"));
}

#[test]
fn the_last_value_kept_counts() {
    let (first, second) = (state(false, "1"), state(true, "2"));
    answers(&server(), &call("count", ""), &asked("one", &first));
    answers(&server(), &round("count", "one", &first), &asked("other", &second));
    answers(&server(), &round("count", "other", &second), &said("2 rounds before"));
}

#[test]
fn the_state_of_a_demand_comes_back() {
    let demand = r#""requestState":"tools/call!{\"state\":\"a \\\"b\\\"\"}""#;
    let demanded = result(&format!(r#""resultType":"input_required",{demand}"#));
    answers(&server(), &call("demand", ""), &demanded);
    answers(&server(), &call("demand", &format!("{demand},")), &said(r#"a \"b\""#));
}

#[test]
fn nothing_is_kept_without_a_sealer() {
    let server = Server::builder("i", "1").tools(tools()).build().expect("the tools are sound");
    for tool in ["keep_once", "count", "demand"] {
        answers(&server, &call(tool, ""), &internal());
    }
}

#[test]
fn what_could_not_be_read_again_is_refused_at_once() {
    let nest = |depth| call("nest", &format!(r#""arguments":{{"depth":{depth}}},"#));
    // The state is one level more.
    let deep = "[".repeat(127) + &"]".repeat(127);
    answers(&server(), &nest(127), &asked("one", &state(false, &deep)));
    answers(&server(), &nest(128), &internal());
}
