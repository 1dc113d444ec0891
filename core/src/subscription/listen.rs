//! One open `subscriptions/listen`: the acknowledgement, then events, then the end.

use core::fmt;
use core::task::{Context as TaskContext, Poll};

use super::event::Event;
use super::filter::Filter;
use super::source::{CloseReason, Subscription};
use crate::failure::Failure;
use crate::id::Id;

/// How many events outside the filter are dropped in one poll, before others get their turn.
const MAX_SKIPPED: u32 = 32;

/// An open stream. It calls the source in [`poll`](Self::poll), in [`finish`](Self::finish) and when it is dropped,
/// and nowhere else: panics of the source come out of these.
///
/// One that is dropped before its end closes the source as cancelled.
pub(crate) struct Listening {
    id: Id,
    subscription: Subscription,
    is_acknowledged: bool,
    end: End,
    /// Why the source ended it too early.
    failure: Option<Failure>,
}

/// What a stream has to say next. Each is written under the id of the request that opened it.
#[derive(Debug, PartialEq)]
pub(crate) enum Message {
    /// First, and once.
    Acknowledged,
    /// One that the accepted filter allows.
    Event(Event),
    /// The last one.
    Ended(CloseReason),
}

#[derive(Debug, Clone, Copy)]
enum End {
    /// The source may have more.
    Open,
    /// It is over, and that is to be said.
    Due(CloseReason),
    Said,
}

impl Listening {
    /// A stream for the request `id`, which asked for `asked`.
    ///
    /// The failure is the source's fault: it accepted more than was asked, and is closed.
    pub(crate) fn new(id: Id, asked: &Filter, mut subscription: Subscription) -> Result<Self, Failure> {
        if !subscription.accepted().is_subset_of(asked) {
            subscription.close(CloseReason::Error);
            return Err(Failure::internal("the subscription source accepted more than was asked"));
        }
        Ok(Self { id, subscription, is_acknowledged: false, end: End::Open, failure: None })
    }

    /// The id of the request that opened it.
    pub(crate) fn id(&self) -> &Id {
        &self.id
    }

    /// Why the source has ended it too early, where it has.
    pub(crate) fn take_failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// What the acknowledgement says.
    pub(crate) fn accepted(&self) -> &Filter {
        self.subscription.accepted()
    }

    /// What is to be said next; `None` after the end. The source is not asked before the acknowledgement was given,
    /// and not after it said that it is complete.
    pub(crate) fn poll(&mut self, cx: &mut TaskContext<'_>) -> Poll<Option<Message>> {
        if !self.is_acknowledged {
            self.is_acknowledged = true;
            return Poll::Ready(Some(Message::Acknowledged));
        }
        let mut skipped = 0;
        while let End::Open = self.end {
            match self.subscription.poll_next(cx) {
                Poll::Ready(Some(event)) if self.accepted().allows(&event) => {
                    return Poll::Ready(Some(Message::Event(event)));
                }
                Poll::Ready(Some(event)) => {
                    log::debug!("subscription {}: {} is outside its filter", self.id, event.method());
                    skipped += 1;
                }
                Poll::Ready(None) => {
                    self.failure = self.subscription.failure();
                    self.finish(match self.failure {
                        None => CloseReason::Complete,
                        Some(_) => CloseReason::Error,
                    });
                }
                Poll::Pending => return Poll::Pending,
            }
            if skipped == MAX_SKIPPED {
                cx.waker().wake_by_ref();
                return Poll::Pending;
            }
        }
        match self.end {
            End::Due(reason) => {
                self.end = End::Said;
                Poll::Ready(Some(Message::Ended(reason)))
            }
            End::Open | End::Said => Poll::Ready(None),
        }
    }

    /// Ends the stream and closes its source; the acknowledgement, if it was not given yet, and the end are still to
    /// be polled. Nothing happens when it is over already.
    pub(crate) fn finish(&mut self, reason: CloseReason) {
        if let End::Open = self.end {
            self.end = End::Due(reason);
            self.subscription.close(reason);
        }
    }
}

impl fmt::Debug for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listening")
            .field("id", &self.id)
            .field("accepted", self.accepted())
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use alloc::sync::Arc;
    use alloc::vec;
    use alloc::vec::Vec;
    use core::task::Waker;

    use super::*;
    use crate::subscription::source::Events;
    use crate::sync::Mutex;

    /// Gives what is listed, and notes what it is asked.
    struct Script {
        steps: vec::IntoIter<Poll<Option<Event>>>,
        seen: Arc<Mutex<Vec<&'static str>>>,
    }

    impl Events for Script {
        fn poll_next(&mut self, _: &mut TaskContext<'_>) -> Poll<Option<Event>> {
            self.seen.with(|seen| seen.push("poll"));
            self.steps.next().unwrap_or(Poll::Pending)
        }

        fn close(&mut self, reason: CloseReason) {
            self.seen.with(|seen| {
                seen.push(match reason {
                    CloseReason::Cancelled => "cancelled",
                    CloseReason::Complete => "complete",
                    CloseReason::Shutdown => "shutdown",
                    CloseReason::Error => "error",
                    _ => "other",
                });
            });
        }
    }

    impl Drop for Script {
        fn drop(&mut self) {
            self.seen.with(|seen| seen.push("drop"));
        }
    }

    fn tools() -> Filter {
        Filter::parse(r#"{"toolsListChanged":true}"#).unwrap()
    }

    type Seen = Arc<Mutex<Vec<&'static str>>>;

    fn listening(steps: Vec<Poll<Option<Event>>>) -> (Listening, Seen) {
        let seen = Seen::default();
        let events = Script { steps: steps.into_iter(), seen: Arc::clone(&seen) };
        let stream = Listening::new(Id::from(1_i64), &tools(), Subscription::new(tools(), events)).unwrap();
        (stream, seen)
    }

    fn poll(stream: &mut Listening) -> Poll<Option<Message>> {
        stream.poll(&mut TaskContext::from_waker(Waker::noop()))
    }

    const CHANGED: Poll<Option<Event>> = Poll::Ready(Some(Event::ToolsListChanged));

    #[test]
    fn the_acknowledgement_comes_before_the_first_pull() {
        let (mut stream, seen) = listening(vec![CHANGED, Poll::Ready(None)]);
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Acknowledged)));
        assert!(seen.with(|seen| seen.is_empty()));
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Event(Event::ToolsListChanged))));
        assert_eq!(seen.with(|seen| seen.clone()), ["poll"], "one event is in flight");
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Ended(CloseReason::Complete))));
        assert_eq!(poll(&mut stream), Poll::Ready(None));
        drop(stream);
        assert_eq!(seen.with(|seen| seen.clone()), ["poll", "poll", "complete", "drop"]);
    }

    #[test]
    fn events_outside_the_filter_are_dropped() {
        let (mut stream, _) = listening(vec![
            Poll::Ready(Some(Event::PromptsListChanged)),
            Poll::Ready(Some(Event::resource_updated("a:b").unwrap())),
            Poll::Ready(Some(Event::custom("notifications/x", "{}").unwrap())),
            Poll::Pending,
            CHANGED,
        ]);
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Acknowledged)));
        assert_eq!(poll(&mut stream), Poll::Pending);
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Event(Event::ToolsListChanged))));
    }

    #[test]
    fn a_source_of_nothing_but_others_events_does_not_keep_the_thread() {
        let outside = || Poll::Ready(Some(Event::PromptsListChanged));
        let (mut stream, seen) = listening((0..1_000).map(|_| outside()).collect());
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Acknowledged)));
        assert_eq!(poll(&mut stream), Poll::Pending);
        assert_eq!(seen.with(|seen| seen.len()), 32);
    }

    #[test]
    fn an_end_from_outside_closes_the_source_at_once_and_is_said_last() {
        let (mut stream, seen) = listening(vec![CHANGED]);
        stream.finish(CloseReason::Shutdown);
        stream.finish(CloseReason::Cancelled);
        assert_eq!(seen.with(|seen| seen.clone()), ["shutdown", "drop"]);
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Acknowledged)));
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Ended(CloseReason::Shutdown))));
        assert_eq!(poll(&mut stream), Poll::Ready(None));
        assert_eq!(seen.with(|seen| seen.len()), 2);
    }

    #[test]
    fn dropping_is_cancelling() {
        let (mut stream, seen) = listening(vec![]);
        assert_eq!(poll(&mut stream), Poll::Ready(Some(Message::Acknowledged)));
        assert_eq!(poll(&mut stream), Poll::Pending);
        drop(stream);
        assert_eq!(seen.with(|seen| seen.clone()), ["poll", "cancelled", "drop"]);
    }

    #[test]
    fn a_source_must_not_accept_more_than_was_asked() {
        let more = Filter::parse(r#"{"toolsListChanged":true,"promptsListChanged":true}"#).unwrap();
        let seen = Seen::default();
        let events = Script { steps: vec![].into_iter(), seen: Arc::clone(&seen) };
        assert!(Listening::new(Id::from(1_i64), &tools(), Subscription::new(more, events)).is_err());
        assert_eq!(seen.with(|seen| seen.clone()), ["error", "drop"]);
    }
}
