//! The settings of a service.

use std::fmt;
use std::time::Duration;

use http::request::Parts;
use snodo_core::Call;
use snodo_core::http::Endpoint;
use snodo_executor::Executor;

use crate::error::SettingsError;
use crate::known::Known;
use crate::service::Mcp;
use crate::shared::Times;

/// Settings of an [`Mcp`]; from [`Mcp::builder`].
///
/// # Defaults
///
/// | Setting | Default | Beyond it |
/// | --- | --- | --- |
/// | [`max_streams`](Self::max_streams) | 256 | 503 |
/// | [`max_subscriptions`](Self::max_subscriptions) | 256 | 503 |
/// | [`body_timeout`](Self::body_timeout) | 10 s | 408 |
/// | [`read_timeout`](Self::read_timeout) | 5 s | 408 |
/// | [`request_timeout`](Self::request_timeout) | the executor's, by default 30 s | 504 |
/// | [`probe`](Self::probe) | 5 s | the answer becomes a stream |
/// | [`keep_alive`](Self::keep_alive) | 15 s | a comment is sent |
/// | [`call`](Self::call), [`auth`](Self::auth), [`extension`](Self::extension) | nothing | |
///
/// The longest body, and the origins and hosts that may call, are settings of the
/// [`Endpoint`](snodo_core::http::EndpointBuilder); how much runs and waits are those of the
/// [executor](snodo_executor::ExecutorBuilder).
#[must_use = "settings do nothing until `build`"]
pub struct McpBuilder {
    pub(crate) endpoint: Endpoint,
    pub(crate) executor: Executor,
    pub(crate) known: Known,
    pub(crate) times: Times,
    pub(crate) max_streams: usize,
    pub(crate) max_subscriptions: usize,
    /// Outer `None`: the executor's.
    pub(crate) request_timeout: Option<Option<Duration>>,
}

impl McpBuilder {
    pub(crate) fn new(endpoint: Endpoint, executor: Executor) -> McpBuilder {
        let seconds = |count| Some(Duration::from_secs(count));
        McpBuilder {
            endpoint,
            executor,
            known: Known::default(),
            times: Times { body: seconds(10), read: seconds(5), keep_alive: seconds(15), probe: seconds(5) },
            max_streams: 256,
            max_subscriptions: 256,
            request_timeout: None,
        }
    }

    /// What the host knows about a request, made from its head: an address, say, that the host put into the request's
    /// extensions. Default: nothing.
    ///
    /// ```
    /// # use std::net::SocketAddr;
    /// # use std::sync::Arc;
    /// # use snodo_core::{Call, Server};
    /// # use snodo_core::http::Endpoint;
    /// # use snodo_executor::Executor;
    /// # use snodo_tower::Mcp;
    /// # let endpoint = Endpoint::builder(Server::builder("example", "1").build()?).build()?;
    /// # let executor = Executor::new(Arc::new(async_executor::Executor::new()));
    /// // As axum's `ConnectInfo<SocketAddr>`.
    /// #[derive(Clone)]
    /// struct ConnectInfo(SocketAddr);
    ///
    /// let mcp = Mcp::builder(endpoint, executor)
    ///     .call(|head, call| match head.extensions.get::<ConnectInfo>() {
    ///         Some(ConnectInfo(peer)) => call.with_peer(*peer),
    ///         None => call,
    ///     })
    ///     .build();
    /// # assert!(mcp.is_ok());
    /// # Ok::<(), snodo_core::Error>(())
    /// ```
    ///
    /// It is called once for each request whose body was read, on the host's thread, and adds to what
    /// [`auth`](Self::auth), [`extension`](Self::extension) and earlier ones of its kind gave, in the order of the
    /// settings. It must not block. Its panics are the host's.
    pub fn call(mut self, add: impl Fn(&Parts, Call) -> Call + Send + Sync + 'static) -> McpBuilder {
        self.known.add(add);
        self
    }

    /// Hands the `T` among the request's extensions, which the host's middleware has put there, to policies and
    /// handlers as [`Call::with_auth`]. A request without one is served without: to refuse it is up to the
    /// middleware, or to a [policy](snodo_core::Policy).
    ///
    /// Header fields are never taken for an identity.
    pub fn auth<T: Clone + Send + Sync + 'static>(self) -> McpBuilder {
        self.call(|head, call| match head.extensions.get::<T>() {
            Some(auth) => call.with_auth(auth.clone()),
            None => call,
        })
    }

    /// Hands the `T` among the request's extensions, if there is one, to handlers as [`Call::with_extension`].
    pub fn extension<T: Clone + Send + Sync + 'static>(self) -> McpBuilder {
        self.call(|head, call| match head.extensions.get::<T>() {
            Some(extension) => call.with_extension(extension.clone()),
            None => call,
        })
    }

    /// How many answers to calls are event streams at a time. A call whose answer would be one more is cancelled and
    /// answered with 503; plain answers and subscriptions are not affected, and a [probe](Self::probe) is put off.
    ///
    /// Default: 256. With zero there are none. Memory at worst: 64 frames that wait to be written, each, and one piece
    /// of 16 KiB and a frame.
    pub fn max_streams(self, count: usize) -> McpBuilder {
        McpBuilder { max_streams: count, ..self }
    }

    /// How many subscriptions (`subscriptions/listen`) are open at a time. One more is answered with 503 and
    /// `Retry-After`. They take none of the executor's running places.
    ///
    /// Default: 256. With zero there are none. Memory at worst: each keeps its filter, which takes at most the longest
    /// body and 40 KB, and 64 events that wait to be written, besides what its source keeps.
    pub fn max_subscriptions(self, count: usize) -> McpBuilder {
        McpBuilder { max_subscriptions: count, ..self }
    }

    /// How long a body may take, from when it is first waited for. After that the request is answered with 408.
    ///
    /// Default: 10 s. `None` turns it off, and leaves it to the host. Zero is refused.
    pub fn body_timeout(mut self, timeout: Option<Duration>) -> McpBuilder {
        self.times.body = timeout;
        self
    }

    /// How long the next piece of a body may take. After that the request is answered with 408.
    ///
    /// Default: 5 s. `None` turns it off, and leaves it to the host. Zero is refused.
    pub fn read_timeout(mut self, timeout: Option<Duration>) -> McpBuilder {
        self.times.read = timeout;
        self
    }

    /// How long a request may take from when its body was read, its time in the queue included. After that it is
    /// cancelled and answered with 504, or with a last event where its stream has begun. Subscriptions stay open.
    ///
    /// Default: the executor's, which is 30 s unless set otherwise. `None` turns it off. Zero is refused.
    pub fn request_timeout(self, timeout: Option<Duration>) -> McpBuilder {
        McpBuilder { request_timeout: Some(timeout), ..self }
    }

    /// After how long the answer to a call that still runs becomes an event stream, and how long such a stream is quiet
    /// at most before a comment is sent.
    ///
    /// It is for hosts that see a disconnect only when a write fails. There a call is cancelled within two of these
    /// after its peer is gone. Under a host that watches its connections, as hyper does and axum with it, calls are
    /// cancelled at once, and it may be turned off: then an answer is a stream only if its handler reports progress
    /// or logs, and a slow call that fails still has its own status.
    ///
    /// Default: 5 s. `None` turns it off. Zero is refused.
    pub fn probe(mut self, delay: Option<Duration>) -> McpBuilder {
        self.times.probe = delay;
        self
    }

    /// How long an event stream may be quiet before a comment is sent, so that nothing in between closes it. For calls
    /// the [probe](Self::probe) counts if it is shorter.
    ///
    /// Default: 15 s. `None` turns it off. Zero is refused.
    pub fn keep_alive(mut self, period: Option<Duration>) -> McpBuilder {
        self.times.keep_alive = period;
        self
    }

    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// The host's fault: one of the times is zero.
    pub fn build(self) -> Result<Mcp, SettingsError> {
        let Times { body, read, keep_alive, probe } = self.times;
        let times = [
            ("body timeout", body),
            ("read timeout", read),
            ("keep-alive period", keep_alive),
            ("probe", probe),
            ("request timeout", self.request_timeout.flatten()),
        ];
        match times.into_iter().find(|(_, time)| *time == Some(Duration::ZERO)) {
            Some((zero, _)) => Err(SettingsError { zero }),
            None => Ok(Mcp::with(self)),
        }
    }
}

impl fmt::Debug for McpBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpBuilder")
            .field("endpoint", &self.endpoint)
            .field("executor", &self.executor)
            .field("times", &self.times)
            .field("max_streams", &self.max_streams)
            .field("max_subscriptions", &self.max_subscriptions)
            .field("request_timeout", &self.request_timeout)
            .finish_non_exhaustive()
    }
}
