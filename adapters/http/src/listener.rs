//! A bound socket, and the ways to serve on it.

use std::fmt;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::num::NonZero;
use std::sync::Arc;

use async_io::Async;
use snodo_executor::{Executor, Spawn, Task, spawn_fn};

use crate::accept;
use crate::error::{Error, Kind};
use crate::handle::Handle;
use crate::settings::Http;
use crate::shared::Shared;
use crate::workers::Workers;

pub(crate) type Tasks = async_executor::Executor<'static>;

/// A listener that is bound: connections wait in its backlog until it is [served](Self::serve) or [run](Self::run).
#[must_use = "nothing is served before `serve` or `run`"]
pub struct Listener {
    socket: Async<TcpListener>,
    address: SocketAddr,
    shared: Arc<Shared>,
    signals: bool,
    threads: NonZero<usize>,
    runtime: Runtime,
}

/// What drives the connections.
enum Runtime {
    Own(Arc<Tasks>),
    Host(Arc<dyn Spawn>),
}

impl Http {
    /// Checks the settings and binds the first of the addresses that can be bound. Port 0 lets the system choose one;
    /// [`Listener::address`] and [`Listener::url`] tell which.
    ///
    /// Bind a loopback address unless strangers may call: nothing is encrypted without TLS (the feature `tls`), and who
    /// calls is verified by nobody but a [gate](Self::gate). A name blocks while it is resolved.
    ///
    /// # Errors
    ///
    /// When a [setting](Error::is_setting) is out of range, or no address can be [bound](Error::is_bind).
    pub fn bind(self, address: impl ToSocketAddrs) -> Result<Listener, Error> {
        self.check()?;
        self.listen(TcpListener::bind(address).map_err(Kind::Bind)?)
    }

    /// As [`bind`](Self::bind), on 127.0.0.1: only this machine can connect.
    ///
    /// # Errors
    ///
    /// As [`bind`](Self::bind).
    pub fn bind_local(self, port: u16) -> Result<Listener, Error> {
        self.bind((Ipv4Addr::LOCALHOST, port))
    }

    /// Takes a socket that listens already, from a supervisor for instance. It becomes non-blocking.
    ///
    /// # Errors
    ///
    /// When a [setting](Error::is_setting) is out of range, or the socket is not [bound](Error::is_bind).
    pub fn listen(mut self, socket: TcpListener) -> Result<Listener, Error> {
        self.check()?;
        let address = socket.local_addr().map_err(Kind::Bind)?;
        let socket = Async::new(socket).map_err(Kind::Bind)?;
        let (runtime, signals) = (Runtime::new(self.spawner.take()), self.signals);
        let threads = NonZero::new(self.threads).unwrap_or(NonZero::<usize>::MIN);
        let executor = match self.executor.take() {
            Some(executor) => executor,
            None => runtime.executor().map_err(Kind::Executor)?,
        };
        Ok(Listener { socket, address, shared: Shared::new(self, executor), signals, threads, runtime })
    }
}

impl Listener {
    /// The address it is bound to, with the real port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The endpoint's URL, for instance `http://127.0.0.1:8080/mcp` or `http://[::1]:8080/mcp`; with TLS its scheme is
    /// `https`. Bound to all of a machine's addresses, it shows the unspecified one.
    #[must_use]
    pub fn url(&self) -> String {
        let (scheme, port, path) = (self.shared.scheme(), self.address.port(), self.shared.endpoint.path());
        match self.address.ip() {
            IpAddr::V4(ip) => format!("{scheme}://{ip}:{port}{path}"),
            IpAddr::V6(ip) => format!("{scheme}://[{ip}]:{port}{path}"),
        }
    }

    /// Ends it in good order, from anywhere.
    #[must_use]
    pub fn handle(&self) -> Handle {
        Handle::new(&self.shared)
    }

    /// Serves until [`Handle::shutdown`], then drains. Connections run inside this future, unless there is a
    /// [spawner](Http::spawner).
    ///
    /// It needs no particular runtime. Dropping it closes the listening socket and all connections at once, and
    /// cancels their requests.
    ///
    /// # Errors
    ///
    /// Only when the listening socket was [shut down](Error::is_accept) by somebody else.
    pub fn run(self) -> impl Future<Output = Result<(), Error>> + Send + 'static {
        let Listener { socket, shared, runtime, .. } = self;
        async move {
            match runtime {
                Runtime::Own(tasks) => {
                    // As a task, so that whichever thread is free goes on with it.
                    let accepting = Tasks::spawn(&tasks, accept::run(socket, shared, spawn_on(&tasks)));
                    tasks.run(accepting).await
                }
                Runtime::Host(host) => accept::run(socket, shared, move |task| host.spawn(task)).await,
            }
        }
    }

    /// Serves until SIGINT, SIGTERM or [`Handle::shutdown`], then drains: on this thread, and on as many more as
    /// [were asked for](Http::threads), which have ended when it returns.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run), and when the signals can't be taken over or [the threads not
    /// started](Error::is_process).
    pub fn serve(self) -> Result<(), Error> {
        let _workers = match &self.runtime {
            Runtime::Own(tasks) => Some(Workers::start(tasks, self.threads).map_err(Kind::Threads)?),
            Runtime::Host(_) => None,
        };
        if self.signals { self.serve_with_signals() } else { async_io::block_on(self.run()) }
    }

    #[cfg(unix)]
    fn serve_with_signals(self) -> Result<(), Error> {
        use futures_lite::FutureExt as _;

        use crate::signals::Signals;

        let signals = Signals::catch().map_err(Kind::Process)?;
        let handle = self.handle();
        let first = async {
            signals.first().await.map_err(Kind::Process)?;
            handle.shutdown();
            std::future::pending().await
        };
        async_io::block_on(self.run().or(first))
    }

    #[cfg(not(unix))]
    fn serve_with_signals(self) -> Result<(), Error> {
        async_io::block_on(self.run())
    }
}

impl Runtime {
    fn new(host: Option<Arc<dyn Spawn>>) -> Runtime {
        host.map_or_else(|| Runtime::Own(Arc::default()), Runtime::Host)
    }

    /// An executor for handlers on the same runtime.
    fn executor(&self) -> Result<Executor, snodo_executor::SettingsError> {
        match self {
            Runtime::Own(tasks) => Executor::builder(spawn_fn(spawn_on(tasks))).build(),
            Runtime::Host(host) => {
                let host = Arc::clone(host);
                Executor::builder(spawn_fn(move |task| host.spawn(task))).build()
            }
        }
    }
}

/// Tasks hold what this gives, so it must not hold them: they end with the future of `run`.
fn spawn_on(tasks: &Arc<Tasks>) -> impl Fn(Task) + Send + Sync + 'static {
    let tasks = Arc::downgrade(tasks);
    move |task| {
        if let Some(tasks) = tasks.upgrade() {
            Tasks::spawn(&tasks, task).detach();
        }
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("url", &self.url()).finish_non_exhaustive()
    }
}
