//! What others have written may panic when it is dropped, and a replaced server goes with its last request: whoever
//! drops that one does not see the panic.

mod wire;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::task::{Context as TaskContext, Waker};

use snodo::{
    Action, Binding, Call, Completion, CompletionRequest, Component, Context, Decision, Extension, Facts,
    Failure, Filter, Incoming, Instrument, Invocation, Json, Middleware, Next, NoArguments, Outcome,
    PanicReport, Prompt, Resource, Sealer, Server, ServerBuilder, Source, Span, Subscription, Tool, Topics,
    Variables,
};
use wire::{exchange, request, start};

/// Panics when it is dropped, and counts that.
struct Brittle(Arc<AtomicUsize>);

impl Drop for Brittle {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
        panic!("dropped")
    }
}

impl Sealer for Brittle {
    fn seal(&self, payload: &str, _: &Binding<'_>) -> Option<String> {
        Some(payload.into())
    }

    fn open(&self, token: &str, _: &Binding<'_>) -> Option<String> {
        Some(token.into())
    }
}

impl Instrument for Brittle {
    fn start(&self, _: &Facts<'_>) -> Option<Box<dyn Span>> {
        None
    }
}

impl Source for Brittle {
    fn supports(&self) -> Topics {
        Topics::TOOLS_LIST
    }

    fn open(&self, asked: &Filter, _: &Call) -> Result<Subscription, Failure> {
        Ok(Subscription::new(asked.clone(), |_: &mut TaskContext<'_>| std::task::Poll::Pending))
    }
}

impl Middleware for Brittle {
    fn around<T: Send + 'static>(
        &self,
        _: &Invocation<'_>,
        next: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        next
    }
}

async fn state(_: Arc<Brittle>, _: NoArguments) -> Result<&'static str, Failure> {
    Ok("")
}

async fn state_of_a_method(_: NoArguments) -> Result<Json<()>, Failure> {
    Ok(Json(()))
}

type Add = fn(ServerBuilder, Brittle) -> ServerBuilder;

/// Everything that a server is given and keeps.
const HOOKS: [(&str, Add); 14] = [
    ("policy", |b, brittle| {
        b.policy(move |_: Action, _: &Component<'_>, _: &Call| {
            let _: &Brittle = &brittle;
            Decision::Allow
        })
    }),
    ("sealer", |b, brittle| b.sealer(brittle)),
    ("principal", |b, brittle| {
        b.principal(move |_| {
            let _: &Brittle = &brittle;
            None
        })
    }),
    ("instrument", |b, brittle| b.instrument(brittle)),
    ("source", |b, brittle| b.source(brittle)),
    ("panic hook", |b, brittle| {
        b.on_panic(move |_: &PanicReport<'_>| {
            let _: &Brittle = &brittle;
        })
    }),
    ("around", |b, brittle| b.extension(Extension::new("com.example/e").around(brittle))),
    ("method", |b, brittle| {
        b.extension(Extension::new("com.example/e").method("com.example/m", move |none: NoArguments| {
            let _: &Brittle = &brittle;
            state_of_a_method(none)
        }))
    }),
    ("matcher", |b, brittle| {
        let matcher = move |_: &str| {
            let _: &Brittle = &brittle;
            None::<Variables>
        };
        b.resource(Resource::matching("a:{x}", "x", matcher, async |_: Variables| Ok("")))
    }),
    ("tool", |b, brittle| b.tool(Tool::with_state("x", brittle, state))),
    ("wrapped", |b, brittle| b.tool(Tool::new("x", async |_: NoArguments| Ok("")).wrap(brittle))),
    ("resource", |b, brittle| b.resource(Resource::with_state("a:b", "x", brittle, state))),
    ("prompt", |b, brittle| b.prompt(Prompt::with_state("x", brittle, state))),
    ("completer", |b, brittle| {
        let completer = move |_: CompletionRequest| {
            let _: &Brittle = &brittle;
            std::future::ready(Ok(Completion::default()))
        };
        b.resource(Resource::template("a:///{x}", "x", async |_: Variables| Ok("")).complete("x", completer))
    }),
];

fn builder() -> ServerBuilder {
    Server::builder("d", "1").tools([
        Tool::new("done", async |_: NoArguments, _: Context| Ok("")),
        Tool::new("hang", async |_: NoArguments| {
            std::future::pending::<()>().await;
            Ok("")
        }),
        Tool::new("hang_in_context", async |_: NoArguments, cx: Context| {
            cx.progress(1.0, None).await;
            std::future::pending::<()>().await;
            Ok("")
        }),
    ])
}

const DONE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":""}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"d","version":"1"}}}}"#;

fn call(tool: &str) -> String {
    let declared = r#"clientCapabilities":{"extensions":{"com.example/e":{}}}"#;
    let call = request("tools/call", &format!(r#""name":"{tool}","#), "");
    call.replacen(r#"clientCapabilities":{}"#, declared, 1)
}

/// Makes something of a server that has one brittle part, replaces and drops the server, then drops what was made.
#[track_caller]
fn outlives<T>((name, add): (&str, Add), make: impl FnOnce(&Server) -> T) {
    let dropped = Arc::<AtomicUsize>::default();
    let server = add(builder(), Brittle(Arc::clone(&dropped))).build().expect("the server is well defined");
    let made = make(&server);
    server.replace(&builder().build().expect("the tools are sound"));
    assert_eq!(exchange(&server, &call("done")), [DONE], "{name}: the new one answers");
    drop(server);
    assert_eq!(dropped.load(Ordering::Relaxed), 0, "{name}: the request still needs it");
    let thrown = catch_unwind(AssertUnwindSafe(|| drop(made)));
    assert!(thrown.is_ok(), "{name}: its panic goes through");
    assert_eq!(dropped.load(Ordering::Relaxed), 1, "{name}: nothing needs it any more");
}

#[test]
fn whoever_drops_an_execution_sees_no_panic() {
    for hook in HOOKS {
        for tool in ["hang", "hang_in_context"] {
            outlives(hook, |server| start(server, &call(tool)).expect("it is answered"));
            outlives(hook, |server| {
                let mut execution = start(server, &call(tool)).expect("it is answered");
                let polled = Pin::new(&mut execution).poll(&mut TaskContext::from_waker(Waker::noop()));
                assert!(polled.is_pending());
                execution
            });
        }
    }
}

#[test]
fn whoever_drops_a_stream_or_gives_it_up_sees_no_panic() {
    for hook in HOOKS {
        outlives(hook, |server| {
            start(server, &call("hang_in_context")).expect("it is answered").into_stream()
        });
        let listen = request("subscriptions/listen", r#""notifications":{},"#, "");
        if hook.0 == "source" {
            outlives(hook, |server| start(server, &listen).expect("it is answered"));
            outlives(hook, |server| start(server, &listen).expect("it is answered").into_stream());
        }
    }
}

#[test]
fn whoever_drops_a_response_sees_no_panic() {
    for hook in HOOKS {
        outlives(hook, |server| {
            let Outcome::Response(response) = start(server, &call("done")).expect("it is answered").wait()
            else {
                panic!("nothing is streamed here")
            };
            response
        });
    }
}

#[test]
fn whoever_drops_what_was_prepared_sees_no_panic() {
    let message = call("hang_in_context");
    for hook in HOOKS {
        outlives(hook, |server| {
            let Incoming::Request(request) = Incoming::parse(message.as_bytes()) else {
                panic!("it is a request")
            };
            server.prepare(request, &Call::new()).expect("it is in order")
        });
    }
}

#[test]
fn one_extension_that_panics_does_not_keep_the_next() {
    let dropped = Arc::<AtomicUsize>::default();
    let extension = |id| Extension::new(id).around(Brittle(Arc::clone(&dropped)));
    let server = builder().extension(extension("com.example/e")).extension(extension("com.example/f"));
    drop(server.build().expect("the server is well defined"));
    assert_eq!(dropped.load(Ordering::Relaxed), 2);
}

#[test]
fn whoever_drops_a_context_that_has_outlived_its_server_sees_no_panic() {
    for hook in HOOKS {
        let (lend, lent) = channel();
        let lends = Tool::with_state(
            "lend",
            lend,
            async |lend: Arc<Sender<Context>>, _: NoArguments, cx: Context| {
                lend.send(cx)?;
                Ok("")
            },
        );
        let dropped = Arc::<AtomicUsize>::default();
        let server = hook.1(builder().tool(lends), Brittle(Arc::clone(&dropped))).build();
        let server = server.expect("the server is well defined");
        assert_eq!(exchange(&server, &call("lend")), [DONE]);
        drop(server);
        drop(lent.recv().expect("the tool has lent it"));
        assert_eq!(dropped.load(Ordering::Relaxed), 1, "{}", hook.0);
    }
}
