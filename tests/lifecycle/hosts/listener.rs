//! The listener, on a thread of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use snodo::Server;
use snodo::executor::Executor;
use snodo::http::{Error, Handle, Http};

use super::{Exchange, Host, Plan, event_stream};
use crate::clock::TestClock;
use crate::messages::Request;

struct Listener {
    address: SocketAddr,
    handle: Handle,
    clock: TestClock,
    thread: JoinHandle<Result<(), Error>>,
}

pub(super) fn start(server: Server, plan: Plan) -> Box<dyn Host> {
    let (clock, tasks) = (TestClock::new(), Arc::new(smol::Executor::new()));
    let executor = Executor::builder(Arc::clone(&tasks)).clock(clock.clone()).max_queued(0);
    let executor = executor.max_running(plan.max_running).timeout(Some(plan.timeout)).build();
    let http = Http::from(server).executor(executor.expect("its limits are sound")).drain(plan.drain);
    let http = http.max_subscriptions(plan.max_subscriptions);
    let listener = http.bind_local(0).expect("a port is free");
    let (address, handle) = (listener.address(), listener.handle());
    let thread = thread::spawn(move || async_io::block_on(tasks.run(listener.run())));
    Box::new(Listener { address, handle, clock, thread })
}

impl Host for Listener {
    fn send(&self, request: &Request) -> Box<dyn Exchange> {
        event_stream::post(self.address, request)
    }

    fn pass(&self, moment: Duration) {
        self.clock.pass(moment);
    }

    fn shut_down(&self) {
        self.handle.shutdown();
    }

    fn end(self: Box<Self>) {
        self.handle.shutdown();
        self.thread.join().expect("it does not panic").expect("it ends in good order");
    }
}
