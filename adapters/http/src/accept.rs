//! New connections.

use std::future::poll_fn;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use async_io::Async;
use futures_lite::FutureExt as _;
use futures_lite::future::yield_now;
use log::{debug, warn};
use snodo_executor::Task;

use crate::LOG;
use crate::connection::Connection;
use crate::error::{Error, Kind};
use crate::shared::Shared;

/// How long to wait when there is no room for another connection in the process or the system.
const PAUSE: Duration = Duration::from_millis(100);
/// After this many connections the other tasks of the same thread have their turn.
const IN_A_ROW: usize = 32;

/// Accepts connections and sees them off.
pub(crate) async fn run(
    socket: Async<TcpListener>,
    shared: Arc<Shared>,
    spawn: impl Fn(Task),
) -> Result<(), Error> {
    let _end = End(Arc::clone(&shared));
    let mut watch = shared.shutdown.watch();
    let mut acceptor = Acceptor { shared: &shared, socket, acceptable: true, spawn };
    // The drain comes first, so that nothing is accepted once it has begun.
    let drained = async {
        watch.drain().await;
        Ok(())
    };
    let ended = drained.or(acceptor.accept_all()).await;
    drop(acceptor);
    drop(watch);
    shared.shutdown.begin(shared.clock.now());
    debug!(target: LOG, "no more connections: draining");
    shared.shutdown.unwatched().or(shared.drained()).await;
    ended
}

/// On a runtime of the host's, connections outlive nobody.
struct End(Arc<Shared>);

struct Acceptor<'a, S> {
    shared: &'a Arc<Shared>,
    socket: Async<TcpListener>,
    /// Trying is worth a system call.
    acceptable: bool,
    spawn: S,
}

impl<S: Fn(Task)> Acceptor<'_, S> {
    /// Until the socket is of no use.
    async fn accept_all(&mut self) -> Result<(), Error> {
        loop {
            for _ in 0..IN_A_ROW {
                match poll_fn(|cx| self.poll_accept(cx)).await {
                    Ok((stream, peer)) => self.take(stream, peer),
                    // Everything else is about one connection, or a lack of something that may pass.
                    Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                        return Err(Kind::Accept(error).into());
                    }
                    Err(error) => self.bear(&error).await,
                }
            }
            yield_now().await;
        }
    }

    fn poll_accept(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<(Async<TcpStream>, SocketAddr)>> {
        loop {
            if !self.acceptable {
                ready!(self.socket.poll_readable(cx))?;
                self.acceptable = true;
            }
            match self.socket.get_ref().accept() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.acceptable = false,
                accepted => {
                    return Poll::Ready(accepted.and_then(|(stream, peer)| Ok((Async::new(stream)?, peer))));
                }
            }
        }
    }

    fn take(&self, stream: Async<TcpStream>, peer: SocketAddr) {
        // An answer is one write, which should not wait for the peer's next acknowledgement.
        if let Err(error) = stream.get_ref().set_nodelay(true) {
            debug!(target: LOG, "{peer}: Nagle's algorithm stays on: {error}");
        }
        let connection = if let Some(places) = self.shared.admit(peer.ip()) {
            self.shared.socket(stream).map(|socket| Connection::new(self.shared, socket, peer, places))
        } else if let Some(place) = self.shared.turned_away.take() {
            debug!(target: LOG, "{peer}: over the limit of connections: turned away");
            self.shared.socket(stream).map(|socket| Connection::turned_away(self.shared, socket, peer, place))
        } else {
            debug!(target: LOG, "{peer}: over the limit of connections: closed");
            return;
        };
        match connection {
            Ok(connection) => (self.spawn)(Box::pin(connection)),
            Err(error) => debug!(target: LOG, "{peer}: closed: {error}"),
        }
    }

    /// A connection that is gone before it was accepted is nobody's loss. Without room for another one the loop
    /// would only spin.
    async fn bear(&self, error: &io::Error) {
        use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};

        if matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted) {
            debug!(target: LOG, "a connection was not accepted: {error}");
            return;
        }
        warn!(target: LOG, "accepting pauses for {PAUSE:?}: {error}");
        let clock = &self.shared.clock;
        clock.sleep_until(clock.now() + PAUSE).await;
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.0.shutdown.end();
    }
}
