//! How often.
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use snodo_core::{Context, Failure, Invocation, Middleware, Next};

use crate::clock::{Clock, SystemClock};

/// Refuses calls beyond a number in a window of time, for each key of its own. By default 60 in 60,000 ms, one key for
/// everybody.
///
/// The windows of all keys start together, so a caller may make twice the number around the turn of one.
///
/// # Memory
///
/// At worst [`max_keys`](RateLimit::max_keys) keys, 10,000 by default, with their texts; they are forgotten with their
/// window. Further keys are refused until then, so keys should be names that somebody has verified.
///
/// ```
/// use std::time::Duration;
/// use snodo_core::{NoArguments, Tool};
/// use snodo_executor::middleware::RateLimit;
///
/// struct User(String);
///
/// let limit = RateLimit::new(10, Duration::from_secs(1))
///     .key(|context| context.auth::<User>().map_or("anonymous".into(), |user| user.0.clone()));
/// let tool = Tool::new("search", async |_: NoArguments| Ok("found")).wrap(limit);
/// # let _ = tool;
/// ```
pub struct RateLimit {
    limit: u32,
    window: Duration,
    max_keys: usize,
    key: Option<Box<Key>>,
    clock: Arc<dyn Clock>,
    counts: Mutex<Counts>,
}

type Key = dyn Fn(&Context) -> String + Send + Sync;

#[derive(Default)]
struct Counts {
    /// When the window ends; none has begun before the first call.
    end: Option<Instant>,
    /// Calls of those without a key function.
    all: u32,
    by_key: HashMap<String, u32>,
}

impl RateLimit {
    /// At most `limit` calls in each `window`.
    #[must_use]
    pub fn new(limit: u32, window: Duration) -> Self {
        let (clock, counts) = (Arc::new(SystemClock), Mutex::default());
        Self { limit, window, max_keys: 10_000, key: None, clock, counts }
    }

    /// What is counted apart: a name of who calls, most often.
    #[must_use]
    pub fn key(self, key: impl Fn(&Context) -> String + Send + Sync + 'static) -> Self {
        Self { key: Some(Box::new(key)), ..self }
    }

    /// How many keys are counted in one window.
    #[must_use]
    pub fn max_keys(self, max_keys: usize) -> Self {
        Self { max_keys, ..self }
    }

    /// Another clock, for hosts with timers of their own and for tests.
    #[must_use]
    pub fn clock(self, clock: impl Clock) -> Self {
        Self { clock: Arc::new(clock), ..self }
    }

    fn admits(&self, context: &Context) -> bool {
        let key = self.key.as_ref().map(|key| key(context));
        let now = self.clock.now();
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.end.is_none_or(|end| now >= end) {
            *counts = Counts { end: now.checked_add(self.window), ..Counts::default() };
        }
        let count = match key {
            None => &mut counts.all,
            Some(key) if counts.by_key.contains_key(&key) || counts.by_key.len() < self.max_keys => {
                counts.by_key.entry(key).or_default()
            }
            Some(_) => return false,
        };
        let admitted = *count < self.limit;
        *count = count.saturating_add(1);
        admitted
    }
}

impl Default for RateLimit {
    fn default() -> Self {
        Self::new(60, Duration::from_secs(60))
    }
}

impl Middleware for RateLimit {
    fn around<T: Send + 'static>(
        &self,
        call: &Invocation<'_>,
        next: Next<T>,
    ) -> impl Future<Output = Result<T, Failure>> + Send + 'static {
        let admitted = self.admits(call.context);
        async move { if admitted { next.await } else { Err(Failure::new("Too many calls: try again later")) } }
    }
}

impl fmt::Debug for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimit")
            .field("limit", &self.limit)
            .field("window", &self.window)
            .finish_non_exhaustive()
    }
}
