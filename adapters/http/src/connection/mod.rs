//! A connection as one future: bytes in, answers out, and nothing of its own that runs elsewhere.
//!
//! ```text
//!            read              take              submit
//!  socket ─────────► http1 ──────────► Requests ─────────► executor
//!                                        │  ▲ frames ────────┘
//!  socket ◄───────── Output ◄────────────┘
//!            write            encode
//! ```
//!
//! Each round moves what can be moved, so all answers that are ready leave in one write. A full [`Output`] stops
//! requests and frames; requests that wait fill what http1 reads ahead, which stops reading. Until then the socket is
//! read while a request runs, so the peer's end is noticed.

mod ending;
mod gated;
#[cfg(feature = "tls")]
mod handshake;
mod output;
mod requests;
mod route;
mod running;
mod socket;
mod spare;
mod times;
mod writer;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use log::debug;
use snodo_core::Unavailable;
use snodo_executor::Place;
use snodo_http1::Status;
use snodo_http1::server::Phase;

use self::ending::Ending;
use self::output::Output;
use self::requests::{Requests, Stop};
pub(crate) use self::socket::Socket;
use self::spare::Spare;
use self::times::{Due, Timer, Times, after, sooner};
use crate::LOG;
use crate::peers::PeerPlace;
use crate::shared::Shared;
use crate::shutdown::{Stage, Watch};

/// After this many rounds the other tasks of the same thread have their turn.
const ROUNDS: usize = 16;

/// Serves one connection. Dropping it closes the connection and cancels its request.
pub(crate) struct Connection {
    shared: Arc<Shared>,
    peer: SocketAddr,
    socket: Socket,
    requests: Requests,
    out: Output,
    ending: Ending,
    times: Times,
    timer: Timer,
    spare: Spare,
    watch: Watch,
    draining: bool,
    _places: (Place, Option<PeerPlace>),
}

enum Round {
    /// There may be more to move.
    Again,
    /// Whatever can move next wakes the task.
    Wait,
    Over,
}

impl Connection {
    pub(crate) fn new(
        shared: &Arc<Shared>,
        socket: Socket,
        peer: SocketAddr,
        places: (Place, Option<PeerPlace>),
    ) -> Connection {
        Connection {
            peer,
            socket,
            requests: Requests::new(shared, peer),
            out: Output::default(),
            ending: Ending::Open,
            times: Times::new(shared.clock.now()),
            timer: Timer::new(Arc::clone(&shared.clock)),
            spare: Spare::new(Arc::clone(&shared.clock)),
            watch: shared.shutdown.watch(),
            draining: false,
            shared: Arc::clone(shared),
            _places: places,
        }
    }

    /// One for which there is no place: it is told so.
    pub(crate) fn turned_away(
        shared: &Arc<Shared>,
        socket: Socket,
        peer: SocketAddr,
        place: Place,
    ) -> Connection {
        let mut connection = Connection::new(shared, socket, peer, (place, None));
        connection.requests.turn_away(Unavailable::Overloaded, &mut connection.out, shared.clock.now());
        connection
    }

    /// Moves everything once.
    fn round(&mut self, cx: &mut Context<'_>, now: Instant) -> io::Result<Round> {
        #[cfg(feature = "tls")]
        if let Some(round) = self.shake_hands(cx)? {
            return Ok(round);
        }
        let mut blocked = false;
        if let Ending::Open = self.ending {
            match self.requests.advance(cx, &mut self.out, now) {
                Stop::Wait => {}
                Stop::NoRoom => blocked = true,
                Stop::Close { linger } => self.ending = Ending::Closing { linger },
                Stop::Gone => return Ok(Round::Over),
            }
        }
        self.out.write(cx, &mut self.socket, now)?;
        if self.out.is_empty() && self.ending.written(&mut self.socket, &self.shared, now)? {
            return Ok(Round::Over);
        }
        if blocked && self.out.has_room() {
            return Ok(Round::Again);
        }
        if let Some(round) = self.read(cx, now)? {
            return Ok(round);
        }
        Ok(match self.drain(cx, now) {
            Some(round) => round,
            None => self.wait(cx, now),
        })
    }

    /// Reads once. `None` when nothing came.
    fn read(&mut self, cx: &mut Context<'_>, now: Instant) -> io::Result<Option<Round>> {
        if self.requests.has_ended() || !self.ending.reads() {
            return Ok(None);
        }
        // Before a buffer is made to read into: who is silent needs none.
        if self.socket.poll_readable(cx)?.is_pending() {
            return Ok(None);
        }
        let space = self.requests.space();
        if space.is_empty() {
            return Ok(None);
        }
        let Poll::Ready(count) = self.socket.poll_read(cx, space)? else { return Ok(None) };
        if count == 0 {
            self.requests.end();
        } else {
            self.requests.filled(count);
            self.times.read(now);
        }
        Ok(Some(if self.ending.read(count) { Round::Over } else { Round::Again }))
    }

    /// Takes part in the listener's end. `None` when there is nothing to do about it.
    fn drain(&mut self, cx: &Context<'_>, now: Instant) -> Option<Round> {
        match self.watch.poll(cx) {
            Stage::Serving => return None,
            Stage::Draining => {}
            Stage::Over => return Some(Round::Over),
        }
        if !matches!(self.ending, Ending::Open) {
            return None;
        }
        let begins = !std::mem::replace(&mut self.draining, true);
        if begins {
            self.requests.close();
        }
        // What is half here would only be cut off later.
        let half = matches!(self.requests.phase(), Phase::Head | Phase::Body) && self.out.has_room();
        if half {
            self.requests.turn_away(Unavailable::ShuttingDown, &mut self.out, now);
        }
        (begins || half).then_some(Round::Again)
    }

    /// Waits for the next deadline, and does what it asks for.
    fn wait(&mut self, cx: &mut Context<'_>, now: Instant) -> Round {
        self.release_spare(cx, now);
        self.times.note(self.requests.phase(), self.requests.count(), now);
        let Some((moment, due)) = self.due() else { return Round::Wait };
        if self.timer.poll(cx, moment).is_pending() {
            return Round::Wait;
        }
        let now = self.shared.clock.now();
        match due {
            Due::Incomplete => {
                let text = "Request timeout: it did not arrive in time";
                self.requests.refuse(Status::REQUEST_TIMEOUT, text, &mut self.out, now);
            }
            Due::Gate => self.requests.gate_timeout(&mut self.out, now),
            Due::KeepAlive => self.requests.keep_alive(&mut self.out.bytes, now),
            Due::Drained => self.requests.give_up(Unavailable::ShuttingDown, &mut self.out, now),
            Due::Idle | Due::Stalled | Due::Lingered | Due::Over => {
                debug!(target: LOG, "{}: closed: {due:?}", self.peer);
                return Round::Over;
            }
        }
        Round::Again
    }

    /// The next deadline of all that count now.
    fn due(&self) -> Option<(Instant, Due)> {
        let timeouts = &self.shared.timeouts;
        let own = match (self.out.stalled(), &self.ending, self.requests.written()) {
            (Some(since), ..) => after(since, timeouts.write, Due::Stalled),
            (None, Ending::Lingering { until, .. }, _) => until.map(|until| (until, Due::Lingered)),
            (None, _, Some(written)) => after(written, timeouts.keep_alive, Due::KeepAlive),
            (None, ..) => self.times.due(timeouts),
        };
        sooner(sooner(own, self.requests.gate_due(timeouts.gate)), self.drain_due())
    }

    fn drain_due(&self) -> Option<(Instant, Due)> {
        let began = self.shared.shutdown.began().filter(|_| self.draining)?;
        let drain = self.shared.timeouts.drain;
        if self.requests.is_busy() {
            after(began, Some(drain), Due::Drained)
        } else {
            after(began, Some(drain.saturating_mul(2)), Due::Over)
        }
    }
}

impl Future for Connection {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let connection = &mut *self;
        let now = connection.shared.clock.now();
        for _ in 0..ROUNDS {
            match connection.round(cx, now) {
                Ok(Round::Again) => {}
                Ok(Round::Wait) => return Poll::Pending,
                Ok(Round::Over) => return Poll::Ready(()),
                Err(error) => {
                    debug!(target: LOG, "{}: closed: {error}", connection.peer);
                    return Poll::Ready(());
                }
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
