//! Sealing and opening.

use std::fmt;
use std::iter;

use snodo_core::{Binding, Sealer};

use crate::binding;
use crate::key::Key;
use crate::settings::{Clock, SealBuilder};
use crate::token::{self, Token};

/// How many seconds ahead of ours the clock of another replica may be.
const SKEW: u64 = 30;

/// Makes and opens the tokens of a server; see the [crate's page](crate) for what they are good for.
///
/// **The client can read what is sealed.**
pub struct Seal {
    pub(crate) signing: Key,
    /// Keys that open what they signed elsewhere, or earlier.
    pub(crate) opening: Vec<Key>,
    /// In seconds.
    pub(crate) lifetime: u64,
    pub(crate) clock: Clock,
}

impl Seal {
    /// A seal with one key. Its tokens open for 300 seconds, by the machine's clock.
    #[must_use]
    pub fn new(key: Key) -> Self {
        let SealBuilder { lifetime, clock, .. } = SealBuilder::new();
        Self { signing: key, opening: Vec::new(), lifetime: lifetime.as_secs(), clock }
    }

    /// A seal with settings of its own.
    pub fn builder() -> SealBuilder {
        SealBuilder::new()
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        iter::once(&self.signing).chain(&self.opening)
    }

    /// Whether a token that was made at `sealed` still opens, or does already.
    fn is_current(&self, sealed: u64) -> bool {
        let now = (self.clock)();
        sealed <= now.saturating_add(SKEW) && now.saturating_sub(sealed) < self.lifetime
    }
}

impl Sealer for Seal {
    fn seal(&self, payload: &str, binding: &Binding<'_>) -> Option<String> {
        let mut token = token::start(self.signing.id(), (self.clock)(), payload)?;
        let digest = binding::digest(&token, binding)?;
        token::finish(&mut token, &self.signing.sign(&digest));
        Some(token)
    }

    fn open(&self, token: &str, binding: &Binding<'_>) -> Option<String> {
        let token = Token::parse(token)?;
        let digest = binding::digest(token.signed, binding)?;
        let candidates = self.keys().filter(|key| token.id.is_none_or(|id| key.id() == Some(id)));
        // Each is tried, so that time does not tell which of them, if any, it was.
        let genuine = candidates.fold(false, |found, key| found | key.verifies(&digest, &token.tag));
        if genuine && self.is_current(token.time()?) { token.payload() } else { None }
    }
}

/// Shows the keys by their ids, and nothing of the secrets.
impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seal")
            .field("signing", &self.signing)
            .field("opening", &self.opening)
            .field("lifetime", &self.lifetime)
            .finish_non_exhaustive()
    }
}
