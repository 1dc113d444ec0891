//! The five hosts, and what each of them makes of the same things:
//!
//! | | direct | stdio | listener | tower | `std::net` |
//! |---|---|---|---|---|---|
//! | a client is | the caller | an id on the one connection, over TCP | a connection | a request | a connection |
//! | it leaves | the execution is dropped | it sends `notifications/cancelled`, since the connection is everybody's | it closes the connection | the host drops the response or its body | it closes the connection |
//! | who says that there is no room | the caller, by `abandon` | the executor, set to refuse | the executor | the executor | a count of places |
//! | who says that it took too long | the caller, by `abandon` | the executor | the executor | the executor | the thread that waits, ten times a second |
//! | time | is what the caller says | stands still | stands still | stands still | is real: the limits are small |
//! | at the end, who is new | is refused by the caller | is not read | is refused, or finds nobody | is refused unread | is refused, or finds nobody |
//! | the drain limit | the caller's | its own | its own | none: the framework around it has one, and calls have their deadline | its own |
//!
//! All meet everything, except that the tower service has no drain limit that could be tried.

mod direct;
mod event_stream;
mod listener;
mod std_net;
mod stdio;
mod tower;

use std::time::Duration;

use snodo::{Hub, Server};

use crate::messages::Request;
use crate::stage::{Stage, server};

/// What a host is set to.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) max_running: usize,
    pub(crate) max_subscriptions: usize,
    pub(crate) timeout: Duration,
    pub(crate) drain: Duration,
}

impl Default for Plan {
    /// More than a test needs.
    fn default() -> Self {
        Plan {
            max_running: 8,
            max_subscriptions: 8,
            timeout: Duration::from_secs(100),
            drain: Duration::from_secs(100),
        }
    }
}

/// A server that is served.
pub(crate) trait Host {
    /// Sends a request, and sees to it that the server has it.
    fn send(&self, request: &Request) -> Box<dyn Exchange>;

    /// Lets so much time pass since the start, as soon as somebody waits for that.
    fn pass(&self, moment: Duration);

    /// Tells the host to end; it goes on for as long as it has to.
    fn shut_down(&self);

    /// Whether calls are cancelled at the drain limit.
    fn has_drain_limit(&self) -> bool {
        true
    }

    /// Ends the host, and waits until it has ended in good order.
    fn end(self: Box<Self>);
}

/// A request on its way.
pub(crate) trait Exchange {
    /// The next message that the client gets; `None` when there will be none.
    fn next(&mut self) -> Option<String>;

    /// The client wants no more of it.
    fn leave(self: Box<Self>);
}

/// A host with the server under test.
pub(crate) struct Scene {
    pub(crate) host: Box<dyn Host>,
    pub(crate) stage: Stage,
    pub(crate) hub: Hub,
}

impl Scene {
    /// Sends what is answered with this, and nothing before it.
    #[track_caller]
    pub(crate) fn expect(&self, request: &Request, answer: String) {
        let mut exchange = self.host.send(request);
        assert_eq!(exchange.next(), Some(answer));
        assert_eq!(exchange.next(), None);
    }
}

type Start = fn(Server, Plan) -> Box<dyn Host>;

const HOSTS: [(&str, Start); 5] = [
    ("direct", direct::start),
    ("stdio", stdio::start),
    ("the listener", listener::start),
    ("tower", tower::start),
    ("std::net", std_net::start),
];

/// Lets the same happen over one host after the other. Each ends in good order.
pub(crate) fn over_each(plan: Plan, behaviour: fn(&Scene)) {
    for (name, start) in HOSTS {
        // Seen when the test fails.
        eprintln!("over {name}");
        let (stage, hub) = (Stage::default(), Hub::new());
        let scene = Scene { host: start(server(&stage, &hub), plan), stage, hub };
        behaviour(&scene);
        scene.host.end();
        assert_eq!(scene.stage.rest(), [""; 0]);
    }
}
