//! A source that notes why subscriptions are closed, and what they say.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use snodo_core::{Call, CloseReason, Event, Events, Failure, Filter, Hub, Source, Subscription, Topics};

use crate::messages::event;
use crate::tools::Stage;

#[derive(Clone)]
pub(crate) struct News {
    pub(crate) hub: Hub,
    stage: Stage,
    floods: Arc<AtomicBool>,
}

struct Noted(News, Subscription);

impl News {
    pub(crate) fn new(hub: Hub, stage: &Stage) -> News {
        News { hub, stage: stage.clone(), floods: Arc::default() }
    }

    /// From now on there is always one event more, of 10,000 bytes.
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
        if self.0.floods.load(Ordering::SeqCst) {
            return Poll::Ready(Event::resource_updated("docs:///a/".to_owned() + &"x".repeat(10_000)).ok());
        }
        self.1.poll_next(cx)
    }

    fn close(&mut self, reason: CloseReason) {
        self.1.close(reason);
        self.0.stage.note(format!("closed: {reason:?}"));
    }
}

pub(crate) fn acknowledged(id: &str) -> String {
    acknowledged_with(id, r#"{"toolsListChanged":true}"#)
}

pub(crate) fn acknowledged_with(id: &str, notifications: &str) -> String {
    event(&format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{{\
         \"_meta\":{{\"io.modelcontextprotocol/subscriptionId\":{id}}},\"notifications\":{notifications}}}}}"
    ))
}

pub(crate) fn changed(id: &str) -> String {
    event(&format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{{\
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
