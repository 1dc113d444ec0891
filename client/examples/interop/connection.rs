//! Connecting to the server, and seeing it end.

use std::time::Duration;

use async_io::Timer;
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process_group};
use snodo_client::{Client, ClientBuilder, Command, Error, Stderr, Target};

use crate::Fault;
use crate::report::Report;

/// How to reach the server.
pub(crate) enum Connector {
    Stdio { program: String, arguments: Vec<String> },
    Http { url: String },
}

impl Connector {
    pub(crate) fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Self, Fault> {
        match (arguments.next().as_deref(), arguments.next()) {
            (Some("stdio"), Some(program)) => Ok(Self::Stdio { program, arguments: arguments.collect() }),
            (Some("http"), Some(url)) => Ok(Self::Http { url }),
            _ => Err("the target is missing: stdio PROGRAM, or http URL".into()),
        }
    }

    pub(crate) fn is_stdio(&self) -> bool {
        matches!(self, Self::Stdio { .. })
    }

    /// A target, and which process stands behind it.
    pub(crate) fn target(&self) -> Result<(Target, Process), Error> {
        match self {
            Self::Http { url } => Ok((url.as_str().into(), Process(None))),
            Self::Stdio { program, arguments } => {
                let transport = Command::new(program).args(arguments).stderr(Stderr::inherited()).start()?;
                let id = transport.process_id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
                Ok((Target::transport(transport), Process(id)))
            }
        }
    }

    pub(crate) async fn connect(&self, builder: ClientBuilder) -> Result<Connection, Error> {
        let (target, process) = self.target()?;
        Ok(Connection { client: builder.connect(target).await?, process })
    }
}

/// A connected client.
pub(crate) struct Connection {
    pub(crate) client: Client,
    process: Process,
}

impl Connection {
    /// A program has to exit by itself when its input ends, and to be reaped; a connection has to be closed.
    pub(crate) async fn check_close(self, report: &mut Report) {
        report
            .check("closes, and leaves no process", async {
                self.client.close().await?;
                self.process.check_gone()?;
                match self.client.list_tools().await {
                    Ok(_) => Err("the client goes on after it was closed".into()),
                    Err(_) => Ok(()),
                }
            })
            .await;
    }
}

/// A child process, or none.
pub(crate) struct Process(Option<Pid>);

impl Process {
    /// Neither the process nor one that it started is there, not even as one that nobody has waited for.
    pub(crate) fn check_gone(&self) -> Result<(), Fault> {
        match self.0.map(test_kill_process_group) {
            None | Some(Err(Errno::SRCH)) => Ok(()),
            Some(_) => Err("the process, or one that it started, is still there".into()),
        }
    }

    /// For a client that was dropped: its process ends in the background.
    pub(crate) async fn wait_gone(&self) {
        while self.check_gone().is_err() {
            Timer::after(Duration::from_millis(20)).await;
        }
    }
}
