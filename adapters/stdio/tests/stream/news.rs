//! A server with something to tell, and what it says on the wire.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use snodo_core::{
    Call, CloseReason, Event, Events, Failure, Filter, Hub, NoArguments, Resource, ServerBuilder, Source,
    Subscription, Topics,
};

use crate::peer::META;

/// A hub that notes why subscriptions were closed, and fails when it is told to.
#[derive(Clone, Default)]
pub(crate) struct News {
    pub(crate) hub: Hub,
    reasons: Arc<Mutex<Vec<CloseReason>>>,
    booms: Arc<AtomicBool>,
}

struct Noted(News, Subscription);

impl News {
    /// The tools of the server under test, two resources, and this source.
    pub(crate) fn definitions(&self) -> impl FnOnce(ServerBuilder) -> ServerBuilder {
        let news = self.clone();
        |server| {
            server
                .resource(Resource::new("docs:///a", "a", async |_: NoArguments| Ok("a")))
                .resource(Resource::new("docs:///b", "b", async |_: NoArguments| Ok("b")))
                .source(news)
        }
    }

    /// Why subscriptions were closed since the last look.
    pub(crate) fn reasons(&self) -> Vec<CloseReason> {
        mem::take(&mut self.reasons.lock().unwrap())
    }

    /// How many subscriptions are open.
    pub(crate) fn open(&self) -> usize {
        self.hub.stats().subscriptions
    }

    /// Wakes every subscription to the list of tools; the first one that is polled panics.
    pub(crate) fn boom(&self) {
        self.booms.store(true, Ordering::SeqCst);
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
        let polled = self.1.poll_next(cx);
        assert!(polled.is_pending() || !self.0.booms.swap(false, Ordering::SeqCst), "the secret of the host");
        polled
    }

    fn close(&mut self, reason: CloseReason) {
        self.0.reasons.lock().unwrap().push(reason);
        self.1.close(reason);
    }
}

/// What the transport waits for to shut down.
#[derive(Clone, Default)]
pub(crate) struct Signal(Arc<Mutex<(bool, Option<Waker>)>>);

impl Signal {
    pub(crate) fn fire(&self) {
        let mut state = self.0.lock().unwrap();
        state.0 = true;
        if let Some(waker) = state.1.take() {
            waker.wake();
        }
    }
}

impl Future for Signal {
    type Output = ();

    fn poll(self: std::pin::Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.0.lock().unwrap();
        state.1 = Some(cx.waker().clone());
        if state.0 { Poll::Ready(()) } else { Poll::Pending }
    }
}

pub(crate) const TOOLS: &str = r#"{"toolsListChanged":true}"#;

pub(crate) fn listen(id: &str, notifications: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"subscriptions/listen\",\
         \"params\":{{\"notifications\":{notifications},{META}}}}}\n"
    )
}

pub(crate) fn acknowledged(id: &str, notifications: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{{\
         \"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}},\"notifications\":{notifications}}}}}"
    )
}

pub(crate) fn changed(id: &str, list: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/{list}/list_changed\",\"params\":{{\
         \"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}}}}}}"
    )
}

pub(crate) fn updated(id: &str, uri: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{{\
         \"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}},\"uri\":\"{uri}\"}}}}"
    )
}

/// The result of a subscription that the server has ended.
pub(crate) fn ended(id: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"resultType\":\"complete\",\"_meta\":{{\
         \"io.modelcontextprotocol/subscriptionId\":{id},\
         \"io.modelcontextprotocol/serverInfo\":{{\"name\":\"t\",\"version\":\"1\"}}}}}}}}"
    )
}

/// What follows on a channel that all subscriptions share.
pub(crate) fn torn_down(id: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}"
    )
}
