//! What can end a server before its peer is done.

use std::io;
use std::time::Duration;

/// Why serving ended other than by the end of the input or a signal.
///
/// All work that was still in flight has been cancelled, and a shared executor and the
/// [`Server`](snodo_core::Server) can go on serving others. The stream cannot: a line may have been cut off in
/// the middle. The predicates say whose fault it was; the source is the [`io::Error`] where there is one.
///
/// ```
/// use std::time::Duration;
/// # use snodo_core::Server;
/// use snodo_stdio::Stdio;
///
/// # let server = Server::builder("example", "1").build()?;
/// let error = Stdio::new(server).drain(Duration::ZERO).serve().unwrap_err();
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
    #[error("the executor cannot be built")]
    Executor(#[source] snodo_executor::SettingsError),
    #[error("the process's standard streams or signals cannot be taken over")]
    Process(#[source] io::Error),
    #[error("reading failed")]
    Read(#[source] io::Error),
    #[error("writing failed")]
    Write(#[source] io::Error),
    #[error("the peer took no byte of what is written to it for {0:?}")]
    WriteTimeout(Duration),
}

impl Error {
    /// A setting is out of range: the fault of the program. Nothing was read or written.
    #[must_use]
    pub fn is_setting(&self) -> bool {
        matches!(self.0, Kind::Zero(_) | Kind::Executor(_))
    }

    /// The process's streams or signals could not be taken over: the fault of the environment. Nothing was read
    /// or written.
    #[must_use]
    pub fn is_process(&self) -> bool {
        matches!(self.0, Kind::Process(_))
    }

    /// The input failed. Requests read before were finished as at its end, and their answers written.
    #[must_use]
    pub fn is_read(&self) -> bool {
        matches!(self.0, Kind::Read(_))
    }

    /// The output failed: most often the peer is gone (a broken pipe), or it stopped reading
    /// ([`is_write_timeout`](Self::is_write_timeout)).
    #[must_use]
    pub fn is_write(&self) -> bool {
        matches!(self.0, Kind::Write(_) | Kind::WriteTimeout(_))
    }

    /// The peer did not take a single byte for the whole write timeout while some waited for it: its fault.
    #[must_use]
    pub fn is_write_timeout(&self) -> bool {
        matches!(self.0, Kind::WriteTimeout(_))
    }
}
