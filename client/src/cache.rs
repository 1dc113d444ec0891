//! Results that may be kept for a while.
//!
//! Spec: server/utilities/caching.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use snodo_core::json::{self, Span};

use crate::subscription::Event;

/// Keeps results of `server/discover`, of lists and of `resources/read` for as long as the server allows it.
///
/// Off unless it is given to [`ClientBuilder::cache`](crate::ClientBuilder::cache). It belongs to one client and its
/// clones, so that all that is in it was fetched by one caller, and the server's word on who may share it decides nothing.
/// Only results with a `ttlMs` above 0 are kept. An event of a [subscription](crate::Subscription) drops what it is
/// about, at the moment it is taken, and answers that were on their way then are not kept.
/// [`Call::fresh`](crate::Call::fresh) passes over it.
///
/// Worst-case memory: [`max_bytes`](Self::max_bytes), and about 200 bytes for each entry. What was not used for the longest
/// time goes first.
#[derive(Debug, Clone)]
#[must_use]
pub struct Cache {
    max_entries: usize,
    max_bytes: usize,
}

impl Default for Cache {
    fn default() -> Self {
        Self::new()
    }
}

impl Cache {
    /// Up to 256 results of 16 MiB in all.
    pub fn new() -> Self {
        Self { max_entries: 256, max_bytes: 16 * 1024 * 1024 }
    }

    /// How many results are kept. Default: 256.
    pub fn max_entries(self, count: usize) -> Self {
        Self { max_entries: count, ..self }
    }

    /// How many bytes are kept, of results and of the parameters that they belong to. Default: 16 MiB.
    pub fn max_bytes(self, bytes: usize) -> Self {
        Self { max_bytes: bytes, ..self }
    }
}

/// The results that are kept.
pub(crate) struct Kept {
    limits: Cache,
    store: Mutex<Store>,
}

#[derive(Default)]
struct Store {
    entries: HashMap<Arc<str>, Entry>,
    /// By the moment of their last use.
    order: BTreeMap<u64, Arc<str>>,
    bytes: usize,
    uses: u64,
    /// Counts the events: an answer that was asked for before one is not kept after it.
    generation: u64,
}

struct Entry {
    result: Arc<str>,
    until: Instant,
    used: u64,
}

/// What is looked for, and when.
pub(crate) struct Place {
    key: Arc<str>,
    generation: u64,
}

const LISTS_OF_TOOLS: &[&str] = &["tools/list"];
const LISTS_OF_PROMPTS: &[&str] = &["prompts/list"];
const LISTS_OF_RESOURCES: &[&str] = &["resources/list", "resources/templates/list"];

impl Kept {
    pub(crate) fn new(limits: Cache) -> Self {
        Self { limits, store: Mutex::default() }
    }

    /// Whether results of this method may be kept.
    pub(crate) fn keeps(method: &str) -> bool {
        matches!(
            method,
            "server/discover"
                | "tools/list"
                | "prompts/list"
                | "resources/list"
                | "resources/templates/list"
                | "resources/read"
        )
    }

    /// Looks for the result of a request: what is kept, or the place to keep it at. With `is_fresh`, what is kept goes.
    pub(crate) fn find(
        &self,
        method: &str,
        params: &str,
        is_fresh: bool,
        now: Instant,
    ) -> Result<Arc<str>, Place> {
        let key: Arc<str> = [method, "\n", params].concat().into();
        let store = &mut *self.lock();
        store.uses += 1;
        let used = store.uses;
        match store.entries.get_mut(&key) {
            Some(entry) if entry.until > now && !is_fresh => {
                store.order.remove(&entry.used);
                entry.used = used;
                store.order.insert(used, key);
                Ok(Arc::clone(&entry.result))
            }
            Some(_) => {
                store.remove(&key);
                Err(Place { key, generation: store.generation })
            }
            None => Err(Place { key, generation: store.generation }),
        }
    }

    /// Keeps a result, when it may be.
    pub(crate) fn keep(&self, place: Place, result: &str, now: Instant) {
        let Place { key, generation } = place;
        let size = key.len() + result.len();
        let Some(until) = time_to_live(result).and_then(|ttl| now.checked_add(ttl)) else { return };
        if size > self.limits.max_bytes || self.limits.max_entries == 0 {
            return;
        }
        let store = &mut *self.lock();
        if store.generation != generation {
            return;
        }
        store.remove(&key);
        while store.entries.len() >= self.limits.max_entries || store.bytes + size > self.limits.max_bytes {
            let Some((_, oldest)) = store.order.pop_first() else { break };
            store.remove(&oldest);
        }
        store.uses += 1;
        let used = store.uses;
        store.order.insert(used, Arc::clone(&key));
        store.entries.insert(key, Entry { result: result.into(), until, used });
        store.bytes += size;
    }

    /// Drops what an event is about.
    pub(crate) fn invalidate(&self, event: &Event) {
        let methods = match event {
            Event::ToolsListChanged => LISTS_OF_TOOLS,
            Event::PromptsListChanged => LISTS_OF_PROMPTS,
            Event::ResourcesListChanged => LISTS_OF_RESOURCES,
            Event::ResourceUpdated { .. } => &["resources/read"],
            // Whatever has changed meanwhile was not told.
            Event::Resumed => return self.clear(),
            Event::Other { .. } => return,
        };
        let store = &mut *self.lock();
        store.generation += 1;
        let is_about = |key: &str| methods.iter().any(|method| key.split('\n').next() == Some(method));
        let stale: Vec<_> = store.entries.keys().filter(|key| is_about(key)).cloned().collect();
        stale.iter().for_each(|key| store.remove(key));
    }

    fn clear(&self) {
        let store = &mut *self.lock();
        *store = Store { generation: store.generation + 1, uses: store.uses, ..Store::default() };
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    fn remove(&mut self, key: &Arc<str>) {
        if let Some(entry) = self.entries.remove(key) {
            self.order.remove(&entry.used);
            self.bytes -= key.len() + entry.result.len();
        }
    }
}

/// How long a complete result may be kept; `None` for not at all.
fn time_to_live(result: &str) -> Option<Duration> {
    let (mut kind, mut ttl) = (Span::default(), Span::default());
    let read = json::parse(result, |r| {
        r.object(|r, name| {
            let value = r.value()?;
            match name {
                b"resultType" => kind = value,
                b"ttlMs" => ttl = value,
                _ => {}
            }
            Ok(())
        })
    });
    let is_complete =
        read.is_ok() && (!kind.is_given() || kind.string(result).as_deref() == Some("complete"));
    let ttl = ttl.raw(result).parse().ok().filter(|ttl| *ttl > 0 && is_complete)?;
    Some(Duration::from_millis(ttl))
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").field("limits", &self.limits).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = r#"{"resultType":"complete","tools":[],"ttlMs":1000}"#;

    fn kept(limits: Cache) -> (Kept, Instant) {
        (Kept::new(limits), Instant::now())
    }

    fn keep(kept: &Kept, method: &str, params: &str, result: &str, now: Instant) {
        let place = kept.find(method, params, false, now).expect_err("it is not there yet");
        kept.keep(place, result, now);
    }

    fn has(kept: &Kept, method: &str, params: &str, now: Instant) -> bool {
        kept.find(method, params, false, now).is_ok()
    }

    #[test]
    fn a_result_is_kept_for_its_time() {
        let (kept, now) = kept(Cache::new());
        keep(&kept, "tools/list", "{}", RESULT, now);
        assert_eq!(kept.find("tools/list", "{}", false, now).ok().as_deref(), Some(RESULT));
        assert!(!has(&kept, "tools/list", r#"{"cursor":"a"}"#, now), "another page");
        assert!(has(&kept, "tools/list", "{}", now + Duration::from_millis(999)));
        assert!(!has(&kept, "tools/list", "{}", now + Duration::from_millis(1000)));
        assert!(!has(&kept, "tools/list", "{}", now), "it was dropped");
    }

    #[test]
    fn what_may_not_be_kept_is_not() {
        let (kept, now) = kept(Cache::new());
        for result in [
            r#"{"resultType":"complete","ttlMs":0}"#,
            r#"{"resultType":"complete"}"#,
            r#"{"resultType":"input_required","requestState":"s","ttlMs":1000}"#,
            r#"{"ttlMs":-1}"#,
            r#"{"ttlMs":"1000"}"#,
        ] {
            keep(&kept, "resources/read", "{}", result, now);
            assert!(!has(&kept, "resources/read", "{}", now), "{result}");
        }
        assert!(!Kept::keeps("tools/call") && !Kept::keeps("prompts/get") && Kept::keeps("resources/read"));
    }

    #[test]
    fn an_event_drops_what_it_is_about_and_what_was_on_its_way() {
        let (kept, now) = kept(Cache::new());
        keep(&kept, "tools/list", "{}", RESULT, now);
        keep(&kept, "prompts/list", "{}", RESULT, now);
        keep(&kept, "resources/read", r#"{"uri":"a:b"}"#, RESULT, now);
        let on_its_way = kept.find("resources/list", "{}", false, now).expect_err("it is not there");
        kept.invalidate(&Event::ToolsListChanged);
        kept.keep(on_its_way, RESULT, now);
        assert!(!has(&kept, "tools/list", "{}", now) && !has(&kept, "resources/list", "{}", now));
        assert!(has(&kept, "prompts/list", "{}", now));
        kept.invalidate(&Event::ResourceUpdated { uri: "a:b".into() });
        assert!(
            !has(&kept, "resources/read", r#"{"uri":"a:b"}"#, now) && has(&kept, "prompts/list", "{}", now)
        );
    }

    #[test]
    fn the_limits_hold_and_the_least_used_goes_first() {
        let (kept, now) = kept(Cache::new().max_entries(2));
        keep(&kept, "tools/list", "1", RESULT, now);
        keep(&kept, "tools/list", "2", RESULT, now);
        assert!(has(&kept, "tools/list", "1", now));
        keep(&kept, "tools/list", "3", RESULT, now);
        assert!(has(&kept, "tools/list", "1", now) && !has(&kept, "tools/list", "2", now));

        let size = "tools/list\n1".len() + RESULT.len();
        for (max, fits) in [(size - 1, false), (size, true), (size + 1, true)] {
            let kept = Kept::new(Cache::new().max_bytes(max));
            keep(&kept, "tools/list", "1", RESULT, now);
            assert_eq!(has(&kept, "tools/list", "1", now), fits, "{max}");
            keep(&kept, "tools/list", "2", RESULT, now);
            assert!(!has(&kept, "tools/list", "1", now), "{max}");
        }
    }
}
