//! How long what may take.

use std::time::Duration;

use super::Http;

impl Http {
    /// How long a head may take: the first one from the moment when the connection was accepted, later ones from
    /// their first byte. After that the peer is answered with 408 if there is half a head, and the connection closes.
    ///
    /// Default: 10 s. `None` turns it off: [`max_connections`](Self::max_connections) silent peers then keep
    /// everybody else out. Zero is refused.
    pub fn head_timeout(mut self, timeout: Option<Duration>) -> Http {
        self.timeouts.head = timeout;
        self
    }

    /// How long a body may take, from the end of its head. After that the peer is answered with 408 and the
    /// connection closes.
    ///
    /// Default: 10 s. `None` turns it off. Zero is refused.
    pub fn body_timeout(mut self, timeout: Option<Duration>) -> Http {
        self.timeouts.body = timeout;
        self
    }

    /// How long the peer may send nothing in the middle of a request. After that it is answered with 408 and the
    /// connection closes.
    ///
    /// Default: 5 s. `None` turns it off. Zero is refused.
    pub fn read_timeout(mut self, timeout: Option<Duration>) -> Http {
        self.timeouts.read = timeout;
        self
    }

    /// How long the peer may take no byte of an answer, counted from the last one that it took. After that the
    /// connection closes, and a request that runs on it is cancelled.
    ///
    /// Default: 5 s. `None` turns it off: a peer that stops reading then keeps its connection and its memory. Zero is
    /// refused.
    pub fn write_timeout(mut self, timeout: Option<Duration>) -> Http {
        self.timeouts.write = timeout;
        self
    }

    /// How long a connection may lie idle after an answer.
    ///
    /// Default: 60 s. `None` turns it off. Zero is refused.
    pub fn idle_timeout(mut self, timeout: Option<Duration>) -> Http {
        self.timeouts.idle = timeout;
        self
    }

    /// How long an event stream may be quiet before a comment is sent, so that nothing in between closes it.
    ///
    /// Default: 15 s. `None` turns it off. Zero is refused.
    pub fn keep_alive(mut self, period: Option<Duration>) -> Http {
        self.timeouts.keep_alive = period;
        self
    }

    /// How long the [gate](Self::gate) may take over a request. After that its future is dropped and the request is
    /// answered with 504 and a short text. This time counts neither as the body's nor as the request's.
    ///
    /// Default: 10 s. `None` turns it off: a gate that never decides then keeps connections until their peers go. Zero
    /// is refused.
    pub fn gate_timeout(mut self, timeout: Option<Duration>) -> Http {
        self.timeouts.gate = timeout;
        self
    }

    /// How long a request may take, its time in the queue included. After that it is cancelled and answered with 504,
    /// or with a last event where its stream has begun. Subscriptions stay open.
    ///
    /// Default: the executor's, which is 30 s unless set otherwise. `None` turns it off. Zero is refused.
    pub fn request_timeout(self, timeout: Option<Duration>) -> Http {
        Http { request_timeout: Some(timeout), ..self }
    }

    /// How long requests may go on after a [shutdown](crate::Handle::shutdown) has begun. What is not done by then is
    /// cancelled and answered with 503, or with a last event; the peer has the same time once more to take it.
    /// Subscriptions end as soon as that begins, with their result as the last event.
    ///
    /// Default: 5 s. Zero is refused.
    pub fn drain(mut self, limit: Duration) -> Http {
        self.timeouts.drain = limit;
        self
    }
}
