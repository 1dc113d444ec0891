//! The children of one transport: the one that requests go to, and those that are on their way out.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use std::time::Instant;

use snodo_executor::Task;

use super::command::Command;
use super::ended::Ended;
use super::handback::lend;
use super::process::{Process, Started};
use super::stderr::Drain;
use super::supervisor::Supervisor;
use super::watch::Watch;
use crate::error::Error;
use crate::io::stream::{self, Connection, Unsent, closed};
use crate::machine::Message;
use crate::transport::Arrivals;

/// Starts children, and finds the one for a request.
pub(super) struct Children {
    pub(super) command: Command,
    shared: Arc<Shared>,
}

/// What the tasks know too. They do not know the runtime that they are on, so as not to keep it.
pub(super) struct Shared(Mutex<State>);

pub(super) struct State {
    pub(super) current: Current,
    pub(super) generation: u64,
    /// How many children in a row answered nothing, the first one aside.
    failed: u32,
    pub(super) is_closed: bool,
    /// How many children are not reaped.
    pub(super) running: usize,
    pub(super) ended: Option<Ended>,
    /// Those that wait for the last of them.
    pub(super) wakers: Vec<Waker>,
    /// Those that wait for another one to be started.
    waiting: Vec<Waker>,
}

/// The child that requests go to.
pub(super) enum Current {
    /// It was started; it may have died meanwhile.
    Started { connection: Arc<Connection>, id: u32, death: Option<Instant> },
    /// It could not be started.
    Failed { error: Error, at: Instant },
}

/// Where the next request goes.
enum Next {
    To(Arc<Connection>),
    /// Nowhere before then.
    At(Instant),
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Children {
    /// With the first child.
    pub(super) fn new(command: Command) -> Result<Self, Error> {
        let state = State {
            current: Current::Failed { error: closed(), at: command.stream.time().now() },
            generation: 0,
            failed: 0,
            is_closed: false,
            running: 0,
            ended: None,
            wakers: Vec::new(),
            waiting: Vec::new(),
        };
        let children = Self { command, shared: Arc::new(Shared(Mutex::new(state))) };
        let (_, watch) = children.start(&mut children.lock())?;
        children.spawn(watch);
        Ok(children)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.lock()
    }

    fn spawn(&self, task: Task) {
        self.command.stream.clone().take_spawn().spawn(task);
    }

    /// Starts a child. The task that watches it is to be started when the lock is free: it takes it, even when it is
    /// only dropped.
    fn start(&self, state: &mut State) -> Result<(Arc<Connection>, Task), Error> {
        let started = Process::start(&self.command).map_err(|error| self.command.refused(error));
        let Started { process, stdin, stdout, stderr } = match started {
            Ok(started) => started,
            Err(error) => {
                state.current =
                    Current::Failed { error: error.clone(), at: self.command.stream.time().now() };
                return Err(error);
            }
        };
        let id = process.id();
        let (stdout, lender) = lend(stdout);
        let stderr = Drain::new(stderr, &self.command.stderr);
        let connection = stream::start(stdout, stdin, self.command.stream.clone(), true);
        let supervisor = Supervisor::new(
            process,
            lender,
            stderr,
            Arc::clone(&connection),
            self.command.stream.time(),
            (self.command.exit_timeout, self.command.terminate_timeout),
        );
        state.generation += 1;
        state.running += 1;
        state.current = Current::Started { connection: Arc::clone(&connection), id, death: None };
        log::debug!("child {} was started, number {id}", state.generation);
        let watch = Watch {
            shared: Arc::clone(&self.shared),
            generation: state.generation,
            clock: self.command.stream.time(),
            connection: Arc::clone(&connection),
            ended: None,
        };
        Ok((connection, Box::pin(watch.run(supervisor))))
    }

    /// Where a request goes that comes now.
    fn next(&self) -> Result<Next, Error> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(closed());
        }
        let now = self.command.stream.time().now();
        let (error, at) = match &state.current {
            Current::Failed { error, at } => (error.clone(), *at),
            Current::Started { connection, death, .. } => match connection.error() {
                None => return Ok(Next::To(Arc::clone(connection))),
                Some(error) => (error, death.unwrap_or(now)),
            },
        };
        if let Current::Started { connection, .. } = &state.current
            && connection.stats().answered > 0
        {
            state.failed = 0;
        }
        match self.command.restart.next(state.failed, at) {
            None => Err(error),
            Some(at) if at > now => Ok(Next::At(at)),
            Some(_) => {
                log::warn!("the server is started again: {}", error.message());
                state.failed += 1;
                let (connection, watch) = self.start(&mut state)?;
                let waiting = std::mem::take(&mut state.waiting);
                drop(state);
                self.spawn(watch);
                waiting.into_iter().for_each(Waker::wake);
                Ok(Next::To(connection))
            }
        }
    }

    /// Sends a request to the child that is there, or to the next one.
    pub(super) async fn request(&self, mut message: Message) -> Result<Box<dyn Arrivals>, Error> {
        loop {
            let connection = match self.next()? {
                Next::To(connection) => connection,
                Next::At(at) => {
                    self.wait(at).await;
                    continue;
                }
            };
            match connection.send(message).await {
                Ok(arrivals) => return Ok(Box::new(arrivals)),
                // It was not begun, so another child may have it.
                Err(unsent) if connection.error().is_some() => message = unsent.message,
                Err(Unsent { error, .. }) => return Err(error),
            }
        }
    }

    /// Until then, or until a child is started or the transport closed.
    async fn wait(&self, at: Instant) {
        let (mut sleep, generation) = (self.command.stream.time().sleep_until(at), self.lock().generation);
        let mut registered: Option<Waker> = None;
        poll_fn(|cx| {
            let mut state = self.lock();
            if state.is_closed || state.generation != generation {
                return Poll::Ready(());
            }
            if !registered.as_ref().is_some_and(|waker| waker.will_wake(cx.waker())) {
                registered = Some(cx.waker().clone());
                state.waiting.extend(registered.clone());
            }
            drop(state);
            sleep.as_mut().poll(cx)
        })
        .await;
    }

    /// Ends the child that is there, and starts no other.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        let connection = match &state.current {
            Current::Started { connection, .. } => Some(Arc::clone(connection)),
            Current::Failed { .. } => None,
        };
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        if let Some(connection) = connection {
            connection.close(closed());
        }
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Ready when every child is reaped.
    pub(super) async fn ended(&self) -> Option<Ended> {
        poll_fn(|cx| {
            let mut state = self.lock();
            if state.running == 0 {
                return Poll::Ready(state.ended);
            }
            if !state.wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
                state.wakers.push(cx.waker().clone());
            }
            Poll::Pending
        })
        .await
    }
}
