//! An open subscription: who is asked for it, and what its messages look like.
//!
//! Spec: basic/patterns/subscriptions.

use alloc::sync::Arc;
use core::task::{Context as TaskContext, Poll};

use super::catalogue::{Catalogue, Denied};
use super::frame::Frame;
use super::prepare::Inquiry;
use super::response::{Body, Response};
use super::settle;
use crate::context::Call;
use crate::define::{Component, ComponentKind};
use crate::id::Id;
use crate::instrument::{End, Watched};
use crate::jsonrpc::{Rejection, Unavailable, code};
use crate::subscription::{CloseReason, Filter, Listening, Message};

/// What a panic of a source is reported as.
pub(super) const SOURCE: Component<'_> =
    Component { kind: ComponentKind::Source, name: "subscriptions/listen", uri: None };

/// What a client may be told of what it asked for. URIs that it cannot read are left out, whether nothing stands there
/// or a policy conceals it.
pub(super) fn filter(inquiry: &Inquiry<'_, '_>) -> Result<Filter, Rejection> {
    let catalogue = inquiry.catalogue;
    let (notifications, text) = inquiry.params().place(b"notifications");
    let filter = Filter::read(notifications, text)?.narrow(catalogue.topics);
    let mut refused = None;
    // The first refusal is the answer: nothing is asked about what comes after it.
    let narrowed = filter.narrow_resources(|uri| {
        refused.is_none()
            && may_read(catalogue, uri, inquiry.call).unwrap_or_else(|refusal| {
                refused = Some(refusal);
                false
            })
    });
    refused.map_or(Ok(narrowed), Err)
}

fn may_read(catalogue: &Catalogue, uri: &str, call: &Call) -> Result<bool, Rejection> {
    let Some(found) = catalogue.resource(uri)? else { return Ok(false) };
    match catalogue.admit(&catalogue.resources.component(found.place).at(uri), call) {
        Ok(()) => Ok(true),
        Err(Denied::Concealed) => Ok(false),
        Err(Denied::Refused(refusal)) => Err(refusal),
    }
}

pub(super) struct Listen {
    catalogue: Arc<Catalogue>,
    listening: Listening,
    watched: Watched,
}

impl Listen {
    pub(super) fn open(
        catalogue: Arc<Catalogue>,
        id: Id,
        asked: &Filter,
        call: &Call,
        mut watched: Watched,
    ) -> Result<Self, Rejection> {
        let Some(source) = &catalogue.source else { return Err(Rejection::internal()) };
        let opened = catalogue.panics.run(
            || SOURCE,
            || source.open(asked, call).and_then(|subscription| Listening::new(id, asked, subscription)),
        );
        let refusal = match opened {
            Some(Ok(listening)) => return Ok(Self { catalogue, listening, watched }),
            Some(Err(failure)) => settle::refusal(|| SOURCE, failure.into_kind()),
            None => Rejection::internal(),
        };
        watched.end(End::Error { code: refusal.code });
        Err(refusal)
    }

    pub(super) fn id(&self) -> &Id {
        self.listening.id()
    }

    /// What is to be said next: the response, in the end.
    pub(super) fn poll(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Frame>> {
        let listening = &mut self.listening;
        let polled = self.catalogue.panics.run(|| SOURCE, || listening.poll(cx));
        let Some(message) = polled else {
            self.finish(CloseReason::Error);
            self.watched.end(End::Error { code: code::INTERNAL_ERROR });
            let error = Rejection::internal().with_id(self.id().clone());
            return Poll::Ready(Some(Frame::Response(error.into())));
        };
        message.map(|message| match message? {
            Message::Acknowledged => {
                Some(Frame::acknowledged(self.id().clone(), self.listening.accepted().clone()))
            }
            Message::Event(event) => Some(Frame::event(self.id().clone(), event)),
            Message::Ended(_) => Some(Frame::Response(match self.listening.take_failure() {
                None => {
                    self.watched.end(End::Completed);
                    let catalogue = Arc::clone(&self.catalogue);
                    Response::result(self.id().clone(), catalogue, Body::SubscriptionEnd)
                }
                Some(failure) => {
                    let refusal = settle::refusal(|| SOURCE, failure.into_kind());
                    self.watched.end(End::Error { code: refusal.code });
                    refusal.with_id(self.id().clone()).into()
                }
            })),
        })
    }

    pub(super) fn finish(&mut self, reason: CloseReason) {
        let listening = &mut self.listening;
        let _ = self.catalogue.panics.run(|| SOURCE, || listening.finish(reason));
    }
}

impl From<Unavailable> for CloseReason {
    fn from(why: Unavailable) -> Self {
        match why {
            Unavailable::Overloaded => Self::Overloaded,
            Unavailable::Timeout => Self::Error,
            Unavailable::ShuttingDown => Self::Shutdown,
        }
    }
}

impl Drop for Listen {
    fn drop(&mut self) {
        self.finish(CloseReason::Cancelled);
    }
}
