//! Settings of a seal, checked once.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::error::SealError;
use crate::key::Key;
use crate::seal::Seal;

const MAX_KEYS: usize = 8;
const LIFETIME: Duration = Duration::from_secs(300);
const MAX_LIFETIME: Duration = Duration::from_secs(900);

/// Seconds since the epoch.
pub(crate) type Clock = Box<dyn Fn() -> u64 + Send + Sync>;

/// Settings of a [`Seal`]; from [`Seal::builder`].
///
/// # Defaults
///
/// | setting    | default                                        |
/// | ---------- | ---------------------------------------------- |
/// | `key`      | none: there has to be one                      |
/// | `lifetime` | 300 seconds                                    |
/// | `clock`    | the machine's, by [`SystemTime`]               |
#[must_use = "settings do nothing until `build`"]
pub struct SealBuilder {
    keys: Vec<Key>,
    pub(crate) lifetime: Duration,
    pub(crate) clock: Clock,
}

impl SealBuilder {
    pub(crate) fn new() -> Self {
        Self { keys: Vec::new(), lifetime: LIFETIME, clock: Box::new(system) }
    }

    /// Adds a key, 8 at most. The first one signs, all of them open: see
    /// [changing the key](crate#changing-the-key).
    pub fn key(mut self, key: Key) -> Self {
        self.keys.push(key);
        self
    }

    /// How long tokens open, to the second; 300 seconds unless set, at least one and at most 900. A token's time
    /// counts in whole seconds, so that it may open for up to a second less and never for more.
    ///
    /// It goes for the tokens that are already out, too: what they hold is when they were made.
    pub fn lifetime(mut self, lifetime: Duration) -> Self {
        self.lifetime = lifetime;
        self
    }

    /// Where the time comes from: whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted. The machine's
    /// clock unless set; hosts where [`SystemTime`] does not work, and tests, bring their own.
    ///
    /// A clock that is put back makes tokens last longer by as much, and refuses those that come from more than 30
    /// seconds ahead. The machine's clock counts as zero while it stands before the epoch.
    pub fn clock(mut self, clock: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        self.clock = Box::new(clock);
        self
    }

    /// Makes the seal.
    ///
    /// # Errors
    ///
    /// [`SealError::NoKey`], [`SealError::TooManyKeys`], [`SealError::SameId`] for two keys of one id,
    /// [`SealError::Lifetime`] for one out of range.
    pub fn build(self) -> Result<Seal, SealError> {
        if self.keys.len() > MAX_KEYS {
            return Err(SealError::TooManyKeys);
        }
        let mut ids: Vec<_> = self.keys.iter().filter_map(Key::id).collect();
        ids.sort_unstable();
        if ids.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(SealError::SameId);
        }
        if !(Duration::from_secs(1)..=MAX_LIFETIME).contains(&self.lifetime) {
            return Err(SealError::Lifetime);
        }
        let mut keys = self.keys.into_iter();
        let signing = keys.next().ok_or(SealError::NoKey)?;
        Ok(Seal { signing, opening: keys.collect(), lifetime: self.lifetime.as_secs(), clock: self.clock })
    }
}

fn system() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl fmt::Debug for SealBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealBuilder")
            .field("keys", &self.keys)
            .field("lifetime", &self.lifetime)
            .finish_non_exhaustive()
    }
}
