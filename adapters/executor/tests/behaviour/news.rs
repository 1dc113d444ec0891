//! A source of events that notes why its subscriptions were closed, and fails or waits when it is told to.
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use snodo_core::{
    Call, CloseReason, Event, Events, Execution, Failure, Filter, Hub, Server, ServerBuilder, Source,
    Subscription, Topics,
};
use snodo_executor::ExecutorBuilder;

use crate::scene::Scene;

#[derive(Clone)]
pub(crate) struct News {
    pub(crate) hub: Hub,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    reasons: Mutex<Vec<CloseReason>>,
    booms: AtomicBool,
    /// Told when a poll has begun, and what that poll waits for.
    hold: Mutex<Option<(Sender<()>, Receiver<()>)>>,
}

struct Noted {
    subscription: Subscription,
    state: Arc<State>,
}

impl News {
    pub(crate) fn scene(settings: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder) -> (Scene, News) {
        Self::scene_with(settings, |server| server)
    }

    pub(crate) fn scene_with(
        settings: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder,
        server: impl FnOnce(ServerBuilder) -> ServerBuilder,
    ) -> (Scene, News) {
        let news = News { hub: Hub::new(), state: Arc::default() };
        let source = news.clone();
        (Scene::on(Arc::default(), settings, |builder| server(builder.source(source))), news)
    }

    /// Why subscriptions were closed since the last look.
    pub(crate) fn reasons(&self) -> Vec<CloseReason> {
        mem::take(&mut self.state.reasons.lock().unwrap())
    }

    /// Wakes every subscription; the first one that is polled panics.
    pub(crate) fn boom(&self) {
        self.state.booms.store(true, Ordering::SeqCst);
        self.hub.tools_changed();
    }

    /// The next poll says that it has begun, and then waits.
    pub(crate) fn hold_next_poll(&self) -> (Receiver<()>, Sender<()>) {
        let ((begin, begun), (go_on, wait)) = (channel(), channel());
        *self.state.hold.lock().unwrap() = Some((begin, wait));
        (begun, go_on)
    }
}

impl Source for News {
    fn supports(&self) -> Topics {
        self.hub.supports()
    }

    fn open(&self, asked: &Filter, call: &Call) -> Result<Subscription, Failure> {
        let subscription = self.hub.open(asked, call)?;
        let accepted = subscription.accepted().clone();
        Ok(Subscription::new(accepted, Noted { subscription, state: Arc::clone(&self.state) }))
    }
}

impl Events for Noted {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        let held = self.state.hold.lock().unwrap().take();
        if let Some((begun, wait)) = held {
            begun.send(()).unwrap();
            wait.recv().unwrap();
        }
        let polled = self.subscription.poll_next(cx);
        assert!(polled.is_pending() || !self.state.booms.swap(false, Ordering::SeqCst), "the source fails");
        polled
    }

    fn close(&mut self, reason: CloseReason) {
        self.state.reasons.lock().unwrap().push(reason);
        self.subscription.close(reason);
    }
}

/// A subscription to changes of the list of tools.
pub(crate) fn listen(server: &Server, id: u32) -> Execution {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"subscriptions/listen","params":{{"notifications":{{"toolsListChanged":true}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    server.handle(message.as_bytes(), &Call::new()).expect("a request is answered")
}

pub(crate) fn acknowledged(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}},"notifications":{{"toolsListChanged":true}}}}}}"#
    )
}

pub(crate) fn tools_changed(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}}}"#
    )
}

/// The result of a subscription that the server has ended.
pub(crate) fn ended(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","_meta":{{"io.modelcontextprotocol/subscriptionId":{id},"io.modelcontextprotocol/serverInfo":{{"name":"stage","version":"1.0.0"}}}}}}}}"#
    )
}

pub(crate) fn overloaded(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"The server is busy: try again later","data":{{"reason":"overloaded"}}}}}}"#
    )
}
