//! The transport: one child after another.

use std::fmt;

use super::children::{Children, Current};
use super::command::Command;
use super::ended::{Ended, EndedBy};
use crate::error::Error;
use crate::io::stream::StreamStats;
use crate::machine::Message;
use crate::transport::{Arrivals, Transport, TransportFuture};

/// Carries messages to a server that runs as a child process, and starts it again when it dies. Made by
/// [`Command::start`].
///
/// **When the child dies**, all requests that are on their way fail with its exit status and the end of what it wrote to
/// its standard error ([`Error::stderr`]). The next request starts another child, see [`Command::restarts`].
/// Subscriptions are gone with the child; [`generation`](Self::generation) tells whether there is another one.
///
/// **Closing.** The child's standard input is closed; when it has not exited after the [exit
/// timeout](Command::exit_timeout), its group gets SIGTERM, and after the [terminate timeout](Command::terminate_timeout)
/// SIGKILL. Then it is reaped. What is left of its group then, and holds none of the pipes, gets SIGKILL at once: a
/// program that is to stay must have made a group of its own. Dropping the transport does all that in the background; a
/// program that ends in the meantime leaves a child that ignores the end of its input behind.
///
/// Spec: basic/transports/stdio, sections "Shutdown" and "Unexpected Termination".
pub struct ChildTransport {
    children: Children,
}

impl ChildTransport {
    pub(super) fn start(command: Command) -> Result<Self, Error> {
        Ok(Self { children: Children::new(command)? })
    }

    /// How many children have been started so far. It grows when a request starts another one: subscriptions of earlier
    /// ones are to be opened again then.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.children.lock().generation
    }

    /// The process number of the child that was started last, which is that of its group too. None when it could not be
    /// started. It is the child's until that has ended.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        match &self.children.lock().current {
            Current::Started { id, .. } => Some(*id),
            Current::Failed { .. } => None,
        }
    }

    /// How the last child ended that has; after [`close`](Transport::close), how the last one did.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        self.children.lock().ended
    }

    /// What has been counted for the child that was started last.
    #[must_use]
    pub fn stats(&self) -> StreamStats {
        match &self.children.lock().current {
            Current::Started { connection, .. } => connection.stats(),
            Current::Failed { .. } => StreamStats::default(),
        }
    }
}

impl Transport for ChildTransport {
    fn request(&self, message: Message) -> TransportFuture<'_, Box<dyn Arrivals>> {
        Box::pin(self.children.request(message))
    }

    /// Ready when the child is reaped, at the latest a few seconds after both timeouts. [`ended`](Self::ended) tells how
    /// it ended.
    ///
    /// # Errors
    ///
    /// It had to be killed.
    fn close(&self) -> TransportFuture<'_, ()> {
        Box::pin(async move {
            self.children.close();
            match self.children.ended().await {
                Some(Ended { by: EndedBy::Killed, .. }) => Err(Error::connection(
                    "the server had to be killed: neither the end of its input nor SIGTERM ended it",
                )),
                _ => Ok(()),
            }
        })
    }
}

impl Drop for ChildTransport {
    fn drop(&mut self) {
        self.children.close();
    }
}

impl fmt::Debug for ChildTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.children.lock();
        f.debug_struct("ChildTransport")
            .field("command", &self.children.command)
            .field("generation", &state.generation)
            .field("is_closed", &state.is_closed)
            .finish_non_exhaustive()
    }
}
