//! The client, whatever a server says.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use serde_json::Value;
use snodo_client::machine::Message;
use snodo_client::{
    Arrivals, Arrived, Cache, Call, Client, End, Error, ErrorKind, Outcome, Output, Subscription, Transport,
    TransportFuture,
};
use snodo_core::model::{ElicitResult, Tool};

/// How many messages one request gets before its connection ends.
const MESSAGES: usize = 4;
/// More requests than a call may send: pages, rounds, and a second try.
const MOST_REQUESTS: usize = 16;

/// The first byte chooses the call; every line after it is a message, and every request gets the next few of them.
///
/// A call ends without waiting for anything but messages. What it gives is what some message says, and what it blames the
/// server for, the server has said.
///
/// # Panics
///
/// When one of this does not hold.
pub fn client(data: &[u8]) {
    let Some((choice, lines)) = data.split_first() else { return };
    let lines: Vec<Vec<u8>> = lines.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let script =
        Script { lines: Arc::new(Mutex::new(lines.iter().cloned().collect())), sent: Arc::default() };
    let builder = Client::builder().clock(NoTime).max_pages(4).max_input_rounds(3).cache(Cache::new());
    let builder = builder.on_form(|_| async { Ok::<_, std::convert::Infallible>(ElicitResult::cancel()) });
    let client = builder.transport(script.clone()).expect("the revision is spoken");
    let said = Said(lines.iter().filter_map(|line| message(line)).collect());
    match choice % 6 {
        0 => said.judge(ended(client.call_tool("t", ()).progress_extends_timeout())),
        1 => said.judge(ended(client.read_resource("a:b"))),
        2 => said.judge(ended(client.request("own/method", ()))),
        3 => said.judge_list(ended(client.list_tools())),
        4 => said.judge_error(ended(client.discover()).err().as_ref()),
        _ => said.listen(ended(client.listen().tools_list_changed())),
    }
    let sent = *script.sent.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(sent <= MOST_REQUESTS, "{sent} requests were sent");
}

/// What a call ends with, polled once: nothing in it waits.
fn ended<T: Output>(call: Call<T>) -> Result<T, Error> {
    let mut call = pin!(call.into_future());
    match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(ended) => ended,
        Poll::Pending => panic!("the call waits for something"),
    }
}

/// A second opinion on what is a message.
fn message(line: &[u8]) -> Option<Value> {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    serde_json::from_slice::<Value>(line).ok().filter(|message| message["jsonrpc"] == "2.0")
}

/// The messages that the server said, as another reader sees them.
struct Said(Vec<Value>);

impl Said {
    fn judge<T>(&self, ended: Result<Outcome<T>, Error>) {
        match ended {
            Ok(Outcome::Complete(reply)) => self.has_result(reply.raw()),
            Ok(Outcome::InputRequired(demand)) => self.has_result(demand.raw()),
            Err(error) => self.judge_error(Some(&error)),
        }
    }

    fn judge_list(&self, ended: Result<Vec<Tool>, Error>) {
        match ended {
            Ok(tools) => {
                let names = |result: &Value| -> Vec<String> {
                    let listed = result["tools"].as_array().into_iter().flatten();
                    listed.filter_map(|tool| tool["name"].as_str().map(str::to_owned)).collect()
                };
                let said: Vec<_> = self.results().flat_map(names).collect();
                assert!(tools.iter().all(|tool| said.contains(&tool.name)), "a tool was made up");
            }
            Err(error) => self.judge_error(Some(&error)),
        }
    }

    fn judge_error(&self, error: Option<&Error>) {
        let Some(error) = error else { return };
        if error.is_answer() {
            let is_it = |message: &Value| {
                message["error"]["code"].as_i64() == Some(error.code())
                    && message["error"]["message"] == error.message()
            };
            assert!(self.0.iter().any(is_it), "the server never said {error}");
        }
        if let Some(raw) = error.raw_result().filter(|_| error.kind() == ErrorKind::Result)
            && error.method() != Some("subscriptions/listen")
        {
            self.has_result(raw);
        }
        assert!(!error.is_timeout(), "there is no time");
    }

    fn listen(&self, ended: Result<Subscription, Error>) {
        let mut changes = match ended {
            Ok(changes) => changes,
            Err(error) => return self.judge_error(Some(&error)),
        };
        let mut events = 0;
        while let Poll::Ready(Some(_)) = changes.poll_next(&mut Context::from_waker(Waker::noop())) {
            events += 1;
        }
        assert!(events < 4 * MESSAGES, "an event was made up");
        match changes.end() {
            Some(End::Failed(error)) => self.judge_error(Some(error)),
            Some(_) => {}
            None => panic!("the connection has ended"),
        }
    }

    fn results(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().filter_map(|message| message.get("result"))
    }

    fn has_result(&self, raw: &str) {
        let result: Value = serde_json::from_str(raw).expect("a result is JSON");
        assert!(self.results().any(|said| *said == result), "a result was made up");
    }
}

/// Gives each request the next lines.
#[derive(Clone)]
struct Script {
    lines: Arc<Mutex<VecDeque<Vec<u8>>>>,
    sent: Arc<Mutex<usize>>,
}

impl Transport for Script {
    fn request(&self, message: Message) -> TransportFuture<'_, Box<dyn Arrivals>> {
        let sent: Value = serde_json::from_slice(message.body()).expect("requests are JSON");
        assert_eq!(sent["id"].to_string(), message.id().to_string());
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let count = MESSAGES.min(lines.len());
        let lines: VecDeque<_> = lines.drain(..count).collect();
        Box::pin(async move { Ok(Box::new(Lines(lines)) as Box<dyn Arrivals>) })
    }

    fn has_headers(&self) -> bool {
        true
    }

    fn close(&self) -> TransportFuture<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

struct Lines(VecDeque<Vec<u8>>);

impl Arrivals for Lines {
    fn poll_next(&mut self, _: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>> {
        Poll::Ready(self.0.pop_front().map(|line| Ok(Arrived::new(line))))
    }
}

/// A clock that stands still and lets nobody wait.
struct NoTime;

impl snodo_executor::Clock for NoTime {
    fn now(&self) -> Instant {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        *START.get_or_init(Instant::now) + Duration::from_secs(1)
    }

    fn sleep_until(&self, _: Instant) -> snodo_executor::Sleep {
        Box::pin(std::future::ready(()))
    }
}
