//! What comes before the first request where connections are encrypted.

use std::io;
use std::task::Context;

use log::debug;

use super::times::after;
use super::{Connection, Round};
use crate::LOG;
use crate::shutdown::Stage;

impl Connection {
    /// Gets on with the handshake. `None` when there is nothing to do about it.
    ///
    /// It has the time of the first head, which counts on, and is nothing to finish once the listener ends.
    pub(super) fn shake_hands(&mut self, cx: &mut Context<'_>) -> io::Result<Option<Round>> {
        if self.socket.poll_handshake(cx)?.is_ready() {
            return Ok(None);
        }
        if self.watch.poll(cx) != Stage::Serving {
            return Ok(Some(Round::Over));
        }
        let Some((moment, ())) = after(self.times.since, self.shared.timeouts.head, ()) else {
            return Ok(Some(Round::Wait));
        };
        if self.timer.poll(cx, moment).is_pending() {
            return Ok(Some(Round::Wait));
        }
        debug!(target: LOG, "{}: closed: the handshake took too long", self.peer);
        Ok(Some(Round::Over))
    }
}
