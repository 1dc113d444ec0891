//! The vectors over a synchronous host: that of the example `std_net`, as it stands there.

#[path = "../../examples/std_net/host/mod.rs"]
mod host;

use std::net::{Ipv4Addr, TcpListener};

use snodo::Server;
use snodo::http::Endpoint;

use self::host::{Host, Settings};

pub(crate) fn start(server: Server) -> Host {
    let endpoint = Endpoint::builder(server).build().expect("the defaults are sound");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    Host::start(listener, endpoint, Settings::default()).expect("threads can be started")
}
