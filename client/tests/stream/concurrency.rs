//! Many threads on one connection.

use std::future::poll_fn;
use std::sync::Arc;
use std::thread;

use futures_lite::future::block_on;
use futures_lite::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use snodo_client::{StreamSettings, StreamTransport, Transport as _};

use crate::peer::message;

const THREADS: u64 = 64;
const CALLS: u64 = 100;

#[test]
fn each_of_many_threads_gets_its_own_answers() {
    let (reader, mut input) = piper::pipe(4096);
    let (output, writer) = piper::pipe(1024);
    let transport = Arc::new(StreamTransport::new(reader, writer, StreamSettings::new()).unwrap());

    // Answers in batches, each from its last request to its first, with progress between them.
    let server = thread::spawn(move || {
        block_on(async move {
            let mut lines = BufReader::new(output);
            let (mut batch, mut line) = (Vec::new(), String::new());
            for _ in 0..THREADS * CALLS {
                line.clear();
                lines.read_line(&mut line).await.unwrap();
                let id = line.trim_end().strip_prefix(r#"{"jsonrpc":"2.0","id":"#).unwrap();
                batch.push(id.strip_suffix(r#","method":"tools/call"}"#).unwrap().to_owned());
                // What came at once is answered at once: whoever waits for more might wait for ever.
                if lines.buffer().is_empty() {
                    for id in batch.drain(..).rev() {
                        let told = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":0,"progress":1}}"#;
                        let answer = format!(
                            "{told}\n{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"of\":{id}}}}}\n"
                        );
                        input.write_all(answer.as_bytes()).await.unwrap();
                    }
                }
            }
        });
    });

    let callers: Vec<_> = (0..THREADS)
        .map(|caller| {
            let transport = Arc::clone(&transport);
            thread::spawn(move || {
                for call in 0..CALLS {
                    let id = 1 + caller * CALLS + call;
                    let answer = block_on(async {
                        let mut arrivals = transport.request(message(id)).await.unwrap();
                        poll_fn(|cx| arrivals.poll_next(cx)).await.unwrap().unwrap()
                    });
                    let expected = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"of\":{id}}}}}");
                    assert_eq!(String::from_utf8_lossy(&answer.message), expected);
                }
            })
        })
        .collect();
    callers.into_iter().for_each(|caller| caller.join().unwrap());
    server.join().unwrap();
    let stats = transport.stats();
    assert_eq!((stats.answered, stats.skipped), (THREADS * CALLS, 0));
}
