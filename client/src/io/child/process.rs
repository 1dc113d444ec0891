//! A process and its group.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{self, Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};
use std::thread;

use async_io::Async;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};

use super::command::Command;

/// A child in a group of its own. Until it is [reaped](Self::reap) its number, which is its group's, means nobody else.
///
/// Dropped before, it is killed with its group, and reaped by a thread.
pub(super) struct Process {
    /// None once it is reaped.
    child: Option<Child>,
    group: Pid,
    exit: Arc<Exit>,
}

/// A process that was started, and our ends of its pipes.
pub(super) struct Started {
    pub(super) process: Process,
    pub(super) stdin: Async<ChildStdin>,
    pub(super) stdout: Async<ChildStdout>,
    /// None when standard error is no pipe.
    pub(super) stderr: Option<Async<ChildStderr>>,
}

impl Process {
    pub(super) fn start(command: &Command) -> io::Result<Started> {
        let mut builder = process::Command::new(&command.program);
        builder.args(&command.args).process_group(0);
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(command.stderr.stdio());
        if command.is_env_cleared {
            builder.env_clear();
        }
        for (name, value) in &command.env {
            match value {
                Some(value) => builder.env(name, value),
                None => builder.env_remove(name),
            };
        }
        if let Some(folder) = &command.current_dir {
            builder.current_dir(folder);
        }
        let mut child = builder.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let exit = Arc::new(Exit::default());
        let process = Self { group: Pid::from_child(&child), child: Some(child), exit: Arc::clone(&exit) };
        let pid = process.group;
        thread::Builder::new().name("snodo-child".into()).spawn(move || exit.watch(pid))?;
        let no_pipe = || io::Error::other("the child has no pipe");
        Ok(Started {
            stdin: Async::new(stdin.ok_or_else(no_pipe)?)?,
            stdout: Async::new(stdout.ok_or_else(no_pipe)?)?,
            stderr: stderr.map(Async::new).transpose()?,
            process,
        })
    }

    pub(super) fn id(&self) -> u32 {
        self.group.as_raw_nonzero().get().unsigned_abs()
    }

    /// How it exited, if it has; else wakes `cx` when it does.
    pub(super) fn exit(&self, cx: &mut Context<'_>) -> Option<Exited> {
        let mut state = self.exit.lock();
        if state.exited.is_none() {
            state.waker = Some(cx.waker().clone());
        }
        state.exited
    }

    /// Sends a signal to the process and all that is left of its group.
    pub(super) fn signal(&self, signal: Signal) {
        // Fails when nobody is left.
        let _ = kill_process_group(self.group, signal);
    }

    /// Lets go of a process that has exited.
    pub(super) fn reap(mut self) -> Option<ExitStatus> {
        self.child.take().and_then(|mut child| child.wait().ok())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        self.signal(Signal::KILL);
        let reap = move || {
            let _ = child.wait();
        };
        if let Err(error) = thread::Builder::new().name("snodo-child".into()).spawn(reap) {
            log::warn!("a child that was killed cannot be waited for: {error}");
        }
    }
}

/// Whether a process has exited, and how.
#[derive(Default)]
struct Exit(Mutex<State>);

#[derive(Default)]
struct State {
    exited: Option<Exited>,
    waker: Option<Waker>,
}

/// How a process exited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exited {
    Status(i32),
    Signal(i32),
    /// Somebody else has reaped it.
    Unknown,
}

impl Exit {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the exit and leaves the process to be reaped, so that its number is not given to another.
    fn watch(&self, pid: Pid) {
        let exited = loop {
            match waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
                Ok(status) => break status.map_or(Exited::Unknown, |status| Exited::of(&status)),
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => break Exited::Unknown,
            }
        };
        let waker = {
            let mut state = self.lock();
            state.exited = Some(exited);
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Exited {
    fn of(status: &WaitIdStatus) -> Self {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(status), _) => Self::Status(status),
            (None, Some(signal)) => Self::Signal(signal),
            (None, None) => Self::Unknown,
        }
    }
}
