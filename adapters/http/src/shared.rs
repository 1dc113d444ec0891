//! What all connections of a listener have in common.

use std::io;
use std::net::{IpAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use async_io::Async;
use snodo_core::Call;
use snodo_core::http::Endpoint;
use snodo_executor::{Clock, Executor, Place, Places, Submitter, Subscriptions};
use snodo_http1::server::Limits;

#[cfg(feature = "tls")]
use crate::Tls;
use crate::connection::Socket;
use crate::gate::Ask;
use crate::peers::{PeerPlace, Peers};
use crate::settings::Http;
use crate::shutdown::Shutdown;

/// So many connections beyond the limit are told so at a time; more are closed unread.
const TURNED_AWAY: usize = 64;

pub(crate) struct Shared {
    pub(crate) endpoint: Endpoint,
    pub(crate) health: Option<String>,
    pub(crate) call: Call,
    pub(crate) gate: Option<Ask>,
    #[cfg(feature = "tls")]
    tls: Option<Tls>,
    pub(crate) limits: Limits,
    pub(crate) timeouts: Timeouts,
    pub(crate) clock: Arc<dyn Clock>,
    connections: Places,
    peers: Option<Arc<Peers>>,
    pub(crate) turned_away: Places,
    pub(crate) streams: Places,
    pub(crate) shutdown: Arc<Shutdown>,
    executor: Executor,
    subscriptions: Subscriptions,
    /// Outer `None`: the executor's.
    request_timeout: Option<Option<Duration>>,
}

/// How long what may take. `None`: for ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    pub(crate) head: Option<Duration>,
    pub(crate) body: Option<Duration>,
    pub(crate) read: Option<Duration>,
    pub(crate) write: Option<Duration>,
    pub(crate) idle: Option<Duration>,
    pub(crate) keep_alive: Option<Duration>,
    pub(crate) gate: Option<Duration>,
    pub(crate) drain: Duration,
}

impl Shared {
    pub(crate) fn new(settings: Http, executor: Executor) -> Arc<Shared> {
        let Http { endpoint, health, call, gate, limits, timeouts, one_request, request_timeout, .. } =
            settings;
        let limits = limits.body(endpoint.max_body());
        Arc::new(Shared {
            limits: if one_request { limits.requests(Some(1)) } else { limits },
            endpoint,
            health,
            call,
            gate,
            #[cfg(feature = "tls")]
            tls: settings.tls,
            timeouts,
            clock: Arc::clone(executor.clock()),
            connections: Places::new(settings.max_connections),
            peers: settings.max_connections_per_peer.map(Peers::new),
            turned_away: Places::new(TURNED_AWAY),
            streams: Places::new(settings.max_streams),
            shutdown: Arc::default(),
            subscriptions: executor.subscriptions(settings.max_subscriptions),
            executor,
            request_timeout,
        })
    }

    /// A new connection's.
    #[cfg_attr(
        not(feature = "tls"),
        expect(clippy::unnecessary_wraps, reason = "a TLS session can fail to begin")
    )]
    pub(crate) fn socket(&self, stream: Async<TcpStream>) -> io::Result<Socket> {
        #[cfg(feature = "tls")]
        if let Some(tls) = &self.tls {
            return Socket::tls(stream, tls);
        }
        Ok(Socket::plain(stream))
    }

    /// The scheme of its URLs.
    pub(crate) fn scheme(&self) -> &'static str {
        #[cfg(feature = "tls")]
        if self.tls.is_some() {
            return "https";
        }
        "http"
    }

    /// A place for a connection, if there is one for it and one for its peer.
    pub(crate) fn admit(&self, peer: IpAddr) -> Option<(Place, Option<PeerPlace>)> {
        let place = self.connections.take()?;
        match &self.peers {
            Some(peers) => Some((place, Some(peers.take(peer)?))),
            None => Some((place, None)),
        }
    }

    /// Waits until the last moment that peers have to take the last answers.
    pub(crate) async fn drained(&self) {
        let began = self.shutdown.began();
        match began.and_then(|began| began.checked_add(self.timeouts.drain.saturating_mul(2))) {
            Some(end) => self.clock.sleep_until(end).await,
            None => std::future::pending().await,
        }
    }

    pub(crate) fn submitter(&self) -> Submitter {
        let submitter = self.executor.submitter().subscriptions(&self.subscriptions);
        match self.request_timeout {
            Some(timeout) => submitter.timeout(timeout),
            None => submitter,
        }
    }
}
