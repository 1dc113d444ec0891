//! Which state follows which: everything that decides it stands here.
//!
//! The peer's side, by what happens on it:
//!
//! | from | head, body outstanding | whole request | body asked for | stopped |
//! |---|---|---|---|---|
//! | `Head` | `Held` | `Complete` | | `Stopped` |
//! | `Held` | | | `Body` | `Stopped` |
//! | `Body` | | `Complete` | | `Stopped` |
//! | `Complete` | | | | |
//! | `Stopped` | | | | `Stopped` |
//!
//! Our side:
//!
//! | from | whole answer | stream begun | stream ended |
//! |---|---|---|---|
//! | `Waiting` | `Done` | `Streaming` | |
//! | `Streaming` | | | `Done` |
//! | `Done` | | | |
//!
//! Both together, before the next event is looked for:
//!
//! | peer | we | the connection goes on | becomes |
//! |---|---|---|---|
//! | `Complete` | `Done` | yes | `Head`, `Waiting` |
//! | `Complete` | `Done` | no | `Stopped`, `Done` |
//!
//! An answer that ends while the request is still being received stops it, and what is stopped stays so. That
//! is the whole defence against requests smuggled behind a refused one.

/// What the peer's side is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiving {
    /// A head is awaited or arriving.
    Head,
    /// A head is there, its body was not asked for yet.
    Held,
    /// A body is arriving.
    Body,
    /// The request is there.
    Complete,
    /// Nothing is ever taken for a request again.
    Stopped,
}

/// What our side is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sending {
    /// No answer has begun.
    Waiting,
    /// An answer without a known length is open.
    Streaming,
    /// The answer is written.
    Done,
}

/// What can happen on the peer's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Received {
    HeadOfMore,
    WholeRequest,
    BodyAskedFor,
    Stopped,
}

/// What can happen on our side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sent {
    WholeAnswer,
    StreamBegun,
    StreamEnded,
}

impl Sending {
    #[must_use]
    fn after(self, sent: Sent) -> Sending {
        match (self, sent) {
            (Sending::Waiting, Sent::WholeAnswer) | (Sending::Streaming, Sent::StreamEnded) => Sending::Done,
            (Sending::Waiting, Sent::StreamBegun) => Sending::Streaming,
            (unchanged, _) => unchanged,
        }
    }
}

impl Receiving {
    #[must_use]
    fn after(self, received: Received) -> Receiving {
        match (self, received) {
            (Receiving::Head, Received::HeadOfMore) => Receiving::Held,
            (Receiving::Head | Receiving::Body, Received::WholeRequest) => Receiving::Complete,
            (Receiving::Held, Received::BodyAskedFor) => Receiving::Body,
            (Receiving::Complete, _) => Receiving::Complete,
            (_, Received::Stopped) => Receiving::Stopped,
            (unchanged, _) => unchanged,
        }
    }
}

/// The states of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct States {
    pub(super) receiving: Receiving,
    pub(super) sending: Sending,
}

/// What the end of both sides led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// Nothing: one side isn't at its end, or the connection is.
    Unchanged,
    NextRequest,
}

impl States {
    pub(super) const START: States = States { receiving: Receiving::Head, sending: Sending::Waiting };

    pub(super) fn received(&mut self, received: Received) {
        self.receiving = self.receiving.after(received);
    }

    pub(super) fn sent(&mut self, sent: Sent) {
        self.sending = self.sending.after(sent);
    }

    /// Looks at both sides together.
    pub(super) fn settle(&mut self, goes_on: bool) -> Settled {
        if (self.receiving, self.sending) != (Receiving::Complete, Sending::Done) {
            return Settled::Unchanged;
        }
        if goes_on {
            *self = States::START;
            return Settled::NextRequest;
        }
        self.receiving = Receiving::Stopped;
        Settled::Unchanged
    }
}

#[cfg(test)]
mod tests {
    use super::{Received, Receiving, Sending, Settled, States};

    #[test]
    fn what_is_stopped_stays_stopped() {
        for received in
            [Received::HeadOfMore, Received::WholeRequest, Received::BodyAskedFor, Received::Stopped]
        {
            assert_eq!(Receiving::Stopped.after(received), Receiving::Stopped);
        }
        for sending in [Sending::Waiting, Sending::Streaming, Sending::Done] {
            let mut states = States { receiving: Receiving::Stopped, sending };
            assert_eq!(states.settle(true), Settled::Unchanged);
            assert_eq!(states.receiving, Receiving::Stopped);
        }
    }

    #[test]
    fn only_a_whole_request_with_a_whole_answer_makes_room_for_the_next() {
        for receiving in
            [Receiving::Head, Receiving::Held, Receiving::Body, Receiving::Complete, Receiving::Stopped]
        {
            for sending in [Sending::Waiting, Sending::Streaming, Sending::Done] {
                let both_ended = receiving == Receiving::Complete && sending == Sending::Done;
                let next = States { receiving, sending }.settle(true) == Settled::NextRequest;
                assert_eq!(next, both_ended, "{receiving:?} {sending:?}");
                assert_eq!(States { receiving, sending }.settle(false), Settled::Unchanged);
            }
        }
    }
}
