//! How the program ends, as scripts see it.

use std::io;
use std::process::ExitCode;

use snodo_client::{Error, ErrorKind};

/// What stands under the help of every command.
pub(crate) const HELP: &str = "\
Exit codes:
  0    the server did what was asked
  1    the tool reported a failure
  2    wrong usage, or a local file that cannot be read or written
  3    the server answered an error, or something that is no answer
  4    the server cannot be reached or started, or the connection was lost
  5    no answer in time
  6    the server asks something that nobody answered
  130  interrupted; 143 terminated";

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Done,
    ToolFailed,
    Usage,
    ServerError,
    NoConnection,
    Timeout,
    InputRequired,
    /// By a signal with this number.
    Signal(u8),
}

impl Exit {
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::ToolFailed => 1,
            Self::Usage => 2,
            Self::ServerError => 3,
            Self::NoConnection => 4,
            Self::Timeout => 5,
            Self::InputRequired => 6,
            Self::Signal(number) => 128_u8.saturating_add(number),
        }
    }

    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(self.number())
    }
}

/// Why a command did not come to its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The client's word, or the server's.
    Client(Error),
    /// The server's behaviour, as this program sees it.
    Server(String),
    /// The command line cannot be meant so.
    Usage(String),
    /// A local file, or standard output.
    File(String),
    /// Whoever reads standard output has seen enough.
    ReaderGone,
}

impl Failure {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Client(error) => exit_of(error),
            Self::Server(_) => Exit::ServerError,
            Self::Usage(_) | Self::File(_) => Exit::Usage,
            Self::ReaderGone => Exit::Done,
        }
    }
}

fn exit_of(error: &Error) -> Exit {
    match error.kind() {
        ErrorKind::Usage => Exit::Usage,
        ErrorKind::Timeout => Exit::Timeout,
        ErrorKind::Input => Exit::InputRequired,
        // An answer of HTTP that is no message: there is a server, and it refuses.
        ErrorKind::Connection if error.http_status().is_none() => Exit::NoConnection,
        _ => Exit::ServerError,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Client(error)
    }
}

/// Of standard output: every other file's error gets its name where it is made.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ReaderGone,
            _ => Self::File(format!("standard output: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_http_that_is_no_message_is_the_servers_refusal() {
        let error = Error::connection("the server answered HTTP 401 with no message");
        assert_eq!(Failure::from(error.clone()).exit(), Exit::NoConnection);
        assert_eq!(Failure::from(error.with_http_status(401)).exit(), Exit::ServerError);
    }

    #[test]
    fn signals_count_from_128() {
        assert_eq!(Exit::Signal(2).number(), 130);
        assert_eq!(Exit::Signal(15).number(), 143);
    }
}
