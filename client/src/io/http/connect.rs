//! New connections.

use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use async_io::Async;
use blocking::unblock;
use futures_lite::future::or;
use snodo_executor::Clock;

use super::connection::Connection;
use super::socket::Socket;
#[cfg(feature = "tls")]
use super::tls::Tls;
use super::url::Origin;
use crate::error::Error;

/// As many addresses of a name are tried.
const MAX_ADDRESSES: usize = 16;

/// What a new connection needs.
#[derive(Clone, Debug)]
pub(super) struct Dialer {
    pub(super) timeout: Duration,
    #[cfg(feature = "tls")]
    pub(super) tls: Tls,
}

impl Dialer {
    /// A connection that is ready for requests, before the time is over.
    ///
    /// # Errors
    ///
    /// When the server cannot be reached in time, or, behind `https`, does not prove who it is.
    pub(super) async fn connect(&self, origin: &Origin, clock: &dyn Clock) -> Result<Connection, Error> {
        let deadline = clock.now() + self.timeout;
        let late = async {
            clock.sleep_until(deadline).await;
            let limit = self.timeout.as_millis();
            Err(Error::connection(format!("no connection to {origin} within {limit} ms")))
        };
        or(self.connect_before(deadline, origin, clock), late).await
    }

    async fn connect_before(
        &self,
        deadline: Instant,
        origin: &Origin,
        clock: &dyn Clock,
    ) -> Result<Connection, Error> {
        let unreachable = |error: io::Error| {
            Error::connection(format!("cannot reach {origin}: {error}")).with_source(error)
        };
        let addresses = resolve(origin).await.map_err(unreachable)?;
        let stream = dial(&addresses, deadline, clock).await.map_err(unreachable)?;
        stream.get_ref().set_nodelay(true).map_err(unreachable)?;
        if !origin.is_secure {
            return Ok(Connection::new(Socket::Plain(stream)));
        }
        #[cfg(feature = "tls")]
        return Ok(Connection::new(Socket::Tls(Box::new(self.tls.shake_hands(origin, stream).await?))));
        #[cfg(not(feature = "tls"))]
        Err(super::settings::without_tls())
    }
}

/// The addresses of the host, in the order in which they should be tried.
async fn resolve(origin: &Origin) -> io::Result<Vec<SocketAddr>> {
    if let Some(address) = origin.address() {
        return Ok(vec![SocketAddr::new(address, origin.port)]);
    }
    let (host, port) = (origin.host().to_owned(), origin.port);
    let look_up = move || (host, port).to_socket_addrs();
    let addresses: Vec<_> = unblock(look_up).await?.take(MAX_ADDRESSES).collect();
    if addresses.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "the name has no address"));
    }
    Ok(addresses)
}

/// Tries one address after the other. Each but the last gets its share of the time that is left, so that one that
/// swallows everything does not take the turn of the next.
async fn dial(
    addresses: &[SocketAddr],
    deadline: Instant,
    clock: &dyn Clock,
) -> io::Result<Async<TcpStream>> {
    let (last, others) = addresses.split_last().expect("there is at least one address");
    for (at, address) in others.iter().enumerate() {
        let left = u32::try_from(addresses.len() - at).unwrap_or(u32::MAX);
        let now = clock.now();
        let share = deadline.saturating_duration_since(now) / left;
        let late = async {
            clock.sleep_until(now + share).await;
            Err(io::ErrorKind::TimedOut.into())
        };
        if let Ok(stream) = or(Async::<TcpStream>::connect(*address), late).await {
            return Ok(stream);
        }
    }
    Async::<TcpStream>::connect(*last).await
}
