//! What can keep a listener from starting, or end it early.

use std::io;

/// Why a listener did not start, or ended other than by a shutdown.
///
/// What a peer does never ends a listener: it is answered or its connection is closed. The predicates say whose
/// fault it was; the source is the [`io::Error`] where there is one.
///
/// ```
/// use std::time::Duration;
/// # use snodo_core::Server;
/// use snodo_http::Http;
///
/// # let server = Server::builder("example", "1").build()?;
/// let error = Http::from(server).drain(Duration::ZERO).bind_local(0).unwrap_err();
/// assert!(error.is_setting());
/// assert_eq!(error.to_string(), "the drain limit is zero");
/// # Ok::<(), snodo_core::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Error(#[from] Kind);

#[derive(Debug, thiserror::Error)]
pub(crate) enum Kind {
    #[error("the {0} is zero")]
    Zero(&'static str),
    #[error("the health path is no path, or the endpoint's")]
    HealthPath,
    #[error("a spawner has threads of its own")]
    ThreadsElsewhere,
    #[cfg(feature = "tls")]
    #[error("the certificates or the key cannot be read")]
    Pem(#[source] rustls::pki_types::pem::Error),
    #[cfg(feature = "tls")]
    #[error("the certificates and the key cannot be used")]
    Certificate(#[source] rustls::Error),
    #[error("the executor cannot be built")]
    Executor(#[source] snodo_executor::SettingsError),
    #[error("the address cannot be bound")]
    Bind(#[source] io::Error),
    #[cfg_attr(not(unix), expect(dead_code, reason = "there are no signals to take over"))]
    #[error("the process's signals cannot be taken over")]
    Process(#[source] io::Error),
    #[error("the listener's threads cannot be started")]
    Threads(#[source] io::Error),
    #[error("the listening socket cannot accept connections any more")]
    Accept(#[source] io::Error),
}

impl Error {
    /// A setting is out of range: the fault of the program. Nothing was bound.
    #[must_use]
    pub fn is_setting(&self) -> bool {
        matches!(self.0, Kind::Zero(_) | Kind::HealthPath | Kind::ThreadsElsewhere | Kind::Executor(_))
    }

    /// The certificates or the key of [`Tls`](crate::Tls) are missing or broken, or not for each other: the fault of
    /// whoever made them. Nothing was bound.
    #[cfg(feature = "tls")]
    #[must_use]
    pub fn is_tls(&self) -> bool {
        matches!(self.0, Kind::Pem(_) | Kind::Certificate(_))
    }

    /// The address does not resolve, is in use, is not this machine's or needs privileges: the fault of whoever
    /// chose it. Another one can be tried.
    #[must_use]
    pub fn is_bind(&self) -> bool {
        matches!(self.0, Kind::Bind(_))
    }

    /// The process's signals could not be taken over, or the listener's threads not be started: the fault of the
    /// environment. Nothing was served.
    #[must_use]
    pub fn is_process(&self) -> bool {
        matches!(self.0, Kind::Process(_) | Kind::Threads(_))
    }

    /// The listening socket is not one any more, because other code of the process shut it down: the fault of the
    /// program. Requests that were running have been finished as in a shutdown. A lack of resources never leads
    /// here: the listener waits and goes on.
    #[must_use]
    pub fn is_accept(&self) -> bool {
        matches!(self.0, Kind::Accept(_))
    }
}
