//! Lines that are no message.

use std::sync::{Arc, Mutex};

use snodo_client::SkipReason;

use crate::peer::{Peer, answer, line, message};

type Log = Arc<Mutex<Vec<(SkipReason, String, u64)>>>;

fn noisy() -> (Peer, Log) {
    let log = Log::default();
    let into = Arc::clone(&log);
    let peer = Peer::with(|settings| {
        settings.on_skipped(move |skipped| {
            let sample = String::from_utf8_lossy(skipped.sample).into_owned();
            into.lock().unwrap().push((skipped.reason, sample, skipped.count));
        })
    });
    (peer, log)
}

#[test]
fn what_is_no_message_is_passed_over_and_told() {
    let (mut peer, log) = noisy();
    let call = peer.call(message(7));
    let noise: [(&[u8], SkipReason); 12] = [
        (b"Server v1 ready", SkipReason::NoMessage),
        (br#"{"level":"info","msg":"x"}"#, SkipReason::NoMessage),
        (b"[1,2]", SkipReason::NoMessage),
        (br#"[{"jsonrpc":"2.0","id":7,"result":{}}]"#, SkipReason::NoMessage),
        (b"null", SkipReason::NoMessage),
        (b"\"text\"", SkipReason::NoMessage),
        (br#"{"jsonrpc":"2.0","id":7,"resu"#, SkipReason::NoMessage),
        (b"\x1b[32mready\x1b[0m", SkipReason::NoMessage),
        (b"\xff\xfe\x00", SkipReason::NoMessage),
        (br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#, SkipReason::Request),
        (br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}"#, SkipReason::NoId),
        (br#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#, SkipReason::Notification),
    ];
    peer.send("\n  \n");
    for (text, _) in noise {
        peer.send([text, b"\n"].concat());
    }
    assert_eq!(call.seen(), [""; 0]);
    peer.say(answer("7"));
    assert_eq!(call.seen(), [answer("7")]);
    assert_eq!(peer.lines(), [line(7)], "nothing is written back");

    let expected = noise
        .iter()
        .zip(1..)
        .map(|((text, reason), count)| (*reason, String::from_utf8_lossy(text).into_owned(), count));
    assert_eq!(*log.lock().unwrap(), expected.collect::<Vec<_>>());
    assert_eq!(peer.transport().stats().skipped, 12);
}

#[test]
fn a_sample_is_short() {
    let (mut peer, log) = noisy();
    peer.say("x".repeat(10_000));
    assert_eq!(*log.lock().unwrap(), [(SkipReason::NoMessage, "x".repeat(256), 1)]);
}

#[test]
fn a_flood_of_noise_harms_nothing() {
    let mut peer = Peer::new();
    let call = peer.call(message(1));
    for _ in 0..100 {
        peer.send("noise\n".repeat(1000));
    }
    peer.say(answer("1"));
    assert_eq!(call.seen(), [answer("1")]);
    assert_eq!(peer.transport().stats().skipped, 100_000);
    assert_eq!(peer.lines(), [line(1)]);
}
