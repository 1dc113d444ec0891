//! What is done around handlers: in which order, knowing what, and instead of them.

mod wire;

use std::future::ready;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use snodo::{
    Extension, Failure, Invocation, Middleware, Next, NoArguments, Prompt, Resource, Server, Tool, Variables,
};
use wire::{exchange, request};

type Lines = Arc<Mutex<Vec<String>>>;

fn note(lines: &Lines, line: impl Into<String>) {
    lines.lock().expect("no holder panics").push(line.into());
}

/// Writes down what it sees, and when.
struct Recorder(&'static str, Lines);

impl Middleware for Recorder {
    fn around<T: Send + 'static>(
        &self,
        call: &Invocation<'_>,
        next: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        let Self(name, lines) = self;
        let uri = call.component.uri.unwrap_or("-");
        note(lines, format!("{name} sees {} at {uri}", call.component));
        let (name, lines) = (*name, Arc::clone(lines));
        async move {
            note(&lines, format!("{name} before"));
            let result = next.await;
            note(&lines, format!("{name} after"));
            result
        }
    }
}

fn server(lines: &Lines) -> Server {
    let recorder = |name| Recorder(name, Arc::clone(lines));
    Server::builder("m", "1")
        .tool(
            Tool::with_state("tool", Arc::clone(lines), async |lines: Lines, _: NoArguments| {
                note(&lines, "done");
                Ok("done")
            })
            .wrap(recorder("inner"))
            .wrap(recorder("outer")),
        )
        .prompt(Prompt::new("prompt", async |_: NoArguments| Ok("done")).wrap(recorder("inner")))
        .resource(Resource::new("a:b", "direct", async |_: NoArguments| Ok("done")).wrap(recorder("inner")))
        .resource(
            Resource::template("a:///{x}/y", "template", async |_: Variables| Ok("done"))
                .wrap(recorder("inner"))
                .wrap(recorder("outer")),
        )
        .extension(Extension::new("com.example/watch").around(recorder("extension")))
        .build()
        .expect("the server is well defined")
}

/// What is written down about one request.
fn told(method: &str, members: &str, extensions: &str) -> Vec<String> {
    let lines = Lines::default();
    let declared = format!(r#"clientCapabilities":{{"extensions":{{{extensions}}}}}"#);
    let request = request(method, members, "").replacen(r#"clientCapabilities":{}"#, &declared, 1);
    let answers = exchange(&server(&lines), &request);
    assert!(answers.iter().all(|answer| answer.contains(r#""text":"done""#)), "{answers:?}");
    let lines = lines.lock().expect("no holder panics");
    lines.clone()
}

#[test]
fn the_last_one_given_is_the_outermost() {
    assert_eq!(
        told("tools/call", r#""name":"tool","#, ""),
        [
            r#"inner sees tool "tool" at -"#,
            r#"outer sees tool "tool" at -"#,
            "outer before",
            "inner before",
            "done",
            "inner after",
            "outer after",
        ]
    );
}

#[test]
fn what_extensions_do_is_outside_of_everything() {
    assert_eq!(
        told("tools/call", r#""name":"tool","#, r#""com.example/watch":{}"#),
        [
            r#"inner sees tool "tool" at -"#,
            r#"outer sees tool "tool" at -"#,
            r#"extension sees tool "tool" at -"#,
            "extension before",
            "outer before",
            "inner before",
            "done",
            "inner after",
            "outer after",
            "extension after",
        ]
    );
}

#[test]
fn around_a_template_the_uri_is_known_that_was_asked_for() {
    assert_eq!(
        told("resources/read", r#""uri":"a:///%20b/y","#, r#""com.example/watch":{}"#),
        [
            r#"inner sees resource template "a:///{x}/y" at a:///%20b/y"#,
            r#"outer sees resource template "a:///{x}/y" at a:///%20b/y"#,
            r#"extension sees resource template "a:///{x}/y" at a:///%20b/y"#,
            "extension before",
            "outer before",
            "inner before",
            "inner after",
            "outer after",
            "extension after",
        ]
    );
}

#[test]
fn resources_and_prompts_are_known_by_what_names_them() {
    let [before, after] = ["inner before", "inner after"];
    assert_eq!(
        told("resources/read", r#""uri":"a:b","#, ""),
        [r#"inner sees resource "a:b" at a:b"#, before, after]
    );
    assert_eq!(
        told("prompts/get", r#""name":"prompt","#, ""),
        [r#"inner sees prompt "prompt" at -"#, before, after]
    );
}

/// Lets nobody through.
struct Closed;

impl Middleware for Closed {
    fn around<T: Send + 'static>(
        &self,
        _: &Invocation<'_>,
        _: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        ready(Err(Failure::new("closed today")))
    }
}

/// Counts how often its handler's future was polled.
async fn count(polls: Arc<AtomicUsize>, _: NoArguments) -> Result<&'static str, Failure> {
    polls.fetch_add(1, Ordering::Relaxed);
    Ok("done")
}

#[test]
fn a_refusal_without_the_handler_polls_nothing_of_it() {
    let polls = Arc::<AtomicUsize>::default();
    let server = Server::builder("m", "1")
        .tool(Tool::with_state("tool", Arc::clone(&polls), count).wrap(Closed))
        .tool(Tool::with_state("open", Arc::clone(&polls), count))
        .prompt(Prompt::with_state("prompt", Arc::clone(&polls), count).wrap(Closed))
        .resource(Resource::with_state("a:b", "direct", Arc::clone(&polls), count).wrap(Closed))
        .build()
        .expect("the server is well defined");
    let told = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"closed today"}],"isError":true,"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"1"}}}}"#;
    let refused = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"closed today"}}"#;
    for (method, members, expected) in [
        ("tools/call", r#""name":"tool","#, told),
        ("prompts/get", r#""name":"prompt","#, refused),
        ("resources/read", r#""uri":"a:b","#, refused),
    ] {
        assert_eq!(exchange(&server, &request(method, members, "")), [expected]);
        assert_eq!(polls.load(Ordering::Relaxed), 0, "{method}");
    }
    exchange(&server, &request("tools/call", r#""name":"open","#, ""));
    assert_eq!(polls.load(Ordering::Relaxed), 1, "a handler that is polled is counted");
}
