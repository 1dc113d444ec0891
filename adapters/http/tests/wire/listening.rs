//! A listener on a thread of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use snodo_core::Server;
use snodo_core::http::{Endpoint, EndpointBuilder};
use snodo_executor::{Executor, ExecutorBuilder};
use snodo_http::{Error, Handle, Http};

use crate::client::Client;
use crate::clock::TestClock;
use crate::tools::{Stage, server};

pub(crate) type Tasks = Arc<async_executor::Executor<'static>>;

pub(crate) struct Listening {
    pub(crate) clock: TestClock,
    pub(crate) stage: Stage,
    pub(crate) executor: Executor,
    pub(crate) handle: Handle,
    pub(crate) address: SocketAddr,
    thread: Option<JoinHandle<Result<(), Error>>>,
}

impl Listening {
    pub(crate) fn new() -> Listening {
        Listening::with(|http| http)
    }

    pub(crate) fn with(settings: impl FnOnce(Http) -> Http) -> Listening {
        Listening::on(|executor| executor, settings)
    }

    pub(crate) fn on(
        executor: impl FnOnce(ExecutorBuilder) -> ExecutorBuilder,
        settings: impl FnOnce(Http) -> Http,
    ) -> Listening {
        let (clock, stage, tasks) = (TestClock::new(), Stage::default(), Tasks::default());
        let executor = executor(Executor::builder(Arc::clone(&tasks)).clock(clock.clone())).build().unwrap();
        Listening::beside(clock, stage, tasks, executor, settings)
    }

    /// On an executor that others may use, too.
    pub(crate) fn beside(
        clock: TestClock,
        stage: Stage,
        tasks: Tasks,
        executor: Executor,
        settings: impl FnOnce(Http) -> Http,
    ) -> Listening {
        Listening::serving(&server(&stage), clock, stage, tasks, executor, settings)
    }

    /// Behind other rules of the endpoint's.
    pub(crate) fn behind(
        endpoint: impl FnOnce(EndpointBuilder) -> EndpointBuilder,
        settings: impl FnOnce(Http, &Stage) -> Http,
    ) -> Listening {
        let (clock, stage, tasks) = (TestClock::new(), Stage::default(), Tasks::default());
        let executor = Executor::builder(Arc::clone(&tasks)).clock(clock.clone()).build().unwrap();
        let endpoint = endpoint(Endpoint::builder(server(&stage)).max_body(1_000)).build().unwrap();
        let http = settings(Http::new(endpoint).executor(executor.clone()), &stage);
        Listening::start(http, clock, stage, tasks, executor)
    }

    pub(crate) fn serving(
        server: &Server,
        clock: TestClock,
        stage: Stage,
        tasks: Tasks,
        executor: Executor,
        settings: impl FnOnce(Http) -> Http,
    ) -> Listening {
        let endpoint = Endpoint::builder(server.clone()).max_body(1_000).build().unwrap();
        let http = settings(Http::new(endpoint).executor(executor.clone()));
        Listening::start(http, clock, stage, tasks, executor)
    }

    fn start(http: Http, clock: TestClock, stage: Stage, tasks: Tasks, executor: Executor) -> Listening {
        let listener = http.bind_local(0).unwrap();
        let (address, handle) = (listener.address(), listener.handle());
        let thread = thread::spawn(move || async_io::block_on(tasks.run(listener.run())));
        Listening { clock, stage, executor, handle, address, thread: Some(thread) }
    }

    pub(crate) fn client(&self) -> Client {
        Client::connect(self.address)
    }

    /// Waits for `run`.
    pub(crate) fn finish(&mut self) {
        let thread = self.thread.take().expect("it is waited for once");
        thread.join().expect("the listener does not panic").unwrap();
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.handle.shutdown();
        let Some(thread) = self.thread.take() else { return };
        // Time stands still, so the drain would never end.
        while !thread.is_finished() && !thread::panicking() {
            self.clock.advance(60_000);
            thread::yield_now();
        }
        if thread.is_finished() {
            thread.join().expect("the listener does not panic").unwrap();
        }
    }
}
