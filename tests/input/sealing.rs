//! Which answers count, and what a token may be.

use snodo::{Binding, Context, Limits, NoArguments, Sealer, Server, Tool};

use super::{Readable, accepted, answers, ask, asked, call, error, internal, said};

fn tools() -> [Tool; 2] {
    [
        Tool::new("twice", async |_: NoArguments, cx: Context| {
            let (one, other) = (ask(&cx, "one").await?, ask(&cx, "other").await?);
            Ok(format!("{one} {other}"))
        }),
        Tool::new("keep", async |_: NoArguments, cx: Context| {
            cx.keep(&1)?;
            ask(&cx, "one").await
        }),
    ]
}

/// The second round's answer to `one`, sealed or not, as `requestState` has it.
fn carried(seal: &str) -> String {
    format!(
        r#""requestState":"{seal}{{\"answers\":{{\"one\":{{\"action\":\"accept\",\"content\":{{\"v\":\"first\"}}}}}}}}""#
    )
}

#[test]
fn an_answer_that_travels_sealed_cannot_be_given_anew() {
    let sealed =
        Server::builder("i", "1").tools(tools()).sealer(Readable).build().expect("the tools are sound");
    let open = Server::builder("i", "1").tools(tools()).build().expect("the tools are sound");
    for (server, seal, counts) in [(sealed, "tools/call!", "first"), (open, "", "anew")] {
        answers(&server, &call("twice", ""), &asked("one", ""));
        let first = format!(r#""inputResponses":{{"one":{}}},"#, accepted("first"));
        let state = carried(seal);
        answers(&server, &call("twice", &first), &asked("other", &format!(",{state}")));
        let both = format!(
            r#""inputResponses":{{"one":{},"other":{}}},{state},"#,
            accepted("anew"),
            accepted("last")
        );
        let expected = said(&format!(r#"{{\"v\":\"{counts}\"}} {{\"v\":\"last\"}}"#));
        answers(&server, &call("twice", &both), &expected);
    }
}

/// Makes tokens of a length of its own.
struct Padded(usize);

impl Sealer for Padded {
    fn seal(&self, payload: &str, _: &Binding<'_>) -> Option<String> {
        Some(payload.to_owned() + &" ".repeat(self.0 - payload.len()))
    }

    fn open(&self, token: &str, _: &Binding<'_>) -> Option<String> {
        Some(token.trim_end().into())
    }
}

#[test]
fn a_token_has_at_most_as_many_bytes_as_the_limits_say() {
    for (limits, most) in [(Limits::default(), 65_536), (Limits::default().request_state(100), 100)] {
        let server = |bytes| {
            let builder = Server::builder("i", "1").tools(tools()).sealer(Padded(bytes)).limits(limits);
            builder.build().expect("the tools are sound")
        };
        // What is kept takes eleven bytes.
        let token = |bytes: usize| format!(r#""requestState":"{{\"state\":1}}{}""#, " ".repeat(bytes - 11));
        for fits in [most - 1, most] {
            answers(&server(fits), &call("keep", ""), &asked("one", &format!(",{}", token(fits))));
        }
        answers(&server(most + 1), &call("keep", ""), &internal());

        let back = |bytes| {
            let answer = accepted("first");
            call("keep", &format!(r#""inputResponses":{{"one":{answer}}},{},"#, token(bytes)))
        };
        for fits in [most - 1, most] {
            answers(&server(most), &back(fits), &said(r#"{\"v\":\"first\"}"#));
        }
        answers(&server(most), &back(most + 1), &error(-32602, "Invalid or expired requestState"));
    }
}
