//! The task of one child.

use std::sync::Arc;
use std::task::Waker;

use snodo_executor::Clock;

use super::children::{Current, Shared};
use super::ended::Ended;
use super::supervisor::Supervisor;
use crate::error::Error;
use crate::io::stream::Connection;

/// One child's supervisor, and what it leaves behind when its runtime drops it.
pub(super) struct Watch {
    pub(super) shared: Arc<Shared>,
    pub(super) generation: u64,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) connection: Arc<Connection>,
    pub(super) ended: Option<Ended>,
}

impl Watch {
    pub(super) async fn run(mut self, supervisor: Supervisor) {
        let on_end = || {
            let (now, mut state) = (self.clock.now(), self.shared.lock());
            if state.generation == self.generation
                && let Current::Started { death, .. } = &mut state.current
            {
                *death = Some(now);
            }
        };
        self.ended = Some(supervisor.run(on_end).await);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if self.ended.is_none() {
            self.connection.close(Error::connection("the task that watched the server is gone"));
        }
        let wakers = {
            let mut state = self.shared.lock();
            state.running -= 1;
            state.ended = self.ended.or(state.ended);
            if state.running == 0 { std::mem::take(&mut state.wakers) } else { Vec::new() }
        };
        wakers.into_iter().for_each(Waker::wake);
    }
}
