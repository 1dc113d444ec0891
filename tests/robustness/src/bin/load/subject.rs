//! The server under load, as a process whose insides are counted.

use std::io::{self, BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use crate::peer::PATIENCE;

const PAGE: u64 = 4096;
/// The kernel's accounting, on all of Linux's usual platforms.
const TICK: Duration = Duration::from_millis(10);

/// It is killed when this value is dropped.
#[derive(Debug)]
pub(crate) struct Subject {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
}

/// What a server has and has done at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Status {
    /// Bytes on its heap.
    pub(crate) heap: u64,
    /// Bytes resident.
    pub(crate) resident: u64,
    pub(crate) descriptors: u64,
    pub(crate) tasks: u64,
    pub(crate) running: u64,
    pub(crate) subscriptions: u64,
    /// Of the hub.
    pub(crate) listeners: u64,
    /// Handlers that wait to be cancelled, and what became of them.
    pub(crate) started: u64,
    pub(crate) finished: u64,
    pub(crate) dropped: u64,
    pub(crate) told: u64,
}

/// A program beside this one, on a core that is not ours where the system can do that.
pub(crate) fn server() -> io::Result<Command> {
    let path = env::current_exe()?.with_file_name("robustness-server");
    match env::var("SERVER_CORE") {
        Ok(core) => {
            let mut command = Command::new("taskset");
            command.args(["--cpu-list", &core]).arg(path);
            Ok(command)
        }
        Err(_) => Ok(Command::new(path)),
    }
}

impl Subject {
    pub(crate) fn start(scale: &str) -> io::Result<Subject> {
        let mut command = server()?;
        command.args(["http", scale]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let commands = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut answers = BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
        let mut line = String::new();
        answers.read_line(&mut line)?;
        let address = line.trim().parse().map_err(io::Error::other)?;
        Ok(Subject { child, commands, answers, address })
    }

    /// Sends a command and gives its answer.
    pub(crate) fn ask(&mut self, command: &str) -> io::Result<String> {
        writeln!(self.commands, "{command}")?;
        let mut line = String::new();
        match self.answers.read_line(&mut line)? {
            0 => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server is gone")),
            _ => Ok(line),
        }
    }

    pub(crate) fn status(&mut self) -> io::Result<Status> {
        let line = self.ask("status")?;
        let read = |name: &str| number(&line, name);
        Ok(Status {
            heap: read("heap")?,
            resident: resident(self.child.id())?,
            descriptors: fs::read_dir(format!("/proc/{}/fd", self.child.id()))?.count() as u64,
            tasks: read("tasks")?,
            running: read("running")?,
            subscriptions: read("subscriptions")?,
            listeners: read("listeners")?,
            started: read("started")?,
            finished: read("finished")?,
            dropped: read("dropped")?,
            told: read("told")?,
        })
    }

    /// What all the server's threads have taken so far, in steps of 10 ms.
    pub(crate) fn processor_time(&self) -> io::Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name before may have blanks in it. User and system time are the 14th and the 15th field of all.
        let (_, fields) = stat.rsplit_once(") ").ok_or(io::ErrorKind::InvalidData)?;
        let times = fields.split(' ').skip(11).take(2).map(str::parse::<u64>);
        let ticks: u64 = times.sum::<Result<_, _>>().map_err(io::Error::other)?;
        Ok(TICK * u32::try_from(ticks).map_err(io::Error::other)?)
    }

    /// How long the server's main thread could have gone on so far and had no core, because others had it. Zero where
    /// the system does not tell.
    pub(crate) fn without_core(&self) -> Duration {
        let times = fs::read_to_string(format!("/proc/{}/schedstat", self.child.id())).unwrap_or_default();
        let waited = times.split_whitespace().nth(1).and_then(|nanoseconds| nanoseconds.parse().ok());
        Duration::from_nanos(waited.unwrap_or_default())
    }

    /// Waits until `reached` says so, and gives the last status whether it did or not.
    pub(crate) fn wait_until(&mut self, reached: impl Fn(&Status) -> bool) -> io::Result<Status> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let status = self.status()?;
            if reached(&status) || Instant::now() >= deadline {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until everything is as it was `before`, memory aside.
    pub(crate) fn settle(&mut self, before: &Status) -> io::Result<Status> {
        self.wait_until(|status| status.is_back(before))
    }
}

impl Status {
    /// Whether every handle, task and descriptor is back, and every handler has ended.
    pub(crate) fn is_back(&self, before: &Status) -> bool {
        (self.descriptors, self.tasks) == (before.descriptors, before.tasks)
            && (self.running, self.subscriptions, self.listeners) == (0, 0, 0)
            && self.started == self.finished + self.dropped
            && self.started == self.told
    }

    /// What is not back.
    pub(crate) fn difference(&self, before: &Status) -> String {
        format!(
            "{} of {} descriptors, {} of {} tasks, {} running, {} subscriptions, {} listeners, \
             {} handlers of which {} finished, {} dropped, {} told",
            self.descriptors,
            before.descriptors,
            self.tasks,
            before.tasks,
            self.running,
            self.subscriptions,
            self.listeners,
            self.started,
            self.finished,
            self.dropped,
            self.told
        )
    }
}

impl Drop for Subject {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The number behind `name=` in a line.
pub(crate) fn number(line: &str, name: &str) -> io::Result<u64> {
    let mut pairs = line.split_whitespace().filter_map(|pair| pair.split_once('='));
    let found = pairs.find(|(found, _)| *found == name).and_then(|(_, number)| number.parse().ok());
    found.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, format!("no {name} in: {line}")))
}

/// The bytes of a process that are in memory.
pub(crate) fn resident(process: u32) -> io::Result<u64> {
    let pages = fs::read_to_string(format!("/proc/{process}/statm"))?;
    let pages: Option<u64> = pages.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.map(|pages| pages * PAGE).ok_or_else(|| io::ErrorKind::InvalidData.into())
}
