//! What comes back for one request.

use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use super::connection::Connection;
use super::table::Taken;
use crate::error::Error;
use crate::transport::{Arrivals, Arrived};

const DROPPED: &str = "the caller no longer waits";

/// What comes back for one request. Dropping it before the answer came cancels the request.
pub(crate) struct StreamArrivals {
    connection: Arc<Connection>,
    id: u64,
    reason: Option<Box<str>>,
    is_over: bool,
}

impl StreamArrivals {
    pub(super) fn new(connection: Arc<Connection>, id: u64) -> Self {
        Self { connection, id, reason: None, is_over: false }
    }
}

impl Arrivals for StreamArrivals {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Arrived, Error>>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let limit = self.connection.untaken_limit();
        let mut table = self.connection.table();
        let taken = table.take(self.id);
        let old = if let Taken::NotYet = taken { table.wait(self.id, cx.waker()) } else { None };
        let reader = table.reader(limit);
        drop(table);
        drop(old);
        if let Some(reader) = reader {
            reader.wake();
        }
        match taken {
            Taken::Message(arrived) => Poll::Ready(Some(Ok(arrived))),
            Taken::NotYet => Poll::Pending,
            Taken::Nothing => {
                self.is_over = true;
                Poll::Ready(None)
            }
            Taken::Failed(error) => {
                self.is_over = true;
                Poll::Ready(Some(Err(error)))
            }
        }
    }

    fn give_up(&mut self, reason: &str) {
        self.reason = Some(reason.into());
    }
}

impl Drop for StreamArrivals {
    fn drop(&mut self) {
        self.connection.forget(self.id, self.reason.as_deref().unwrap_or(DROPPED));
    }
}

impl fmt::Debug for StreamArrivals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamArrivals").field("id", &self.id).finish_non_exhaustive()
    }
}
