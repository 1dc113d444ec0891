//! From each list and each URI to the listeners that ask for it.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::builder::Settings;
use super::listener::{Listener, Phase};
use super::report::HubStats;
use super::wakers::Wakers;
use crate::subscription::filter::Filter;
use crate::subscription::topics::List;
use crate::sync::UriMap;

/// What a watched URI counts as, besides its length: its entries in the filter and in the index.
const RESOURCE_BYTES: usize = 192;

#[derive(Default)]
pub(super) struct Index {
    lists: [Members; 3],
    resources: UriMap<Members>,
    /// Listeners by phase.
    listed: usize,
    closing: usize,
    resource_bytes: usize,
    dropped: u64,
}

/// The listeners of one list or URI, in no order.
#[derive(Default)]
pub(super) struct Members(Vec<Member>);

/// A listener, and the position that this list has with it.
pub(super) struct Member {
    pub(super) listener: Arc<Listener>,
    pub(super) position: u16,
}

impl Index {
    pub(super) fn list(&self, list: List) -> &[Member] {
        &self.lists[list as usize].0
    }

    pub(super) fn resource(&self, uri: &str) -> &[Member] {
        self.resources.get(uri).map_or(&[], |members| &members.0)
    }

    pub(super) fn count_dropped(&mut self, events: usize) {
        self.dropped = self.dropped.saturating_add(events as u64);
    }

    /// Whether there was room.
    pub(super) fn insert(&mut self, listener: &Arc<Listener>, settings: &Settings) -> bool {
        let accepted = listener.accepted();
        let bytes = self.resource_bytes.saturating_add(resource_bytes(accepted));
        if self.listed + self.closing >= settings.max_subscriptions || bytes > settings.max_resource_bytes {
            return false;
        }
        self.resource_bytes = bytes;
        self.listed += 1;
        let mut positions = 0..;
        for (list, position) in accepted.lists().lists().zip(&mut positions) {
            self.lists[list as usize].add(listener, position);
        }
        for (uri, position) in accepted.resources().zip(positions) {
            self.resources.entry(Arc::clone(uri)).or_default().add(listener, position);
        }
        true
    }

    /// Takes a listener out whose stream was dropped.
    pub(super) fn remove(&mut self, listener: &Listener) {
        match listener.leave() {
            Phase::Listed => self.listed -= 1,
            Phase::Closing => {
                self.closing -= 1;
                return;
            }
            Phase::Gone => return,
        }
        let accepted = listener.accepted();
        self.resource_bytes -= resource_bytes(accepted);
        let mut positions = 0..;
        for (list, position) in accepted.lists().lists().zip(&mut positions) {
            self.lists[list as usize].take(listener.place(position));
        }
        for (uri, position) in accepted.resources().zip(positions) {
            let Some(members) = self.resources.get_mut(uri) else { continue };
            members.take(listener.place(position));
            if members.0.is_empty() {
                self.resources.remove(uri);
            }
        }
        if self.resources.len() < self.resources.capacity() / 8 {
            self.resources.shrink_to(self.resources.len() * 2);
        }
    }

    /// Empties the index, and says how many listeners were in it. Events that wait stay with their listeners. What
    /// the index held is to be dropped without its lock.
    pub(super) fn complete_all(&mut self, wakers: &mut Wakers) -> (usize, Vec<Members>) {
        let lists = core::mem::take(&mut self.lists).into_iter();
        let resources = core::mem::take(&mut self.resources).into_values();
        let members: Vec<Members> = lists.chain(resources).collect();
        wakers.expect(self.listed);
        let mut count = 0;
        for member in members.iter().flat_map(|members| &members.0) {
            if let Some(waker) = member.listener.complete() {
                count += 1;
                waker.into_iter().for_each(|waker| wakers.push(waker));
            }
        }
        self.listed -= count;
        self.closing += count;
        self.resource_bytes = 0;
        (count, members)
    }

    pub(super) fn stats(&self, queued: usize) -> HubStats {
        HubStats {
            subscriptions: self.listed,
            closing: self.closing,
            resources: self.resources.len(),
            resource_bytes: self.resource_bytes,
            queued,
            dropped: self.dropped,
        }
    }
}

impl Members {
    fn add(&mut self, listener: &Arc<Listener>, position: u16) {
        if self.0.capacity() == 0 {
            // Most URIs have one listener.
            self.0.reserve_exact(1);
        }
        // A list has a listener at most once, and there are fewer listeners than this.
        listener.set_place(position, u32::try_from(self.0.len()).unwrap_or(u32::MAX));
        self.0.push(Member { listener: Arc::clone(listener), position });
    }

    /// Takes out the member at `place`, and tells the one that moves there.
    fn take(&mut self, place: u32) {
        self.0.swap_remove(place as usize);
        if let Some(moved) = self.0.get(place as usize) {
            moved.listener.set_place(moved.position, place);
        }
        if self.0.len() < self.0.capacity() / 4 {
            self.0.shrink_to(self.0.len() * 2);
        }
    }
}

fn resource_bytes(accepted: &Filter) -> usize {
    accepted.resources().map(|uri| uri.len() + RESOURCE_BYTES).sum()
}
