//! The transport that plays a script.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use snodo_client::machine::Message;
use snodo_client::{Arrivals, Arrived, Client, ClientBuilder, Error, Transport, TransportFuture};
use snodo_executor::{Clock as _, Sleep, VirtualClock};

/// What comes back for one request, in order.
pub(crate) type Part = Vec<Step>;

#[derive(Clone)]
pub(crate) enum Step {
    /// A message; `$ID` in it is the request's id.
    Say(String),
    /// The same as part of an HTTP answer with this status; 401 comes with a challenge.
    SayWith(u16, String),
    /// Nothing for this time.
    Pause(Duration),
    /// Nothing, for ever.
    Hang,
    /// The connection breaks.
    Break(&'static str),
}

pub(crate) fn say(message: &str) -> Step {
    Step::Say(message.to_owned())
}

/// A complete result with these members.
pub(crate) fn result(members: &str) -> Part {
    vec![say(&format!(r#"{{"jsonrpc":"2.0","id":$ID,"result":{{{members}}}}}"#))]
}

pub(crate) fn text(text: &str) -> Part {
    result(&format!(r#""resultType":"complete","content":[{{"type":"text","text":"{text}"}}]"#))
}

pub(crate) fn error(code: i64) -> Part {
    vec![say(&format!(r#"{{"jsonrpc":"2.0","id":$ID,"error":{{"code":{code},"message":"no"}}}}"#))]
}

/// One request as it was sent.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) id: String,
    pub(crate) method: String,
    pub(crate) body: String,
    pub(crate) headers: Vec<(String, String)>,
}

impl Sent {
    /// What stands in the body between the name of the member `params` and `_meta`, which is the last one.
    pub(crate) fn params(&self) -> &str {
        let params = self.body.split_once(r#""params":{"#).expect("there are parameters").1;
        params.split_once(r#""_meta":{"#).expect("there is _meta").0.trim_end_matches(',')
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| &**value)
    }
}

#[derive(Default)]
struct State {
    parts: VecDeque<Part>,
    sent: Vec<Sent>,
    dropped: Vec<String>,
    closed: usize,
}

/// A script, and what was sent while it played.
#[derive(Clone, Default)]
pub(crate) struct Script {
    state: Arc<Mutex<State>>,
    has_headers: bool,
    pub(crate) clock: VirtualClock,
}

impl Script {
    /// Plays one part for each request; requests after the last part fail.
    pub(crate) fn new(parts: impl IntoIterator<Item = Part>) -> Self {
        let script = Self::default();
        script.state().parts.extend(parts);
        script
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests travel with header fields.
    pub(crate) fn with_headers(self) -> Self {
        Self { has_headers: true, ..self }
    }

    pub(crate) fn client(&self) -> Client {
        self.client_of(Client::builder())
    }

    pub(crate) fn client_of(&self, builder: ClientBuilder) -> Client {
        builder.clock(self.clock.clone()).transport(self.clone()).expect("the revision is spoken")
    }

    pub(crate) fn sent(&self) -> Vec<Sent> {
        self.state().sent.clone()
    }

    pub(crate) fn methods(&self) -> Vec<String> {
        self.sent().into_iter().map(|sent| sent.method).collect()
    }

    /// The ids of requests that were given up before their last message.
    pub(crate) fn dropped(&self) -> Vec<String> {
        self.state().dropped.clone()
    }

    pub(crate) fn closed(&self) -> usize {
        self.state().closed
    }
}

impl Transport for Script {
    fn request(&self, message: Message) -> TransportFuture<'_, Box<dyn Arrivals>> {
        let id = message.id().to_string();
        let mut state = self.state();
        state.sent.push(Sent {
            id: id.clone(),
            method: message.method().to_owned(),
            body: String::from_utf8(message.body().to_vec()).expect("messages are UTF-8"),
            headers: message.headers().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        });
        let part = state.parts.pop_front();
        let (state, clock) = (Arc::clone(&self.state), self.clock.clone());
        Box::pin(async move {
            let part = part.ok_or_else(|| Error::connection("the script is over"))?;
            Ok(Box::new(Playing { id, part: part.into(), state, clock, pause: None }) as Box<dyn Arrivals>)
        })
    }

    fn has_headers(&self) -> bool {
        self.has_headers
    }

    fn close(&self) -> TransportFuture<'_, ()> {
        self.state().closed += 1;
        Box::pin(async { Ok(()) })
    }
}

struct Playing {
    id: String,
    part: VecDeque<Step>,
    state: Arc<Mutex<State>>,
    clock: VirtualClock,
    pause: Option<Sleep>,
}

impl Arrivals for Playing {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>> {
        while let Some(Step::Pause(time)) = self.part.front() {
            let pause = self.pause.get_or_insert_with(|| self.clock.sleep_until(self.clock.now() + *time));
            ready!(pause.as_mut().poll(cx));
            self.pause = None;
            self.part.pop_front();
        }
        let fill = |message: String| message.replace("$ID", &self.id);
        match self.part.front() {
            Some(Step::Hang) => return Poll::Pending,
            None => return Poll::Ready(None),
            Some(_) => {}
        }
        Poll::Ready(self.part.pop_front().map(|step| match step {
            Step::Say(message) => Ok(Arrived::new(fill(message))),
            Step::SayWith(401, message) => {
                Ok(Arrived::new(fill(message)).with_http_status(401).with_challenge("Bearer"))
            }
            Step::SayWith(status, message) => Ok(Arrived::new(fill(message)).with_http_status(status)),
            Step::Break(why) => Err(Error::connection(why)),
            Step::Pause(_) | Step::Hang => unreachable!("it was looked at before"),
        }))
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        if !self.part.is_empty() {
            self.state.lock().unwrap_or_else(PoisonError::into_inner).dropped.push(self.id.clone());
        }
    }
}

/// What a call gives when it is polled once: nothing in these tests waits for anything but the clock.
pub(crate) fn now<T>(call: impl IntoFuture<Output = T>) -> T {
    try_now(&mut pin!(call.into_future())).expect("it waits for nothing")
}

pub(crate) fn try_now<T>(future: &mut std::pin::Pin<&mut impl Future<Output = T>>) -> Option<T> {
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}
