//! How a connection comes to its end.

use std::io;
use std::time::{Duration, Instant};

use super::socket::Socket;
use crate::shared::Shared;

/// How long a peer that was refused may go on sending before the connection closes.
const LINGER: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) enum Ending {
    /// There may be more requests.
    Open,
    /// The last answer is being written.
    Closing { linger: bool },
    /// It is written, and its peer may still be sending. To close now would make its system forget the answer, so what
    /// it sends is dropped, for a while and up to a number of bytes.
    Lingering { until: Option<Instant>, left: usize },
}

impl Ending {
    /// Everything was written. Says whether that is the end.
    pub(super) fn written(&mut self, socket: &mut Socket, shared: &Shared, now: Instant) -> io::Result<bool> {
        let Ending::Closing { linger } = *self else { return Ok(false) };
        if !linger {
            return Ok(true);
        }
        socket.end_writing()?;
        // A peer that reads no answer before it has sent its whole request can be a little over the limit.
        let left = shared.endpoint.max_body().saturating_mul(2).max(256 * 1024);
        *self = Ending::Lingering { until: now.checked_add(LINGER), left };
        Ok(false)
    }

    /// Whether what arrives is of interest.
    pub(super) fn reads(&self) -> bool {
        !matches!(self, Ending::Closing { .. })
    }

    /// So many bytes arrived; zero is the peer's end. Says whether that is the end.
    pub(super) fn read(&mut self, count: usize) -> bool {
        match self {
            Ending::Lingering { left, .. } => {
                *left = left.saturating_sub(count);
                count == 0 || *left == 0
            }
            Ending::Open | Ending::Closing { .. } => false,
        }
    }
}
