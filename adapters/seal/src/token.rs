//! The two forms of a token: `s1.TIME.PAYLOAD.TAG` and `s1.ID.TIME.PAYLOAD.TAG`.

use std::fmt::Write;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;

use crate::key::Digest;

const MAX_TOKEN_BYTES: usize = 16_384;
/// Of 32 bytes in base64 without padding.
const TAG_BYTES: usize = 43;

/// A token before its tag and the dot that precedes it; `None` when it would become too long.
pub(crate) fn start(id: Option<&str>, time: u64, payload: &str) -> Option<String> {
    let mut token = String::from("s1.");
    if let Some(id) = id {
        token.push_str(id);
        token.push('.');
    }
    write!(token, "{time}.").ok()?;
    let rest = base64::encoded_len(payload.len(), false)?.checked_add(1 + TAG_BYTES)?;
    if token.len().checked_add(rest)? > MAX_TOKEN_BYTES {
        return None;
    }
    token.reserve_exact(rest);
    BASE64.encode_string(payload, &mut token);
    Some(token)
}

pub(crate) fn finish(token: &mut String, tag: &Digest) {
    token.push('.');
    BASE64.encode_string(tag, token);
}

/// The parts of a token that has the form of one. Until its tag has been verified, they are what somebody made up.
pub(crate) struct Token<'a> {
    /// All that stands before the tag's dot.
    pub(crate) signed: &'a str,
    pub(crate) id: Option<&'a str>,
    pub(crate) tag: Digest,
    time: &'a str,
    payload: &'a str,
}

impl<'a> Token<'a> {
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        if text.len() > MAX_TOKEN_BYTES {
            return None;
        }
        let (signed, written) = text.rsplit_once('.')?;
        let mut tag = Digest::default();
        // Refuses padding, and bits behind the last byte: a tag has one spelling.
        if BASE64.decode_slice(written, &mut tag) != Ok(tag.len()) {
            return None;
        }
        let (rest, payload) = signed.rsplit_once('.')?;
        let (rest, time) = rest.rsplit_once('.')?;
        let id = match rest.strip_prefix("s1")? {
            "" => None,
            rest => Some(rest.strip_prefix('.')?),
        };
        Some(Self { signed, id, tag, time, payload })
    }

    /// When it was sealed.
    pub(crate) fn time(&self) -> Option<u64> {
        self.time.parse().ok()
    }

    pub(crate) fn payload(&self) -> Option<String> {
        BASE64.decode(self.payload).ok().and_then(|bytes| String::from_utf8(bytes).ok())
    }
}
