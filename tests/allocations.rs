//! What a call costs in allocations, beyond those of its handler. A program of its own: nothing else may allocate
//! while it counts.

use std::alloc::System;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll, Waker};

use serde::Deserialize;
use snodo::{Call, Context, Incoming, NoArguments, Outcome, Server, Tool};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[derive(Deserialize)]
struct Echo {
    text: String,
}

/// An echo with a context and one without, and `others` more tools.
fn server(others: usize) -> Server {
    Server::builder("a", "1")
        .tools((0..others).map(|n| Tool::new(format!("other_{n}"), async |_: NoArguments| Ok(()))))
        .tool(Tool::new("echo", async |args: Echo| Ok(args.text)))
        .tool(Tool::new("echo_with_context", async |args: Echo, _: Context| Ok(args.text)))
        .build()
        .expect("the tools are sound")
}

fn message(tool: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{{"text":"Hello, allocator"}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{{"name":"t","version":"1"}},"io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    )
}

/// From the bytes of a request to the bytes of its answer, in a buffer that was used before.
fn exchange(server: &Server, message: &[u8], out: &mut Vec<u8>) {
    out.clear();
    let Incoming::Request(request) = Incoming::parse(message) else { panic!("a request") };
    let mut execution = server.prepare(request, &Call::new()).expect("it is in order").execute();
    let cx = &mut TaskContext::from_waker(Waker::noop());
    let Poll::Ready(Outcome::Response(response)) = Pin::new(&mut execution).poll(cx) else {
        panic!("it is ready at its first poll")
    };
    response.encode(out);
}

/// Allocations of one call, those of the handler included. Growing counts as one.
fn count(server: &Server, message: &str) -> usize {
    let mut out = Vec::new();
    for _ in 0..3 {
        exchange(server, message.as_bytes(), &mut out);
    }
    let region = Region::new(ALLOCATOR);
    exchange(server, message.as_bytes(), &mut out);
    let change = region.change();
    assert_eq!(change.allocations, change.deallocations, "what a call takes, it gives back");
    assert!(out.ends_with(br#""content":[{"type":"text","text":"Hello, allocator"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"a","version":"1"}}}}"#));
    change.allocations + change.reallocations
}

#[test]
fn a_call_costs_few_allocations_and_other_tools_add_none() {
    /// The handler's own: its argument's text.
    const OWN: usize = 1;
    let small = server(0);
    let (plain, with_context) =
        (count(&small, &message("echo")) - OWN, count(&small, &message("echo_with_context")) - OWN);
    assert!(plain <= 2, "{plain} without a context");
    assert!(with_context <= 4, "{with_context} with a context");

    let large = server(10_000);
    assert_eq!(count(&large, &message("echo")) - OWN, plain);
    assert_eq!(count(&large, &message("echo_with_context")) - OWN, with_context);

    let mut out = Vec::with_capacity(4_096);
    let refused = br#"{"jsonrpc":"2.0","id":1,"method":7}"#;
    let region = Region::new(ALLOCATOR);
    let execution = small.handle(refused, &Call::new()).expect("it is answered");
    let Outcome::Response(response) = execution.wait() else { panic!("it says nothing before") };
    response.encode(&mut out);
    drop(response);
    assert_eq!(region.change().allocations, 0, "its text is fixed");
    println!("{plain} allocations without a context, {with_context} with one");
}
