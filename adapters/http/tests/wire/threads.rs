//! One listener on several threads.

use std::cell::RefCell;
use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle, ThreadId};

use snodo_core::http::Endpoint;
use snodo_core::{NoArguments, ServerBuilder, Tool};
use snodo_executor::{Executor, spawn_fn};
use snodo_http::{Error, Handle, Http};

use crate::client::{Client, PATIENCE};
use crate::listening::Tasks;
use crate::messages::{
    RETRY, RETRY_AND_CLOSE, STREAM, answer_with, call, chunk, echo, hi, progress, text, unavailable, wait,
};
use crate::tools::{Stage, definitions};

const THREADS: usize = 3;

/// Handlers that block their thread until each of the listener's has one.
#[derive(Clone, Default)]
struct Meeting(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    here: HashSet<ThreadId>,
    met: usize,
    /// Threads that were here and have ended.
    ended: usize,
}

thread_local! {
    static LEAVING: RefCell<Option<Leaving>> = const { RefCell::new(None) };
}

/// Noted when its thread ends.
struct Leaving(Meeting);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.0.0.lock().unwrap().ended += 1;
    }
}

impl Meeting {
    /// Fails the call when the others do not come.
    fn attend(&self) -> &'static str {
        LEAVING.with_borrow_mut(|leaving| {
            leaving.get_or_insert_with(|| Leaving(self.clone()));
        });
        let (state, changed) = &*self.0;
        let mut state = state.lock().unwrap();
        state.here.insert(thread::current().id());
        changed.notify_all();
        if state.here.len() == THREADS {
            state.here.clear();
            state.met += 1;
            return "met";
        }
        let before = state.met;
        let waited = changed.wait_timeout_while(state, PATIENCE, |state| state.met == before).unwrap().1;
        if waited.timed_out() { "alone" } else { "met" }
    }

    #[track_caller]
    fn wait_for(&self, count: usize) {
        let (state, changed) = &*self.0;
        let missing = |state: &mut State| state.here.len() < count;
        let waited = changed.wait_timeout_while(state.lock().unwrap(), PATIENCE, missing).unwrap().1;
        assert!(!waited.timed_out(), "so many threads do not come");
    }

    fn ended(&self) -> usize {
        self.0.0.lock().unwrap().ended
    }
}

struct Serving {
    stage: Stage,
    meeting: Meeting,
    handle: Handle,
    address: SocketAddr,
    thread: Option<JoinHandle<Result<(), Error>>>,
}

impl Serving {
    fn new(settings: impl FnOnce(Http) -> Http) -> Serving {
        Serving::with(|server| server, settings)
    }

    fn with(
        server: impl FnOnce(ServerBuilder) -> ServerBuilder,
        settings: impl FnOnce(Http) -> Http,
    ) -> Serving {
        let (stage, meeting) = (Stage::default(), Meeting::default());
        let meet =
            Tool::with_state("meet", meeting.clone(), async |meeting: Arc<Meeting>, _: NoArguments| {
                Ok(meeting.attend())
            });
        let server = server(definitions(&stage).tool(meet)).build().unwrap();
        let endpoint = Endpoint::builder(server).build().unwrap();
        let http = settings(Http::new(endpoint).threads(THREADS).signals(false));
        let listener = http.bind_local(0).unwrap();
        let (address, handle) = (listener.address(), listener.handle());
        let thread = Some(thread::spawn(|| listener.serve()));
        Serving { stage, meeting, handle, address, thread }
    }

    fn client(&self) -> Client {
        Client::connect(self.address)
    }

    /// All threads serve: otherwise not all calls would end.
    #[track_caller]
    fn meet(&self) {
        let mut clients: Vec<_> = (0..THREADS).map(|_| self.client()).collect();
        for client in &mut clients {
            client.send(call("1", "meet", "{}"));
        }
        for client in &mut clients {
            client.expect(answer_with("200 OK", "", &text("1", "met")));
        }
    }

    fn finish(&mut self) {
        self.thread.take().expect("it is waited for once").join().unwrap().unwrap();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.handle.shutdown();
        if let Some(thread) = self.thread.take()
            && !thread::panicking()
        {
            thread.join().unwrap().unwrap();
        }
    }
}

#[test]
fn connections_and_handlers_run_on_all_of_them() {
    let serving = Serving::new(|http| http);
    serving.meet();
    let mut client = serving.client();
    client.send(echo("1") + &echo("2"));
    client.expect(hi("1"));
    client.expect(hi("2"));
    serving.meet();
}

/// Whichever threads these are: new connections are accepted, and old ones answered, by the one that is left.
#[test]
fn handlers_that_block_all_threads_but_one_keep_nobody_waiting() {
    let serving = Serving::new(|http| http);
    let mut old = serving.client();
    old.send(echo("1"));
    old.expect(hi("1"));
    for _ in 0..10 {
        let mut blocked: Vec<_> = (1..THREADS).map(|_| serving.client()).collect();
        for client in &mut blocked {
            client.send(call("1", "meet", "{}"));
        }
        serving.meeting.wait_for(THREADS - 1);
        let mut new = serving.client();
        for client in [&mut old, &mut new] {
            client.send(echo("2"));
            client.expect(hi("2"));
        }
        new.send(call("1", "meet", "{}"));
        for client in blocked.iter_mut().chain([&mut new]) {
            client.expect(answer_with("200 OK", "", &text("1", "met")));
        }
    }
}

#[test]
fn limits_count_for_all_together() {
    let serving = Serving::new(|http| http.max_connections(4).max_streams(2));
    let mut clients: Vec<_> = (0..4).map(|_| serving.client()).collect();
    for client in &mut clients[..2] {
        client.send(call("1", "steps", r#"{"name":"a"}"#));
        client.expect(STREAM.to_owned() + &chunk(&progress(1)));
    }
    let overloaded = unavailable("\"id\":1,", "overloaded");
    for client in &mut clients[2..] {
        client.send(call("1", "steps", r#"{"name":"a"}"#));
        client.expect(answer_with("503 Service Unavailable", RETRY, &overloaded));
    }
    let mut more = serving.client();
    more.expect(answer_with("503 Service Unavailable", RETRY_AND_CLOSE, &unavailable("", "overloaded")));
}

#[test]
fn a_peers_quota_counts_for_all_together() {
    let serving = Serving::new(|http| http.max_connections_per_peer(2));
    let mut clients = [serving.client(), serving.client()];
    for client in &mut clients {
        client.send(echo("1"));
        client.expect(hi("1"));
    }
    serving.client().expect(answer_with(
        "503 Service Unavailable",
        RETRY_AND_CLOSE,
        &unavailable("", "overloaded"),
    ));
}

#[test]
fn they_share_an_executor() {
    let tasks = Tasks::default();
    let spawn = {
        let tasks = Arc::clone(&tasks);
        spawn_fn(move |task| tasks.spawn(task).detach())
    };
    let executor = Executor::builder(spawn).max_running(2).max_queued(0).build().unwrap();
    let serving = Serving::new(|http| http.executor(executor.clone()));
    let mut clients: Vec<_> = (0..4).map(|_| serving.client()).collect();
    for (client, name) in clients.iter_mut().zip(["a", "b"]) {
        client.send(wait("1", name));
        serving.stage.wait_for(&format!("start {name}"));
    }
    for client in &mut clients[2..] {
        client.send(wait("1", "c"));
        let overloaded = unavailable("\"id\":1,", "overloaded");
        client.expect(answer_with("503 Service Unavailable", RETRY, &overloaded));
    }
    assert_eq!(executor.stats().running, 2);
    drop(clients);
    serving.stage.wait_for("gone a");
    serving.stage.wait_for("gone b");
}

#[test]
fn a_peer_that_goes_away_cancels_its_request() {
    let serving = Serving::new(|http| http);
    let names: Vec<_> = (0..3 * THREADS).map(|number| number.to_string()).collect();
    let clients: Vec<_> = names
        .iter()
        .map(|name| {
            let mut client = serving.client();
            client.send(wait("1", name));
            client
        })
        .collect();
    for name in &names {
        serving.stage.wait_for(&format!("start {name}"));
    }
    for (client, name) in clients.into_iter().zip(&names) {
        drop(client);
        serving.stage.wait_for(&format!("gone {name}"));
    }
}

/// The host wants panics of handlers to go on, so each takes its connection with it.
#[test]
fn a_panic_costs_its_own_connection() {
    let serving = Serving::with(|server| server.contain_panics(false), |http| http);
    let mut other = serving.client();
    other.send(echo("1"));
    other.expect(hi("1"));
    for _ in 0..2 * THREADS {
        let mut client = serving.client();
        client.send(call("1", "boom", "{}"));
        client.expect_gone();
    }
    serving.meet();
    other.send(echo("2"));
    other.expect(hi("2"));
}

#[test]
fn a_shutdown_drains_them_all_and_ends_their_threads() {
    let mut serving = Serving::new(|http| http);
    serving.meet();
    let mut idle = serving.client();
    idle.send(echo("1"));
    idle.expect(hi("1"));
    let mut busy: Vec<_> = (0..2 * THREADS).map(|_| serving.client()).collect();
    for client in &mut busy {
        client.send(wait("1", "a"));
        serving.stage.wait_for("start a");
    }
    serving.handle.shutdown();
    idle.expect_end();
    for _ in &busy {
        serving.stage.open("a");
        serving.stage.wait_for("gone a");
    }
    for client in &mut busy {
        // One that had its answer before it saw the end does not say that it closes.
        let head = client.head();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        client.expect(text("1", "a"));
        client.expect_end();
    }
    serving.finish();
    assert_eq!(serving.meeting.ended(), THREADS);
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let http = || Http::from(definitions(&Stage::default()).build().unwrap());
    let error = http().threads(0).bind_local(0).unwrap_err();
    assert!(error.is_setting());
    assert_eq!(error.to_string(), "the thread count is zero");
    let spawner = || spawn_fn(drop);
    let error = http().threads(2).spawner(spawner()).bind_local(0).unwrap_err();
    assert!(error.is_setting());
    assert_eq!(error.to_string(), "a spawner has threads of its own");
    assert!(http().threads(1).spawner(spawner()).bind_local(0).is_ok());
}
