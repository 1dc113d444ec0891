//! A listener with something to tell, and what it says on the wire.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use snodo_core::{
    Call, CloseReason, Event, Events, Failure, Filter, Hub, NoArguments, Resource, Server, Source,
    Subscription, Topics,
};
use snodo_executor::{Executor, ExecutorBuilder};
use snodo_http::Http;

use crate::clock::TestClock;
use crate::listening::{Listening, Tasks};
use crate::messages::{call, event};
use crate::tools::{Stage, definitions};

/// A hub that notes why subscriptions were closed. It panics, or never stops, when it is told to.
#[derive(Clone)]
pub(crate) struct News {
    pub(crate) hub: Hub,
    stage: Stage,
    booms: Arc<AtomicBool>,
    floods: Arc<AtomicBool>,
    pub(crate) flooded: Arc<AtomicUsize>,
}

struct Noted(News, Subscription);

pub(crate) struct Telling {
    pub(crate) listening: Listening,
    pub(crate) server: Server,
    pub(crate) news: News,
}

impl Telling {
    pub(crate) fn new() -> Telling {
        Telling::with(|http| http)
    }

    pub(crate) fn with(settings: impl FnOnce(Http) -> Http) -> Telling {
        Telling::on(Hub::new(), |executor| executor, settings)
    }

    pub(crate) fn on(
        hub: Hub,
        executor: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder,
        settings: impl FnOnce(Http) -> Http,
    ) -> Telling {
        let (clock, stage, tasks) = (TestClock::new(), Stage::default(), Tasks::default());
        let executor = executor(Executor::builder(Arc::clone(&tasks)).clock(clock.clone())).build().unwrap();
        let (booms, floods, flooded) = Default::default();
        let news = News { hub, stage: stage.clone(), booms, floods, flooded };
        let resource = Resource::new("docs:///a", "a", async |_: NoArguments| Ok("a"));
        let server = definitions(&stage).resource(resource).source(news.clone()).build().unwrap();
        let listening = Listening::serving(&server, clock, stage, tasks, executor, settings);
        Telling { listening, server, news }
    }
}

impl News {
    /// Wakes every subscription to the list of tools; the first one that is polled panics.
    pub(crate) fn boom(&self) {
        self.booms.store(true, Ordering::SeqCst);
        self.hub.tools_changed();
    }

    /// From now on there is always one event more, of 100,000 bytes.
    pub(crate) fn flood(&self) {
        self.floods.store(true, Ordering::SeqCst);
        self.hub.tools_changed();
    }
}

impl Source for News {
    fn supports(&self) -> Topics {
        self.hub.supports()
    }

    fn open(&self, asked: &Filter, call: &Call) -> Result<Subscription, Failure> {
        let subscription = self.hub.open(asked, call)?;
        Ok(Subscription::new(subscription.accepted().clone(), Noted(self.clone(), subscription)))
    }

    fn lists_changed(&self, lists: Topics) {
        self.hub.lists_changed(lists);
    }
}

impl Events for Noted {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        let Noted(news, subscription) = self;
        if news.floods.load(Ordering::SeqCst) {
            news.flooded.fetch_add(1, Ordering::SeqCst);
            return Poll::Ready(Event::resource_updated("docs:///a/".to_owned() + &"x".repeat(100_000)).ok());
        }
        let polled = subscription.poll_next(cx);
        assert!(polled.is_pending() || !news.booms.swap(false, Ordering::SeqCst), "the secret of the host");
        polled
    }

    fn close(&mut self, reason: CloseReason) {
        self.1.close(reason);
        self.0.stage.note(format!("closed: {reason:?}"));
    }
}

pub(crate) const TOOLS: &str = r#"{"toolsListChanged":true}"#;

pub(crate) fn listen(id: &str, notifications: &str) -> String {
    let call = call("1", "x", "{}");
    let (head, _) = call.split_once("Mcp-Method").unwrap();
    let body = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"subscriptions/listen\",\"params\":{{\
         \"notifications\":{notifications},\"_meta\":{{\
         \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\
         \"io.modelcontextprotocol/clientCapabilities\":{{}}}}}}}}"
    );
    format!("{head}Mcp-Method: subscriptions/listen\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

pub(crate) fn acknowledged(id: &str, notifications: &str) -> String {
    event(&format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{{\
         \"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}},\"notifications\":{notifications}}}}}"
    ))
}

pub(crate) fn changed(id: &str, list: &str) -> String {
    event(&format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/{list}/list_changed\",\"params\":{{\
         \"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}}}}}}"
    ))
}

/// The result of a subscription that the server has ended.
pub(crate) fn ended(id: &str) -> String {
    event(&format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\"_meta\":{{\
         \"io.modelcontextprotocol/subscriptionId\":{id},\
         \"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    ))
}
