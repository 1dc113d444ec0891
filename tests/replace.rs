//! Replacing what a server offers while it is at work.

mod wire;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

use snodo::{Call, Incoming, NoArguments, Outcome, Server, Tool};
use wire::{exchange, request, start};

/// A server whose one tool says which edition it is of.
fn edition(n: usize) -> Server {
    Server::builder("r", n.to_string())
        .tool(Tool::new("edition", move |_: NoArguments| async move { Ok(n.to_string()) }))
        .build()
        .expect("the tool is sound")
}

fn call() -> String {
    request("tools/call", r#""name":"edition","#, "")
}

fn answer(n: usize) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","content":[{{"type":"text","text":"{n}"}}],"_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"r","version":"{n}"}}}}}}}}"#
    )
}

fn encoded(outcome: Outcome) -> String {
    let Outcome::Response(response) = outcome else { panic!("it says nothing before") };
    let mut bytes = Vec::new();
    response.encode(&mut bytes);
    String::from_utf8(bytes).expect("messages are UTF-8")
}

#[test]
fn what_was_prepared_before_finishes_on_the_old_definitions() {
    let server = edition(1);
    let message = call();
    let Incoming::Request(request) = Incoming::parse(message.as_bytes()) else { panic!("a request") };
    let prepared = server.prepare(request, &Call::new()).unwrap();
    let execution = start(&server, &message).expect("it is answered");
    server.replace(&edition(2));
    assert_eq!(encoded(prepared.execute().wait()), answer(1));
    assert_eq!(encoded(execution.wait()), answer(1));
    assert_eq!(exchange(&server, &message), [answer(2)]);
}

#[test]
fn clones_change_together() {
    let server = edition(1);
    let clone = server.clone();
    server.replace(&edition(2));
    assert_eq!(exchange(&clone, &call()), [answer(2)]);
}

#[test]
fn the_new_server_goes_its_own_way_afterwards() {
    let (server, new) = (edition(1), edition(2));
    server.replace(&new);
    new.replace(&edition(3));
    assert_eq!(exchange(&server, &call()), [answer(2)]);
    assert_eq!(exchange(&new, &call()), [answer(3)]);
}

#[test]
fn a_server_can_be_replaced_by_itself() {
    let server = edition(1);
    server.replace(&server.clone());
    assert_eq!(exchange(&server, &call()), [answer(1)]);
}

#[test]
fn under_load_each_answer_is_whole_and_no_edition_comes_back() {
    const EDITIONS: usize = 200;
    const CALLERS: usize = 4;
    let server = edition(0);
    let (done, latest) = (AtomicBool::new(false), AtomicUsize::new(0));
    let together = Barrier::new(CALLERS + 1);
    thread::scope(|scope| {
        for _ in 0..CALLERS {
            scope.spawn(|| {
                together.wait();
                let mut seen = 0;
                while !done.load(Ordering::Acquire) {
                    let least = latest.load(Ordering::Acquire);
                    let [got] = exchange(&server, &call()).try_into().unwrap();
                    let edition = (least.max(seen)..=EDITIONS).find(|n| got == answer(*n));
                    seen = edition.unwrap_or_else(|| panic!("after edition {least}: {got}"));
                }
            });
        }
        together.wait();
        for n in 1..=EDITIONS {
            server.replace(&edition(n));
            latest.store(n, Ordering::Release);
            assert_eq!(exchange(&server, &call()), [answer(n)]);
        }
        done.store(true, Ordering::Release);
    });
}

#[test]
fn the_old_handlers_are_dropped_with_their_last_call() {
    let state = Arc::new(());
    let old = Server::builder("r", "0")
        .tool(Tool::with_state("edition", Arc::clone(&state), async |_: Arc<()>, _: NoArguments| Ok("0")))
        .build()
        .unwrap();
    let execution = start(&old, &call()).expect("it is answered");
    old.replace(&edition(1));
    assert!(Arc::strong_count(&state) > 1, "a call is still to be answered");
    assert_eq!(encoded(execution.wait()), answer(0));
    assert_eq!(Arc::strong_count(&state), 1);
}
