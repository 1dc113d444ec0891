//! The synchronous host of the example `std_net`, as it stands there.

#[path = "../../../examples/std_net/host/mod.rs"]
mod host;

use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

use snodo::Server;
use snodo::http::Endpoint;

use super::{Exchange, Plan, event_stream};
use crate::messages::Request;

struct StdNet(host::Host);

pub(super) fn start(server: Server, plan: Plan) -> Box<dyn super::Host> {
    let endpoint = Endpoint::builder(server).build().expect("the defaults are sound");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let Plan { max_running, max_subscriptions, timeout, drain } = plan;
    let settings =
        host::Settings { threads: 12, max_running, max_subscriptions, timeout, drain, ..Default::default() };
    Box::new(StdNet(host::Host::start(listener, endpoint, settings).expect("threads can be started")))
}

impl super::Host for StdNet {
    fn send(&self, request: &Request) -> Box<dyn Exchange> {
        event_stream::post(self.0.address(), request)
    }

    /// It does so by itself.
    fn pass(&self, _: Duration) {}

    fn shut_down(&self) {
        self.0.shut_down();
    }

    fn end(self: Box<Self>) {
        self.shut_down();
        self.0.join();
    }
}
