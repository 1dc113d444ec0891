//! Redirects: followed where the same server says so, told everywhere else.
//!
//! RFC 9110 section 15.4.

use super::headers::Headers;
use super::reply::{Reply, printable};
use super::url::Url;
use crate::error::Error;

/// As many are followed for one request.
pub(super) const MAX_HOPS: usize = 5;
/// As much of a target stands in the error about it.
const SHOWN: usize = 256;

/// Where an answer leads: `None` when it is no redirect.
///
/// # Errors
///
/// When the redirect is not to be followed. Nothing was sent to where it leads.
pub(super) fn follow(
    reply: &Reply,
    from: &Url,
    hops: usize,
    headers: &Headers,
) -> Result<Option<Url>, Error> {
    let status = reply.status;
    if !matches!(status, 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = &reply.location else {
        return Err(reply.error(&format!("the server redirects (HTTP {status}) and does not say where to")));
    };
    let Ok(to) = from.resolve(location) else {
        return Err(reply.error(&format!("the server redirects (HTTP {status}) to what is no http URL")));
    };
    let shown = printable(&headers.redact(to.to_string().as_bytes()), SHOWN);
    let refused =
        |why: &str| Err(reply.error(&format!("the server redirects (HTTP {status}) to {shown}{why}")));
    if to.origin != from.origin {
        return refused(
            ", which is another origin: nothing was sent there; if it is to be trusted, connect to it",
        );
    }
    if !matches!(status, 307 | 308) {
        return refused(", and the request would be lost on the way: connect to that URL");
    }
    if hops == MAX_HOPS {
        return refused(&format!(", after {MAX_HOPS} other redirects"));
    }
    Ok(Some(to))
}
