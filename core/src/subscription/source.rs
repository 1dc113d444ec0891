//! Where events come from.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;
use core::task::{Context as TaskContext, Poll};

use super::event::Event;
use super::filter::Filter;
use super::topics::Topics;
use crate::context::Call;
use crate::failure::Failure;

/// Opens subscriptions for `subscriptions/listen`. [`Hub`](super::Hub) is one, for programs that publish their
/// events themselves; write your own to pass on what a database, a file watcher or another server tells.
///
/// ```
/// use std::task::{Context, Poll};
///
/// use snodo_core::{Call, Event, Failure, Filter, Source, Subscription, Topics};
///
/// /// Tells once that the tools have changed.
/// struct Once;
///
/// impl Source for Once {
///     fn supports(&self) -> Topics {
///         Topics::TOOLS_LIST
///     }
///
///     fn open(&self, asked: &Filter, _: &Call) -> Result<Subscription, Failure> {
///         let mut events = std::iter::once(Event::ToolsListChanged);
///         // Any stream can be polled here; this one is always ready.
///         let next = move |_: &mut Context<'_>| Poll::Ready(events.next());
///         Ok(Subscription::new(asked.narrow(self.supports()), next))
///     }
/// }
/// ```
///
/// A policy decides over each URI that is asked for. A source that tells of what lies below one of them decides by itself
/// who may know of that.
///
/// Spec: basic/patterns/subscriptions.
pub trait Source: Send + Sync + 'static {
    /// Which kinds of events it can tell about: the server declares the capabilities for these.
    fn supports(&self) -> Topics;

    /// Opens a subscription for what is `asked`, or for a part of it. It must not block; nothing has been sent yet.
    ///
    /// # Errors
    ///
    /// Why there is none; the client gets it as the answer to its request. A subscription that accepts more than was
    /// asked is this source's fault and answered with -32603.
    fn open(&self, asked: &Filter, call: &Call) -> Result<Subscription, Failure>;

    /// The server has changed these lists by itself; see [`Server::replace`](crate::Server::replace). A source that
    /// can tells its subscriptions; the default does nothing.
    fn lists_changed(&self, lists: Topics) {
        let _ = lists;
    }
}

impl<S: Source + ?Sized> Source for Arc<S> {
    fn supports(&self) -> Topics {
        (**self).supports()
    }

    fn open(&self, asked: &Filter, call: &Call) -> Result<Subscription, Failure> {
        (**self).open(asked, call)
    }

    fn lists_changed(&self, lists: Topics) {
        (**self).lists_changed(lists);
    }
}

/// The events of one subscription. The engine pulls: it asks for the next event when the one before was taken by the
/// transport, so one is in flight.
///
/// A closure `FnMut(&mut Context<'_>) -> Poll<Option<Event>>` is one, and so any pinned stream of events can be:
/// `move |cx: &mut Context<'_>| stream.as_mut().poll_next(cx)`.
pub trait Events: Send + 'static {
    /// The next event; `None` when there will be none any more, which ends the subscription with a result. It must
    /// not block: when it is pending, it has arranged for the task to be woken. It is not asked again after `None`.
    fn poll_next(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Event>>;

    /// Asked once after `None`: why the events have ended too early, which is answered as an error. By default they are
    /// complete.
    fn failure(&mut self) -> Option<Failure> {
        None
    }

    /// The subscription is over. Called once at most, before it is dropped; a good place for saying why in a log.
    fn close(&mut self, reason: CloseReason) {
        let _ = reason;
    }
}

impl<F> Events for F
where
    F: FnMut(&mut TaskContext<'_>) -> Poll<Option<Event>> + Send + 'static,
{
    fn poll_next(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Event>> {
        self(cx)
    }
}

/// Why a subscription is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CloseReason {
    /// The client, or the host in its place, gave it up.
    Cancelled,
    /// The connection is gone.
    Disconnected,
    /// The source had no more events.
    Complete,
    /// The source failed.
    Error,
    /// The server is ending.
    Shutdown,
    /// There was no room for it.
    Overloaded,
}

/// An open subscription: what it will carry, and where that comes from. Dropping it closes it as
/// [`Cancelled`](CloseReason::Cancelled).
#[must_use = "dropping a subscription closes it"]
pub struct Subscription {
    accepted: Filter,
    /// There until it is closed.
    events: Option<Box<dyn Events>>,
}

impl Subscription {
    /// A subscription to `accepted`: what was asked, or a part of it. Other events are dropped by the engine.
    pub fn new(accepted: Filter, events: impl Events) -> Self {
        Self { accepted, events: Some(Box::new(events)) }
    }

    /// What it will carry.
    pub fn accepted(&self) -> &Filter {
        &self.accepted
    }

    /// The source's next event, not filtered; `None` when it has no more or was closed. The engine does this; it is
    /// here for sources around other sources, and for tests of your own.
    pub fn poll_next(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Event>> {
        match &mut self.events {
            Some(events) => events.poll_next(cx),
            None => Poll::Ready(None),
        }
    }

    /// Why the events have ended too early, if they have: to be asked after the last one.
    pub fn failure(&mut self) -> Option<Failure> {
        self.events.as_mut().and_then(|events| events.failure())
    }

    /// Tells the source why it is over, and drops what the source gave. Nothing happens a second time.
    pub fn close(&mut self, reason: CloseReason) {
        if let Some(mut events) = self.events.take() {
            events.close(reason);
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.close(CloseReason::Cancelled);
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription")
            .field("accepted", &self.accepted)
            .field("open", &self.events.is_some())
            .finish()
    }
}
