//! A hub, seen through what it publishes and what its subscriptions give.

mod delivery;
mod ending;
mod limits;
mod policies;
mod threads;
mod waking;

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::task::Wake;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::task::{Context as TaskContext, Poll, Waker};

use super::*;
use crate::id::Id;

fn filter(json: &str) -> Filter {
    Filter::parse(json).unwrap()
}

fn resources<'a>(uris: impl IntoIterator<Item = &'a str>) -> Filter {
    let uris: Vec<_> = uris.into_iter().map(|uri| format!("\"{uri}\"")).collect();
    filter(&format!(r#"{{"resourceSubscriptions":[{}]}}"#, uris.join(",")))
}

fn tools() -> Filter {
    filter(r#"{"toolsListChanged":true}"#)
}

fn open(hub: &Hub, filter: &Filter) -> Subscription {
    hub.open(filter, &Call::new()).unwrap()
}

fn updated(uri: &str) -> Event {
    Event::ResourceUpdated(uri.into())
}

/// Everything that waits, as short texts; `end` for the end.
fn taken(subscription: &mut Subscription) -> Vec<String> {
    let cx = &mut TaskContext::from_waker(Waker::noop());
    let mut taken = Vec::new();
    loop {
        match subscription.poll_next(cx) {
            Poll::Ready(Some(Event::ResourceUpdated(uri))) => taken.push(String::from(&*uri)),
            Poll::Ready(Some(event)) => {
                taken.push(event.method().trim_start_matches("notifications/").replace("/list_changed", ""));
            }
            Poll::Ready(None) => {
                taken.push("end".into());
                return taken;
            }
            Poll::Pending => return taken,
        }
    }
}

/// matched, delivered, buffered, merged, dropped
fn counts(published: Published) -> [usize; 5] {
    [published.matched, published.delivered, published.buffered, published.merged, published.dropped]
}

/// A task that counts how often it is woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Woken {
    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

fn task() -> (Arc<Woken>, Waker) {
    let task = Arc::new(Woken::default());
    (Arc::clone(&task), Waker::from(task))
}
