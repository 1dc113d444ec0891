//! The settings of a listener.

mod timeouts;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use snodo_core::http::Endpoint;
use snodo_core::{Call, Server};
use snodo_executor::{Executor, Spawn};
use snodo_http1::server::Limits;

#[cfg(feature = "tls")]
use crate::Tls;
use crate::error::{Error, Kind};
use crate::gate::{self, Ask, Gate};
use crate::shared::Timeouts;

/// A listener to be: settings first, then [`bind`](Self::bind) or [`bind_local`](Self::bind_local).
///
/// # Defaults
///
/// | Setting | Default | Beyond it |
/// | --- | --- | --- |
/// | [`max_connections`](Self::max_connections) | 1,024 | 503, closed |
/// | [`max_connections_per_peer`](Self::max_connections_per_peer) | none | 503, closed |
/// | [`max_streams`](Self::max_streams) | 256 | 503 |
/// | [`max_subscriptions`](Self::max_subscriptions) | 256 | 503 |
/// | [`limits`](Self::limits) | [`Limits::default`] | 400, 413, 414, 431 |
/// | [`head_timeout`](Self::head_timeout) | 10 s | 408, closed |
/// | [`body_timeout`](Self::body_timeout) | 10 s | 408, closed |
/// | [`read_timeout`](Self::read_timeout) | 5 s | 408, closed |
/// | [`write_timeout`](Self::write_timeout) | 5 s | closed |
/// | [`idle_timeout`](Self::idle_timeout) | 60 s | closed |
/// | [`gate_timeout`](Self::gate_timeout) | 10 s | 504 |
/// | [`request_timeout`](Self::request_timeout) | the executor's, by default 30 s | 504 |
/// | [`drain`](Self::drain) | 5 s | 503, closed |
/// | [`keep_alive`](Self::keep_alive) | 15 s | a comment is sent |
/// | [`executor`](Self::executor), [`spawner`](Self::spawner) | its own | |
/// | [`gate`](Self::gate) | none | |
/// | [`health`](Self::health) | off | |
/// | [`signals`](Self::signals) | on | |
/// | [`threads`](Self::threads) | 1 | |
///
/// The path, the longest body, and the origins and hosts that may call are settings of the
/// [`Endpoint`].
///
/// # Memory
///
/// A connection that is idle for a second takes at most 4 KiB, and an open subscription 8 KiB besides its filter: buffers
/// that hold nothing are given back then. At worst, when its peer sends the largest request there
/// may be and does not read, one takes what [`Limits`] says (2.1 MB by default, 3.2 MB for a moment) plus output: 64 KiB
/// and one answer, in a buffer of up to twice that; all connections together 1,024 times as much. The handlers' own
/// memory is bounded by the [executor](snodo_executor::ExecutorBuilder).
#[must_use = "nothing listens before `bind`"]
pub struct Http {
    pub(crate) endpoint: Endpoint,
    pub(crate) call: Call,
    pub(crate) gate: Option<Ask>,
    #[cfg(feature = "tls")]
    pub(crate) tls: Option<Tls>,
    pub(crate) max_connections: usize,
    pub(crate) max_connections_per_peer: Option<usize>,
    pub(crate) max_streams: usize,
    pub(crate) max_subscriptions: usize,
    pub(crate) limits: Limits,
    pub(crate) one_request: bool,
    pub(crate) timeouts: Timeouts,
    /// Outer `None`: the executor's.
    pub(crate) request_timeout: Option<Option<Duration>>,
    pub(crate) health: Option<String>,
    pub(crate) signals: bool,
    pub(crate) threads: usize,
    pub(crate) executor: Option<Executor>,
    pub(crate) spawner: Option<Arc<dyn Spawn>>,
}

impl Http {
    /// The default settings around an endpoint. [`Http::from`] takes a server alone and serves it at `/mcp`.
    pub fn new(endpoint: Endpoint) -> Http {
        let seconds = |count| Some(Duration::from_secs(count));
        Http {
            endpoint,
            call: Call::default(),
            gate: None,
            #[cfg(feature = "tls")]
            tls: None,
            max_connections: 1_024,
            max_connections_per_peer: None,
            max_streams: 256,
            max_subscriptions: 256,
            limits: Limits::default(),
            one_request: false,
            timeouts: Timeouts {
                head: seconds(10),
                body: seconds(10),
                read: seconds(5),
                write: seconds(5),
                idle: seconds(60),
                keep_alive: seconds(15),
                gate: seconds(10),
                drain: Duration::from_secs(5),
            },
            request_timeout: None,
            health: None,
            signals: true,
            threads: 1,
            executor: None,
            spawner: None,
        }
    }

    /// How many connections are open at a time. One more is answered with 503 and `Retry-After`, and closed.
    ///
    /// Default: 1,024. Zero is refused. Memory at worst: see [above](Self#memory).
    pub fn max_connections(self, count: usize) -> Http {
        Http { max_connections: count, ..self }
    }

    /// How many connections a peer has open at a time. One more is answered as one over
    /// [`max_connections`](Self::max_connections) is. A peer is an IPv4 address, or all IPv6 addresses that share
    /// their first 64 bits; behind a proxy all clients are one.
    ///
    /// Default: no limit. Zero is refused. Memory at worst: one entry for each open connection, at most 64 bytes.
    pub fn max_connections_per_peer(self, count: usize) -> Http {
        Http { max_connections_per_peer: Some(count), ..self }
    }

    /// How many answers to calls are event streams at a time. A call whose answer would be one more is cancelled and
    /// answered with 503; plain answers and subscriptions are not affected.
    ///
    /// Default: 256. With zero there are none. Memory at worst: 64 frames that wait to be written, each.
    pub fn max_streams(self, count: usize) -> Http {
        Http { max_streams: count, ..self }
    }

    /// How many subscriptions (`subscriptions/listen`) are open at a time, each on a connection of its own. One more is
    /// answered with 503 and `Retry-After`. They take none of the executor's running places.
    ///
    /// Default: 256. With zero there are none. Memory at worst: each keeps its filter, which takes at most the longest
    /// body and 40 KB (520 MB for 256 by default, what the connections hold not counted), and 64 events that wait to be
    /// written, besides what its source keeps.
    pub fn max_subscriptions(self, count: usize) -> Http {
        Http { max_subscriptions: count, ..self }
    }

    /// Sizes of heads and of what is read ahead, and how many requests a connection carries. The limit of bodies is
    /// the [endpoint's](snodo_core::http::EndpointBuilder::max_body), whatever is set here.
    ///
    /// Default: [`Limits::default`], which tells the worst-case memory.
    pub fn limits(self, limits: Limits) -> Http {
        Http { limits, ..self }
    }

    /// Closes every connection after one answer, which says so.
    pub fn one_request_per_connection(self) -> Http {
        Http { one_request: true, ..self }
    }

    /// A path where `GET` and `HEAD` are answered with 200, for probes. Nothing is checked there but that the
    /// listener lives, and a probe needs a free connection as any request does.
    ///
    /// Default: none. It must start with `/`, have no query and not be the endpoint's path.
    pub fn health(self, path: impl Into<String>) -> Http {
        Http { health: Some(path.into()), ..self }
    }

    /// What the host knows about every request. The peer's address is added for each connection. Default: nothing.
    pub fn call(self, call: Call) -> Http {
        Http { call, ..self }
    }

    /// Asks `gate` about every request before its body is read: it adds to what handlers know about the
    /// [call](Self::call), or refuses. See [`Gate`].
    ///
    /// Default: none, which costs nothing. With one, each request costs a copy of its head. Memory at worst, while it
    /// waits: that copy, and one of the body if that arrived with its head, each within [`Limits`].
    pub fn gate(self, gate: impl Gate) -> Http {
        Http { gate: Some(gate::ask(gate)), ..self }
    }

    /// Encrypts all connections. The handshake has the time of the [first head](Self::head_timeout), which counts on;
    /// who fails at it is closed and harms nobody. A connection over the [limit](Self::max_connections) has to finish it
    /// before it is told so.
    ///
    /// Default: none. Memory at worst, for each connection: 64 KiB while it shakes hands, and later 40 KiB of what comes
    /// and 66 KiB of what goes, besides what [every connection](Self#memory) takes.
    #[cfg(feature = "tls")]
    pub fn tls(self, tls: impl Into<Tls>) -> Http {
        Http { tls: Some(tls.into()), ..self }
    }

    /// Runs requests on `executor`, which may be shared with other transports and is not stopped when this one ends.
    /// Its clock drives the listener's timers. Default: an executor of its own with default limits, on the same
    /// runtime as the connections.
    pub fn executor(self, executor: Executor) -> Http {
        Http { executor: Some(executor), ..self }
    }

    /// Runs connections on a runtime of the host's, on several threads if it has them. They end when the future of
    /// [`run`](crate::Listener::run) does. Default: that future drives them all.
    pub fn spawner(self, spawn: impl Spawn) -> Http {
        Http { spawner: Some(Arc::new(spawn)), ..self }
    }

    /// For [`serve`](crate::Listener::serve): how many threads run connections and handlers, the calling one included.
    /// They share all limits, and connections go to whichever is free.
    ///
    /// Default: 1, on which a request costs the least; more of them are for handlers that compute. Zero is refused, and
    /// more than one with a [spawner](Self::spawner), whose runtime has threads of its own. Memory: a stack for each.
    pub fn threads(self, count: usize) -> Http {
        Http { threads: count, ..self }
    }

    /// For [`serve`](crate::Listener::serve): whether SIGINT and SIGTERM begin an orderly shutdown, and a second one
    /// ends the process at once with exit status 128 and the signal's number. After `serve` has returned, both end
    /// the process again. Turn it off in a program that has handlers of its own, and use
    /// [`Handle::shutdown`](crate::Handle::shutdown). Default: true. Unix only.
    pub fn signals(self, signals: bool) -> Http {
        Http { signals, ..self }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let zero = Some(Duration::ZERO);
        let Timeouts { head, body, read, write, idle, keep_alive, gate, drain } = self.timeouts;
        let settings = [
            ("thread count", self.threads == 0),
            ("connection limit", self.max_connections == 0),
            ("connection limit per peer", self.max_connections_per_peer == Some(0)),
            ("head timeout", head == zero),
            ("body timeout", body == zero),
            ("read timeout", read == zero),
            ("write timeout", write == zero),
            ("idle timeout", idle == zero),
            ("keep-alive period", keep_alive == zero),
            ("gate timeout", gate == zero),
            ("drain limit", Some(drain) == zero),
            ("request timeout", self.request_timeout == Some(zero)),
        ];
        if let Some((name, _)) = settings.into_iter().find(|(_, is_zero)| *is_zero) {
            return Err(Kind::Zero(name).into());
        }
        if self.threads > 1 && self.spawner.is_some() {
            return Err(Kind::ThreadsElsewhere.into());
        }
        match &self.health {
            Some(path) if !is_path(path) || path == self.endpoint.path() => Err(Kind::HealthPath.into()),
            _ => Ok(()),
        }
    }
}

/// Whether a request's path can be this.
fn is_path(path: &str) -> bool {
    path.starts_with('/') && path.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'?' | b'#'))
}

impl From<Server> for Http {
    /// Serves it at `/mcp`, with the endpoint's default settings.
    fn from(server: Server) -> Http {
        Http::new(Endpoint::builder(server).build().expect("an endpoint's default settings are in order"))
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("endpoint", &self.endpoint)
            .field("max_connections", &self.max_connections)
            .field("max_connections_per_peer", &self.max_connections_per_peer)
            .field("max_streams", &self.max_streams)
            .field("max_subscriptions", &self.max_subscriptions)
            .field("limits", &self.limits)
            .field("one_request_per_connection", &self.one_request)
            .field("timeouts", &self.timeouts)
            .field("request_timeout", &self.request_timeout)
            .field("gate", &self.gate.is_some())
            .field("health", &self.health)
            .field("signals", &self.signals)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
