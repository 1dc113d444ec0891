//! Which program is started, and how.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::restart::Restart;
use super::stderr::Stderr;
use super::transport::ChildTransport;
use crate::error::Error;
use crate::io::stream::StreamSettings;

/// A server that is started as a child process and spoken to over its standard input and output.
///
/// It is started without a shell, in a process group of its own: signals that a terminal sends to this program do not
/// reach it, and whatever it starts ends with it. It sees the end of its input when this process dies, however that
/// happens.
///
/// # Defaults
///
/// | Setting | Default |
/// | --- | --- |
/// | environment | this process's |
/// | [`current_dir`](Self::current_dir) | this process's |
/// | [`stderr`](Self::stderr) | captured |
/// | [`exit_timeout`](Self::exit_timeout) | 2 s |
/// | [`terminate_timeout`](Self::terminate_timeout) | 2 s |
/// | [`restarts`](Self::restarts) | 3 |
/// | [`restart_delay`](Self::restart_delay) | 200 ms, doubled each time |
/// | [`stream`](Self::stream) | those of [`StreamSettings`] |
///
/// Each child costs a thread that waits for its end, and what [`StreamSettings`] says.
///
/// ```no_run
/// use snodo_client::Command;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let transport = Command::new("uvx").arg("some-server").env("TOKEN", "secret").start()?;
/// # Ok(())
/// # }
/// ```
///
/// Unix only.
///
/// Spec: basic/transports/stdio.
#[derive(Clone)]
#[must_use = "nothing is started before `start`"]
pub struct Command {
    pub(super) program: OsString,
    pub(super) args: Vec<OsString>,
    pub(super) env: Vec<(OsString, Option<OsString>)>,
    pub(super) is_env_cleared: bool,
    pub(super) current_dir: Option<PathBuf>,
    pub(super) stderr: Stderr,
    pub(super) exit_timeout: Duration,
    pub(super) terminate_timeout: Duration,
    pub(super) restart: Restart,
    pub(super) stream: StreamSettings,
}

impl Command {
    /// A program: a path, or a name that is looked up in `PATH`.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            is_env_cleared: false,
            current_dir: None,
            stderr: Stderr::captured(),
            exit_timeout: Duration::from_secs(2),
            terminate_timeout: Duration::from_secs(2),
            restart: Restart { tries: 3, delay: Duration::from_millis(200) },
            stream: StreamSettings::new(),
        }
    }

    /// One more argument. It is passed on as it is.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// More arguments. They are passed on as they are.
    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Sets a variable of the child's environment.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_owned(), Some(value.as_ref().to_owned())));
        self
    }

    /// Takes a variable out of the child's environment.
    pub fn env_remove(mut self, name: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_owned(), None));
        self
    }

    /// Gives the child no variables but those that are set after this.
    pub fn env_clear(mut self) -> Self {
        self.env.clear();
        self.is_env_cleared = true;
        self
    }

    /// Where the child runs. A program that is named by a relative path should be named by an absolute one then.
    pub fn current_dir(self, folder: impl Into<PathBuf>) -> Self {
        Self { current_dir: Some(folder.into()), ..self }
    }

    /// What becomes of the child's standard error. What it says there is never taken for a failure.
    pub fn stderr(self, stderr: Stderr) -> Self {
        Self { stderr, ..self }
    }

    /// How long the child may take to exit after its input was closed, before its group gets SIGTERM.
    ///
    /// Default: 2 s. Zero does not wait.
    pub fn exit_timeout(self, limit: Duration) -> Self {
        Self { exit_timeout: limit, ..self }
    }

    /// How long its group may take to exit after SIGTERM, before it gets SIGKILL.
    ///
    /// Default: 2 s. Zero does not wait.
    pub fn terminate_timeout(self, limit: Duration) -> Self {
        Self { terminate_timeout: limit, ..self }
    }

    /// How many children in a row are started after one that died, as long as none of them answers anything. After that
    /// the transport is broken for good.
    ///
    /// A child is started by the first request after the death of the one before. Requests that were on their way fail:
    /// only their callers know whether they may be sent again.
    ///
    /// Default: 3. Zero starts none.
    pub fn restarts(mut self, tries: u32) -> Self {
        self.restart.tries = tries;
        self
    }

    /// How long after the death of a child the first of these is started; each further one waits twice as long. Requests
    /// wait for it within their timeout.
    ///
    /// Default: 200 ms.
    pub fn restart_delay(mut self, delay: Duration) -> Self {
        self.restart.delay = delay;
        self
    }

    /// How the child's input and output are written and read, which clock counts all of these times, and what runs the
    /// tasks.
    pub fn stream(self, settings: StreamSettings) -> Self {
        Self { stream: settings, ..self }
    }

    /// Starts the program. Returns when the operating system has started it, and does not wait for it to say anything.
    ///
    /// # Errors
    ///
    /// The caller's fault: a setting is out of range. Or the operating system's word: there is no such program or
    /// folder, it may not be run, or there is no room for another process.
    pub fn start(self) -> Result<ChildTransport, Error> {
        self.stream.check()?;
        ChildTransport::start(self)
    }

    /// Why a program cannot be started, and what to do.
    pub(super) fn refused(&self, error: io::Error) -> Error {
        let program = self.program.to_string_lossy();
        let advice = match (error.kind(), &self.current_dir) {
            (_, Some(folder)) if !folder.is_dir() => format!("there is no folder {}", folder.display()),
            (io::ErrorKind::NotFound, _) => {
                "there is no such program; install it, put it on PATH, or give its full path".to_owned()
            }
            (io::ErrorKind::PermissionDenied, _) => format!("{error}; is the file executable?"),
            _ => error.to_string(),
        };
        Error::connection(format!("{program:?} cannot be started: {advice}")).with_source(error)
    }
}

impl fmt::Debug for Command {
    /// Without arguments and variables, which may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Command")
            .field("program", &self.program)
            .field("current_dir", &self.current_dir)
            .field("stderr", &self.stderr)
            .finish_non_exhaustive()
    }
}
