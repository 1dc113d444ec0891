//! When calls are given up.

use std::pin::pin;
use std::time::Duration;

use snodo_client::Client;

use crate::script::{Script, Step, now, result, say, try_now};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

const PROGRESS: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#;

#[test]
fn a_silent_server_is_given_up_after_the_time_that_is_set() {
    let script = Script::new([vec![Step::Hang], vec![Step::Hang]]);
    let client = script.client();
    let mut call = pin!(client.call_tool("x", ()).into_future());
    assert!(try_now(&mut call).is_none());
    script.clock.advance(ms(29_999));
    assert!(try_now(&mut call).is_none());
    script.clock.advance(ms(1));
    let error = try_now(&mut call).expect("its time is over").expect_err("nothing came");
    assert_eq!((error.code(), error.data()), (-32001, Some(r#"{"timeoutMs":30000}"#)));
    assert!(error.is_timeout() && !error.is_answer());
    assert_eq!(error.to_string(), "tools/call: no answer within 30000 ms");
    assert_eq!(script.dropped(), ["1"], "the request was given up");

    let mut call = pin!(client.call_tool("x", ()).timeout(ms(100)).into_future());
    assert!(try_now(&mut call).is_none());
    script.clock.advance(ms(100));
    let error = try_now(&mut call).expect("its time is over").expect_err("nothing came");
    assert_eq!(error.data(), Some(r#"{"timeoutMs":100}"#));
}

/// A call that takes 5 s, on a server that reports progress every half second; what it comes to.
fn five_seconds(total: u64, extends: bool) -> Result<(), snodo_client::Error> {
    let mut part: Vec<_> = (0..10).flat_map(|_| [Step::Pause(ms(500)), say(PROGRESS)]).collect();
    part.extend(result(r#""content":[]"#));
    let script = Script::new([part]);
    let call = script.client().call_tool("x", ()).timeout(ms(1000)).total_timeout(ms(total));
    let call = if extends { call.progress_extends_timeout() } else { call };
    let mut call = pin!(call.into_future());
    for _ in 0..60 {
        if let Some(ended) = try_now(&mut call) {
            assert_eq!(script.sent()[0].body.contains(r#""progressToken":1"#), extends);
            assert_eq!(script.dropped().len(), usize::from(ended.is_err()), "what is given up is cancelled");
            return ended.map(drop);
        }
        script.clock.advance(ms(100));
    }
    panic!("the call does not end");
}

#[test]
fn progress_extends_the_time_of_a_request_and_not_that_of_the_call() {
    five_seconds(10_000, true).expect("no silence was longer than a second");
    let error = five_seconds(3000, true).expect_err("it takes longer than the whole may");
    assert_eq!(error.data(), Some(r#"{"maxTotalTimeoutMs":3000}"#));
    let error = five_seconds(10_000, false).expect_err("it takes longer than a request may");
    assert_eq!(error.data(), Some(r#"{"timeoutMs":1000}"#));
}

#[test]
fn no_progress_extends_the_whole() {
    let script = Script::new([vec![Step::Hang]]);
    let call =
        script.client().call_tool("x", ()).timeout(None).total_timeout(ms(3000)).progress_extends_timeout();
    let mut call = pin!(call.into_future());
    assert!(try_now(&mut call).is_none());
    script.clock.advance(ms(3000));
    let error = try_now(&mut call).expect("its time is over").expect_err("nothing came");
    assert_eq!((error.code(), error.data()), (-32001, Some(r#"{"maxTotalTimeoutMs":3000}"#)));
}

#[test]
fn without_limits_nothing_is_given_up() {
    let script = Script::new([vec![Step::Hang]]);
    let client = script.client_of(Client::builder().timeout(None).total_timeout(None));
    let mut call = pin!(client.call_tool("x", ()).into_future());
    assert!(try_now(&mut call).is_none());
    script.clock.advance(Duration::from_secs(1_000_000));
    assert!(try_now(&mut call).is_none());
}

#[test]
fn what_is_there_is_given_although_time_is_over() {
    let script = Script::new([result(r#""content":[]"#)]);
    let call = script.client().call_tool("x", ()).timeout(Duration::ZERO);
    assert!(now(call).is_ok());
}

#[test]
fn pages_share_the_time_of_the_whole() {
    let script = Script::new([result(r#""tools":[],"nextCursor":"a""#), vec![Step::Hang]]);
    let mut call = pin!(script.client().list_tools().total_timeout(ms(500)).into_future());
    assert!(try_now(&mut call).is_none());
    script.clock.advance(ms(500));
    let error = try_now(&mut call).expect("its time is over").expect_err("page two hangs");
    assert_eq!(error.data(), Some(r#"{"maxTotalTimeoutMs":500}"#));
}
