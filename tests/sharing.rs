//! One server, many threads: the same request gives the same bytes, and nothing has to be started first.

mod wire;

use std::sync::Barrier;
use std::thread;

use serde::Deserialize;
use snodo::{Context, Execution, NoArguments, Outcome, Server, StreamResponse, Tool};
use wire::{exchange, request, start};

#[derive(Deserialize)]
struct Echo {
    text: String,
}

fn server() -> Server {
    Server::builder("s", "1")
        .tool(Tool::new("echo", async |args: Echo| Ok(args.text)))
        .tool(Tool::new("report", async |_: NoArguments, cx: Context| {
            for n in 1..=3_u32 {
                cx.progress(n.into(), Some(3.0)).await;
            }
            Ok("reported")
        }))
        .tool(Tool::new("fail", async |_: NoArguments| {
            let n: u8 = "300".parse()?;
            Ok(n.to_string())
        }))
        .build()
        .expect("the tools are sound")
}

fn messages() -> Vec<String> {
    let token = r#","progressToken":"t""#;
    let mut messages: Vec<_> = (0..20)
        .map(|n| request("tools/call", &format!(r#""name":"echo","arguments":{{"text":"{n}"}},"#), ""))
        .collect();
    messages.extend([
        request("server/discover", "", ""),
        request("tools/list", "", ""),
        request("tools/call", r#""name":"report","#, token),
        request("tools/call", r#""name":"fail","#, ""),
        request("tools/call", r#""name":"nobody","#, ""),
        "{\"id\":".into(),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#.into(),
    ]);
    messages
}

#[test]
fn every_thread_gets_the_same_bytes_in_any_order() {
    const THREADS: usize = 8;
    let (server, messages) = (server(), messages());
    let expected: Vec<_> = messages.iter().map(|message| exchange(&server, message)).collect();
    let together = Barrier::new(THREADS);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (server, messages, expected, together) = (&server, &messages, &expected, &together);
            scope.spawn(move || {
                together.wait();
                for round in 0..50 {
                    let at = (round * (thread + 1) + thread) % messages.len();
                    assert_eq!(exchange(server, &messages[at]), expected[at], "{}", messages[at]);
                }
            });
        }
    });
}

#[test]
fn two_servers_of_one_definition_answer_alike() {
    let (one, other) = (server(), server());
    for message in messages() {
        assert_eq!(exchange(&one, &message), exchange(&other, &message));
    }
}

#[test]
fn a_call_may_be_started_here_and_finished_elsewhere() {
    let server = server();
    let message = request("tools/call", r#""name":"echo","arguments":{"text":"moved"},"#, "");
    let execution = start(&server, &message).expect("it is answered");
    let outcome = thread::spawn(|| execution.wait()).join().unwrap();
    let Outcome::Response(response) = outcome else { panic!("it says nothing before") };
    let mut bytes = Vec::new();
    response.encode(&mut bytes);
    let expected = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"moved"}],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}}"#;
    assert_eq!(bytes, expected);
}

#[test]
fn what_is_shared_and_what_moves() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    fn moves<T: Send + Unpin + 'static>() {}
    shared::<Server>();
    shared::<Context>();
    shared::<snodo::Call>();
    shared::<snodo::Response>();
    moves::<Execution>();
    moves::<StreamResponse>();
    moves::<snodo::Frame>();
}
