//! Keys, and what they sign.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::error::SealError;

const MIN_SECRET_BYTES: usize = 32;
const MAX_ID_BYTES: usize = 32;

/// Tells what is signed here from what else the secret may be used for.
const LABEL: &[u8] = b"snodo-seal 1";

/// The outcome of SHA-256, and of HMAC with it.
pub(crate) type Digest = [u8; 32];

/// A secret, ready to sign and to verify with; with or without an id.
#[derive(Clone)]
pub struct Key {
    id: Option<Box<str>>,
    keyed: Hmac<Sha256>,
}

impl Key {
    /// A key without an id. Its tokens are tried against every key that the seal has.
    ///
    /// The secret has to be as hard to guess as 32 bytes made by chance: a passphrase is not.
    ///
    /// # Errors
    ///
    /// [`SealError::Secret`]: it has fewer than 32 bytes.
    pub fn new(secret: &[u8]) -> Result<Self, SealError> {
        if secret.len() < MIN_SECRET_BYTES {
            return Err(SealError::Secret);
        }
        let keyed = Hmac::new_from_slice(secret).map_err(|_| SealError::Secret)?;
        Ok(Self { id: None, keyed })
    }

    /// A key with an id: 1 to 32 ASCII letters, digits, `_` and `-`. The id is part of the key's tokens, for everybody
    /// to read, and only this key is tried with them.
    ///
    /// # Errors
    ///
    /// [`SealError::Id`]: the id is something else. [`SealError::Secret`] as in [`new`](Self::new).
    pub fn with_id(id: impl Into<String>, secret: &[u8]) -> Result<Self, SealError> {
        let id = id.into();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if id.is_empty() || id.len() > MAX_ID_BYTES || !id.bytes().all(allowed) {
            return Err(SealError::Id);
        }
        Ok(Self { id: Some(id.into_boxed_str()), ..Self::new(secret)? })
    }

    /// The key's id, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    pub(crate) fn sign(&self, digest: &Digest) -> Digest {
        self.signing(digest).finalize().into_bytes().into()
    }

    /// Takes the same time whatever the tag is.
    pub(crate) fn verifies(&self, digest: &Digest, tag: &Digest) -> bool {
        self.signing(digest).verify_slice(tag).is_ok()
    }

    fn signing(&self, digest: &Digest) -> Hmac<Sha256> {
        self.keyed.clone().chain_update(LABEL).chain_update(digest)
    }
}

/// Shows the id, and nothing of the secret.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("id", &self.id).finish_non_exhaustive()
    }
}
