//! Credentials that change: a token for each request, and another one when the server refuses it.
//!
//! Spec: basic/authorization.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::headers::Headers;
use super::reply::Reply;
use crate::error::Error;

/// What a [`TokenProvider`] gives.
pub type TokenFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Option<String>, Box<dyn StdError + Send + Sync>>> + Send + 'a>>;

/// Where requests get their bearer tokens from. How they are obtained and kept is the provider's matter.
///
/// Tokens are neither logged nor repeated in errors.
pub trait TokenProvider: Send + Sync + 'static {
    /// The token for the next request; `None` to send it without.
    fn token(&self) -> TokenFuture<'_>;

    /// Another token, after the server has refused the last one: with status 401, or with 403 because it does not permit
    /// enough. `challenge` is the value of `WWW-Authenticate`. `None` to leave it at that.
    ///
    /// It is asked once for a request; the second refusal is the request's error.
    fn refused<'a>(&'a self, status: u16, challenge: Option<&'a str>) -> TokenFuture<'a>;
}

impl fmt::Debug for dyn TokenProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenProvider")
    }
}

/// The fields of a request, with the provider's token among them; `None` when it gives none.
///
/// # Errors
///
/// When the provider fails, or gives what is no token.
pub(super) async fn authorized(
    headers: &Arc<Headers>,
    token: TokenFuture<'_>,
) -> Result<Option<Arc<Headers>>, Error> {
    let token = token.await.map_err(|error| Error::connection(format!("no token could be had: {error}")))?;
    let Some(token) = token else { return Ok(None) };
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Error::usage("a token is visible ASCII and not empty"));
    }
    let mut headers = Headers::clone(headers);
    headers.set("Authorization", &format!("Bearer {token}"))?;
    Ok(Some(Arc::new(headers)))
}

/// Whether an answer says that another token is needed.
pub(super) fn is_refused(reply: &Reply) -> bool {
    let is_insufficient =
        || reply.challenge().is_some_and(|challenge| challenge.contains("insufficient_scope"));
    reply.status == 401 || (reply.status == 403 && is_insufficient())
}
