//! What a client connects to.

use std::fmt;

use crate::error::Error;
#[cfg(unix)]
use crate::io::child::Command;
use crate::io::http::Http;
use crate::io::stream::StreamTransport;
use crate::transport::Transport;

/// What a client connects to: a program to be started, a URL, or a transport of the caller's.
///
/// A text is a URL. A program is a [`Command`](crate::Command).
pub struct Target(pub(crate) Kind);

pub(crate) enum Kind {
    Transport(Box<dyn Transport>),
    #[cfg(unix)]
    Command(Box<Command>),
    Failed(Error),
}

impl Target {
    /// A transport of the caller's.
    pub fn transport(transport: impl Transport) -> Self {
        Self(Kind::Transport(Box::new(transport)))
    }
}

impl From<Http> for Target {
    fn from(http: Http) -> Self {
        Self::transport(http)
    }
}

/// The program is started when the client connects.
#[cfg(unix)]
impl From<Command> for Target {
    fn from(command: Command) -> Self {
        Self(Kind::Command(Box::new(command)))
    }
}

impl From<StreamTransport> for Target {
    fn from(stream: StreamTransport) -> Self {
        Self::transport(stream)
    }
}

impl From<&str> for Target {
    fn from(url: &str) -> Self {
        match Http::new(url) {
            Ok(http) => http.into(),
            Err(error) => Self(Kind::Failed(error)),
        }
    }
}

impl From<String> for Target {
    fn from(url: String) -> Self {
        url.as_str().into()
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").finish()
    }
}
