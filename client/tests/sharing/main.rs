//! One client, many tasks.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use async_io::Async;
use futures_lite::future::{block_on, poll_once};
use serde_json::json;
use snodo_client::{Client, StreamSettings, StreamTransport, Target};

const TASKS: usize = 64;
const CALLS: usize = 100_000;

/// The text after `before` up to `after`.
fn between<'a>(line: &'a str, before: &str, after: char) -> &'a str {
    let rest = line.split_once(before).expect("it is in the line").1;
    rest.split_once(after).expect("it ends").0
}

fn connected(stream: UnixStream) -> Client {
    let stream = Async::new(stream).expect("it can be waited for");
    let (reader, writer) = futures_lite::io::split(stream);
    let transport =
        StreamTransport::new(reader, writer, StreamSettings::new()).expect("the settings are sound");
    block_on(Client::connect(Target::transport(transport))).expect("it is spoken")
}

/// Answers what waits in an order of its own, until the other side is gone; gives the ids that it was asked by.
fn shuffling_peer(stream: UnixStream) -> HashSet<u64> {
    let mut lines = BufReader::new(stream.try_clone().expect("it has a second handle"));
    let mut out = stream;
    let (mut ids, mut waiting, mut random, mut line) = (HashSet::new(), Vec::new(), 1_u64, String::new());
    loop {
        line.clear();
        if lines.read_line(&mut line).expect("it can be read") == 0 {
            return ids;
        }
        let id: u64 = between(&line, "\"id\":", ',').parse().expect("ids are integers");
        assert!(ids.insert(id), "the id {id} came twice");
        waiting.push((id, between(&line, "\"text\":\"", '"').to_owned()));
        // What is buffered already is read first, so that there is something to shuffle.
        if !lines.buffer().is_empty() && waiting.len() < TASKS {
            continue;
        }
        let mut answers = String::new();
        while !waiting.is_empty() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = usize::try_from(random >> 33).expect("31 bits fit") % waiting.len();
            let (id, text) = waiting.swap_remove(at);
            answers.push_str(&format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\"content\":\
                 [{{\"type\":\"text\",\"text\":\"{text}\"}}]}}}}\n"
            ));
        }
        out.write_all(answers.as_bytes()).expect("it can be written");
    }
}

#[test]
fn each_task_gets_its_own_answers() {
    let (ours, theirs) = UnixStream::pair().expect("there are sockets");
    let peer = thread::spawn(move || shuffling_peer(theirs));
    let client = connected(ours);
    let next = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<_> = (0..TASKS)
        .map(|_| {
            let (client, next) = (client.clone(), Arc::clone(&next));
            thread::spawn(move || {
                block_on(async {
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= CALLS {
                            return;
                        }
                        let text = format!("call {n}");
                        let outcome =
                            client.call_tool("echo", json!({ "text": text })).await.expect("it answers");
                        let result = outcome.complete().expect("it asks nothing");
                        assert_eq!(result.blocks()[0].as_text(), Some(&*text));
                    }
                });
            })
        })
        .collect();
    for task in tasks {
        task.join().expect("it got its answers");
    }
    block_on(client.close()).expect("it ends as it should");
    let ids = peer.join().expect("every id was new");
    assert_eq!(ids.len(), CALLS);
}

#[test]
fn a_call_that_is_dropped_is_cancelled_on_the_wire() {
    let (ours, theirs) = UnixStream::pair().expect("there are sockets");
    let client = connected(ours);
    let mut lines = BufReader::new(theirs);
    let mut line = String::new();
    let mut call = client.call_tool("wait", ()).into_future();
    block_on(poll_once(&mut call));
    lines.read_line(&mut line).expect("it can be read");
    let id = between(&line, "\"id\":", ',').to_owned();
    drop(call);
    line.clear();
    lines.read_line(&mut line).expect("it can be read");
    assert!(line.starts_with(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"#), "{line}");
    assert!(line.contains(&format!("\"requestId\":{id}")), "{line}");
}
