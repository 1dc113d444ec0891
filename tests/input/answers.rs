//! How many answers one request may bring, and of which form.

use snodo::{Context, NoArguments, Server, Tool};

use super::{Readable, accepted, answers, ask, call, error, said};

fn server(sealed: bool) -> Server {
    let builder = Server::builder("i", "1")
        .tool(Tool::new("ask", async |_: NoArguments, cx: Context| ask(&cx, "who").await))
        .tool(Tool::new("plain", async |_: NoArguments| Ok("plain")));
    if sealed { builder.sealer(Readable) } else { builder }.build().expect("the tools are sound")
}

/// An object with the answer `Ada` to `who`, and with `others` that nobody asks for.
fn object(others: usize) -> String {
    let others: String = (0..others).map(|n| format!(r#""k{n}":{n},"#)).collect();
    format!(r#"{{{others}"who":{}}}"#, accepted("Ada"))
}

fn ada() -> String {
    said(r#"{\"v\":\"Ada\"}"#)
}

#[test]
fn a_request_brings_at_most_256_answers() {
    let bringing = |others| call("ask", &format!(r#""inputResponses":{},"#, object(others)));
    for sealed in [false, true] {
        answers(&server(sealed), &bringing(255), &ada());
        let refused = error(-32602, "Invalid params: inputResponses holds more than 256");
        answers(&server(sealed), &bringing(256), &refused);
    }
}

#[test]
fn a_state_brings_at_most_256_answers() {
    let bringing = |seal: &str, others| {
        let payload = format!(r#"{{"answers":{}}}"#, object(others)).replace('"', "\\\"");
        call("ask", &format!(r#""requestState":"{seal}{payload}","#))
    };
    for (sealed, seal) in [(false, ""), (true, "tools/call!")] {
        answers(&server(sealed), &bringing(seal, 255), &ada());
        let refused = error(-32602, "Invalid or expired requestState");
        answers(&server(sealed), &bringing(seal, 256), &refused);
    }
}

#[test]
fn what_no_question_asks_for_may_be_anything() {
    let others = r#""a":7,"b":null,"c":[1],"d":"x","e":true"#;
    let members = format!(r#""inputResponses":{{{others},"who":{}}},"#, accepted("Ada"));
    answers(&server(false), &call("ask", &members), &ada());
    answers(&server(false), &call("plain", &members), &said("plain"));
}

#[test]
fn an_answer_that_is_needed_has_to_be_an_object() {
    let refused = error(-32602, r#"Invalid params: the answer to \"who\": the value must be an object"#);
    for answer in ["7", "null", "[]", r#""accept""#, "true"] {
        let direct = format!(r#""inputResponses":{{"who":{answer}}},"#);
        answers(&server(false), &call("ask", &direct), &refused);
        let carried = format!(r#"{{"answers":{{"who":{answer}}}}}"#).replace('"', "\\\"");
        answers(&server(false), &call("ask", &format!(r#""requestState":"{carried}","#)), &refused);
    }
}
