//! A source for programs that know themselves when something changed.

mod backlog;
mod builder;
mod index;
mod listener;
mod report;
mod wakers;

#[cfg(test)]
mod tests;

use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::task::{Context as TaskContext, Poll};

pub use builder::{HubBuilder, Overflow};
pub use report::{HubStats, Published};

use super::event::{Event, check_uri};
use super::filter::Filter;
use super::source::{Source, Subscription};
use super::topics::{List, Topics};
use crate::context::Call;
use crate::error::{Error, ErrorKind};
use crate::failure::Failure;
use crate::jsonrpc::Unavailable;
use crate::sync::Mutex;
use backlog::Pushed;
use builder::Settings;
use index::{Index, Member};
use listener::{Listener, Listening};
use wakers::Wakers;

/// An in-process publisher of events: keep a clone, give another to the server as its [`Source`], and say what has
/// changed. Every open subscription that asks for it is told.
///
/// ```
/// use snodo_core::Hub;
///
/// let hub = Hub::new();
/// let published = hub.resource_updated("file:///project/config.json")?;
/// assert_eq!(published.matched, 0); // nobody listens yet
/// # Ok::<(), snodo_core::Error>(())
/// ```
///
/// Publishing never blocks on a listener and never fails for one that is slow. By default an event that still waits
/// for its listener takes up a new one of the same kind (for a resource: of the same URI): each listener has at most
/// one of each waiting, so nothing grows and nothing is lost, since whoever is told reads anew afterwards.
/// [`Overflow`] has other ways. A listener gets its events in the order in which they were published; one that took
/// up later ones keeps its place.
///
/// A resource's update reaches the listeners of exactly this URI. Events of extensions need a [`Source`] of their
/// own.
///
/// What a publication costs depends on the listeners that it matches, not on how many there are: an index leads from
/// each list and each URI to its listeners. No lock is held while tasks are woken.
///
/// Ends nothing when it is dropped: subscriptions stay open and silent.
#[derive(Clone)]
pub struct Hub(Arc<Shared>);

struct Shared {
    settings: Settings,
    index: Mutex<Index>,
    /// Events that wait in all. Grows under the lock of the index, shrinks without it.
    queued: AtomicUsize,
}

impl Hub {
    /// A hub with the defaults of [`HubBuilder`].
    #[must_use]
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// Starts with the defaults.
    pub fn builder() -> HubBuilder {
        HubBuilder::default()
    }

    fn with(settings: Settings) -> Self {
        Self(Arc::new(Shared { settings, index: Mutex::default(), queued: AtomicUsize::new(0) }))
    }

    /// The list of tools has changed.
    pub fn tools_changed(&self) -> Published {
        self.0.publish(|index| index.list(List::Tools))
    }

    /// The list of prompts has changed.
    pub fn prompts_changed(&self) -> Published {
        self.0.publish(|index| index.list(List::Prompts))
    }

    /// The list of resources, or of their templates, has changed.
    pub fn resources_changed(&self) -> Published {
        self.0.publish(|index| index.list(List::Resources))
    }

    /// A resource has changed. Allocates only when it wakes more than one task.
    ///
    /// # Errors
    ///
    /// The caller's fault: the URI is not absolute. Nothing was published.
    pub fn resource_updated(&self, uri: &str) -> Result<Published, Error> {
        check_uri(uri)?;
        Ok(self.0.publish(|index| index.resource(uri)))
    }

    /// Publishes an event that was made elsewhere.
    ///
    /// # Errors
    ///
    /// The caller's fault: a resource's URI is not absolute, or the event is an extension's, for which a hub has no
    /// filter. Nothing was published.
    pub fn publish(&self, event: &Event) -> Result<Published, Error> {
        match event {
            Event::ToolsListChanged => Ok(self.tools_changed()),
            Event::PromptsListChanged => Ok(self.prompts_changed()),
            Event::ResourcesListChanged => Ok(self.resources_changed()),
            Event::ResourceUpdated(uri) => self.resource_updated(uri),
            Event::Custom(_) => {
                Err(Error::new(ErrorKind::Name, "a hub does not know who asks for an extension's events"))
            }
        }
    }

    /// Ends every subscription that is open now with a result, after the events that wait for it, and says how many
    /// these are. The hub goes on: new ones can be opened.
    pub fn complete_all(&self) -> usize {
        let mut wakers = Wakers::default();
        let (count, emptied) = self.0.index.with(|index| index.complete_all(&mut wakers));
        wakers.wake();
        drop(emptied);
        count
    }

    /// What the hub is doing now.
    #[must_use]
    pub fn stats(&self) -> HubStats {
        self.0.index.with(|index| index.stats(self.0.queued.load(Ordering::Relaxed)))
    }
}

impl Default for Hub {
    fn default() -> Self {
        Self::new()
    }
}

impl Source for Hub {
    fn supports(&self) -> Topics {
        self.0.settings.topics
    }

    fn lists_changed(&self, lists: Topics) {
        for list in lists.lists() {
            self.0.publish(|index| index.list(list));
        }
    }

    fn open(&self, asked: &Filter, _: &Call) -> Result<Subscription, Failure> {
        let accepted = asked.narrow(self.0.settings.topics).without_raw();
        if accepted.is_empty() {
            return Ok(Subscription::new(accepted, |_: &mut TaskContext<'_>| Poll::Ready(None)));
        }
        let listener = Arc::new(Listener::new(accepted.clone(), &self.0.settings));
        if !self.0.index.with(|index| index.insert(&listener, &self.0.settings)) {
            return Err(Failure::unavailable(Unavailable::Overloaded));
        }
        Ok(Subscription::new(accepted, Listening::new(Arc::clone(&self.0), listener)))
    }
}

impl Shared {
    fn publish(&self, members: impl FnOnce(&Index) -> &[Member]) -> Published {
        let mut wakers = Wakers::default();
        let report = self.index.with(|index| {
            let mut report = Published::default();
            let members = members(index);
            report.matched = members.len();
            wakers.expect(members.len());
            let mut queued = 0;
            for member in members {
                let (pushed, waker) = member.listener.push(member.position);
                queued += usize::from(pushed == Pushed::Waits);
                match pushed {
                    Pushed::Waits if waker.is_some() => report.delivered += 1,
                    Pushed::Waits => report.buffered += 1,
                    Pushed::Merged => report.merged += 1,
                    Pushed::Displaced => {
                        report.buffered += 1;
                        report.dropped += 1;
                    }
                    Pushed::Refused => report.dropped += 1,
                }
                waker.into_iter().for_each(|waker| wakers.push(waker));
            }
            // A listener may have taken its event already: the sum is right again when the lock is free.
            self.queued.fetch_add(queued, Ordering::Relaxed);
            index.count_dropped(report.dropped);
            report
        });
        wakers.wake();
        report
    }
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").field("settings", &self.0.settings).finish_non_exhaustive()
    }
}
