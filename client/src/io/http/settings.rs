//! How servers are reached over HTTP.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use snodo_executor::{Clock, SystemClock};

use super::connect::Dialer;
use super::connection::Connection;
use super::headers::Headers;
use super::pool::{Limits, Pool};
use super::token::TokenProvider;
use super::url::Url;
use crate::error::Error;

/// Reaches a server over HTTP: Streamable HTTP, one POST for each request.
///
/// Connections are opened when they are needed, kept for the next request and used for one request at a time. Dropping
/// a request closes its connection, which is how the server learns of it; [`close`](crate::Transport::close) and
/// dropping the transport close what is idle at once, and end every request that is on its way.
///
/// ```no_run
/// use std::time::Duration;
/// use snodo_client::Http;
///
/// let http = Http::new("https://example.com/mcp?team=blue")?
///     .header("authorization", "Bearer TOKEN")?
///     .connect_timeout(Duration::from_secs(5));
/// # let _ = http;
/// # Ok::<(), snodo_client::Error>(())
/// ```
///
/// # What is sent
///
/// Path and query go out byte for byte as they stand in the URL. Answers are taken as JSON and as event streams,
/// neither compressed. Nothing goes by way of a proxy.
///
/// # Redirects
///
/// 307 and 308 are followed within the same scheme, host and port, up to five for a request. Every other redirect is an
/// error that names its target; nothing is ever sent to another origin.
///
/// # Requests that are sent twice
///
/// A kept connection is looked at before it is used. When the server closes it in just that moment and nothing of an
/// answer came, the request is sent again on a new one if nothing of it had left, or if its method only reads: listings,
/// `server/discover`, `resources/read`, `prompts/get`, `completion/complete` and `subscriptions/listen`. A tool is never
/// called twice.
///
/// # Time
///
/// The limit for [connecting](Self::connect_timeout) is the only one of its own; how long an answer may take is the
/// client's to say. Connections that were idle for too long are closed when the next request comes or ends.
///
/// # Memory
///
/// A request at work holds its message, a buffer of at most 36 KB, and the response as far as it has arrived, of a
/// subscription one event: at worst [`max_response`](Self::max_response) times the sum of
/// [`max_connections`](Self::max_connections) and [`max_subscriptions`](Self::max_subscriptions), twice that while
/// buffers grow.
pub struct Http {
    pub(super) url: Url,
    pub(super) headers: Arc<Headers>,
    pub(super) tokens: Option<Arc<dyn TokenProvider>>,
    pub(super) dialer: Dialer,
    pub(super) pool: Arc<Pool<Connection>>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) max_requests: usize,
    pub(super) max_response: usize,
}

impl Http {
    /// For the endpoint at `url`: `http` or `https`, without user information. Its fragment is dropped.
    ///
    /// # Errors
    ///
    /// When that is no URL, or the scheme is `https` and the crate was built without its `tls` feature: the caller's
    /// fault. The error does not repeat the URL.
    pub fn new(url: &str) -> Result<Self, Error> {
        let url = Url::parse(url)?;
        if url.origin.is_secure && !cfg!(feature = "tls") {
            return Err(without_tls());
        }
        Ok(Self {
            url,
            headers: Arc::default(),
            tokens: None,
            dialer: Dialer {
                timeout: Duration::from_secs(30),
                #[cfg(feature = "tls")]
                tls: Default::default(),
            },
            pool: Arc::new(Pool::new(Limits::default())),
            clock: Arc::new(SystemClock),
            max_requests: 1_000,
            max_response: 16 * 1024 * 1024,
        })
    }

    /// Sends this field with every request; one of the same name is replaced. Values are neither logged nor repeated in
    /// errors, and taken out of what a server says in place of an answer.
    ///
    /// At most 64 fields of at most 8,192 bytes.
    ///
    /// # Errors
    ///
    /// When the field is malformed, or the transport's own (`Host`, `Accept`, `Content-Type`, `Mcp-*` and those of
    /// framing): the caller's fault.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, Error> {
        Arc::make_mut(&mut self.headers).set(name, value)?;
        if name.eq_ignore_ascii_case("authorization") {
            self.warn_of_credentials();
        }
        Ok(self)
    }

    /// Sends a bearer token with every request, from a provider that is asked for each. When the server refuses one, the
    /// provider is asked for another, and the request is sent once more. It takes the place of an `Authorization`
    /// [header](Self::header). The provider's own time counts as the call's.
    #[must_use]
    pub fn tokens(mut self, provider: impl TokenProvider) -> Self {
        self.warn_of_credentials();
        self.tokens = Some(Arc::new(provider));
        self
    }

    fn warn_of_credentials(&self) {
        let origin = &self.url.origin;
        if !origin.is_secure && !origin.is_loopback() {
            log::warn!("credentials for {origin} go out unencrypted: use https");
        }
    }

    /// How long it may take until a connection is there: looking up the name, connecting, encryption. 30 seconds unless
    /// set.
    #[must_use]
    pub fn connect_timeout(mut self, limit: Duration) -> Self {
        self.dialer.timeout = limit;
        self
    }

    /// How many requests may be at work, each with a connection; more wait in the order in which they came. Subscriptions
    /// are counted [for themselves](Self::max_subscriptions). 64 unless set, at least 1.
    #[must_use]
    pub fn max_connections(self, count: usize) -> Self {
        self.pool.limit(|limits| limits.connections = count.max(1));
        self
    }

    /// How many requests may wait for a connection; more are refused. 4,096 unless set.
    #[must_use]
    pub fn max_waiting(self, count: usize) -> Self {
        self.pool.limit(|limits| limits.waiting = count);
        self
    }

    /// How many subscriptions may be open, each with a connection; more are refused. 64 unless set.
    #[must_use]
    pub fn max_subscriptions(self, count: usize) -> Self {
        self.pool.limit(|limits| limits.streams = count);
        self
    }

    /// How many connections are kept for later requests; 8 unless set, and with 0 none.
    #[must_use]
    pub fn pool_size(self, count: usize) -> Self {
        self.pool.limit(|limits| limits.idle = count);
        self
    }

    /// How long a connection is kept while nobody needs it: 30 seconds unless set, and less where the server says so in
    /// its `Keep-Alive` field. It should be less than the time after which the server closes it.
    #[must_use]
    pub fn pool_idle_timeout(self, limit: Duration) -> Self {
        self.pool.limit(|limits| limits.idle_timeout = limit);
        self
    }

    /// How many requests are sent on one connection; 1,000 unless set, at least 1.
    #[must_use]
    pub fn pool_max_requests(mut self, count: usize) -> Self {
        self.max_requests = count.max(1);
        self
    }

    /// Bytes of a response, notifications in front of it included. For the stream of a subscription it is the limit of
    /// each event. 16 MiB unless set; a larger response ends its request with an error.
    #[must_use]
    pub fn max_response(mut self, bytes: usize) -> Self {
        self.max_response = bytes;
        self
    }

    /// Trusts servers with certificates that these have signed, besides those that the system trusts. PEM text with at
    /// least one certificate; for an authority of one's own. It replaces what was said before.
    ///
    /// # Errors
    ///
    /// When there is no certificate in the text: the caller's fault.
    #[cfg(feature = "tls")]
    pub fn trust_also(mut self, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.dialer.tls = super::tls::Tls::trusting_also(pem.as_ref())?;
        Ok(self)
    }

    /// Trusts no server but those with certificates that these have signed. PEM text with at least one certificate. It
    /// replaces what was said before.
    ///
    /// # Errors
    ///
    /// When there is no certificate in the text: the caller's fault.
    #[cfg(feature = "tls")]
    pub fn trust_only(mut self, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.dialer.tls = super::tls::Tls::trusting_only(pem.as_ref())?;
        Ok(self)
    }

    /// Where the transport gets its time from; [`SystemClock`] unless set.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }
}

/// What https URLs get when nothing can be encrypted.
pub(super) fn without_tls() -> Error {
    Error::usage("https needs the feature `tls` of snodo-client")
}

/// Neither the query nor the values of fields.
impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("url", &self.url)
            .field("headers", &self.headers)
            .field("pool", &self.pool)
            .finish_non_exhaustive()
    }
}
