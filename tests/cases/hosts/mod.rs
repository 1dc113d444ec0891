//! Whatever takes a head and a body: the endpoint itself, the tower service, the listener, and the synchronous host of
//! the example `std_net`. The last two take bytes as well.

mod endpoint;
mod socket;
mod tower;

#[path = "../../../examples/std_net/host/mod.rs"]
mod std_net;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use snodo::Hub;
use snodo::http::{Cors, Endpoint, Error, Handle, Http};

pub(crate) use self::socket::Client;
use crate::subject::{Calls, server};

/// What takes longer than this never comes: the test fails instead of hanging.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The fields of a call of `echo`, each on a line.
pub(crate) const FIELDS: &str = "Host: localhost\nContent-Type: application/json\n\
    Accept: application/json, text/event-stream\nMCP-Protocol-Version: 2026-07-28\n\
    Mcp-Method: tools/call\nMcp-Name: echo\n";

/// A request as a text would have it: fields are lines of bytes.
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) fields: &'a [u8],
    pub(crate) body: &'a str,
}

/// What a client gets.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names are in lower case.
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Request<'_> {
    fn fields(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let lines = self.fields.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| {
            let colon = line.iter().position(|byte| *byte == b':').expect("a line is a field");
            let name = std::str::from_utf8(&line[..colon]).expect("names are ASCII");
            (name, line[colon + 1..].trim_ascii())
        })
    }
}

impl Answer {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find_map(|(found, value)| (found == name).then_some(value.as_str()))
    }

    /// The status and the body.
    pub(crate) fn said(&self) -> (u16, &str) {
        (self.status, &self.body)
    }
}

trait Host {
    fn ask(&self, request: &Request<'_>) -> Answer;
}

/// Hosts that take a head and a body, one after the other, and a server that counts its calls.
pub(crate) fn over_each(behaviour: impl Fn(&dyn Fn(&Request<'_>) -> Answer, &Calls)) {
    let (calls, hub) = (Calls::default(), Hub::new());
    let endpoint = || endpoint(&calls, &hub);
    eprintln!("over the endpoint");
    let host = endpoint::Direct(endpoint());
    behaviour(&|request| host.ask(request), &calls);
    eprintln!("over tower");
    let host = tower::Service::new(endpoint());
    behaviour(&|request| host.ask(request), &calls);
    over_each_socket_of(&calls, &hub, Limits::default(), &|socket| {
        behaviour(&|request| socket::ask(socket.address, request), &calls);
    });
}

/// Limits that both hosts with sockets have.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// For a head, and for a body.
    pub(crate) arrival: Duration,
    pub(crate) keep_alive: Duration,
}

impl Default for Limits {
    /// Longer than a test takes.
    fn default() -> Self {
        Self { arrival: Duration::from_secs(100), keep_alive: Duration::from_secs(100) }
    }
}

/// Where a host listens, and what its server does.
pub(crate) struct Socket<'a> {
    pub(crate) address: SocketAddr,
    pub(crate) calls: &'a Calls,
    pub(crate) hub: &'a Hub,
}

impl Socket<'_> {
    pub(crate) fn client(&self) -> Client {
        Client::connect(self.address)
    }
}

/// Hosts that take bytes, one after the other.
pub(crate) fn over_each_socket(limits: Limits, behaviour: impl Fn(&Socket<'_>)) {
    let (calls, hub) = (Calls::default(), Hub::new());
    over_each_socket_of(&calls, &hub, limits, &behaviour);
}

fn over_each_socket_of(calls: &Calls, hub: &Hub, limits: Limits, behaviour: &dyn Fn(&Socket<'_>)) {
    eprintln!("over the listener");
    let listening = Listening::start(endpoint(calls, hub), limits);
    behaviour(&Socket { address: listening.address, calls, hub });
    listening.end();
    eprintln!("over std::net");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let Limits { arrival, keep_alive } = limits;
    let settings = std_net::Settings { threads: 12, arrival, keep_alive, ..Default::default() };
    let host =
        std_net::Host::start(listener, endpoint(calls, hub), settings).expect("threads can be started");
    behaviour(&Socket { address: host.address(), calls, hub });
    host.shut_down();
    host.join();
}

fn endpoint(calls: &Calls, hub: &Hub) -> Endpoint {
    let endpoint = Endpoint::builder(server(calls, hub)).max_body(MAX_BODY).cors(Cors::new());
    endpoint.build().expect("its settings are sound")
}

/// The longest body that is served.
pub(crate) const MAX_BODY: usize = 1_000;

struct Listening {
    address: SocketAddr,
    handle: Handle,
    thread: JoinHandle<Result<(), Error>>,
}

impl Listening {
    fn start(endpoint: Endpoint, Limits { arrival, keep_alive }: Limits) -> Listening {
        let listener = Http::new(endpoint)
            .signals(false)
            .head_timeout(Some(arrival))
            .body_timeout(Some(arrival))
            .read_timeout(Some(arrival))
            .idle_timeout(Some(arrival))
            .keep_alive(Some(keep_alive))
            .bind_local(0)
            .expect("a port is free");
        let (address, handle) = (listener.address(), listener.handle());
        Listening { address, handle, thread: thread::spawn(|| listener.serve()) }
    }

    fn end(self) {
        self.handle.shutdown();
        self.thread.join().expect("it does not panic").expect("it ends in good order");
    }
}
