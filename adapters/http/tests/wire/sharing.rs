//! Executors and runtimes that others use, too.

use std::sync::Arc;
use std::thread;

use futures_lite::FutureExt as _;
use snodo_core::Call;
use snodo_executor::{Executor, Submission};
use snodo_http::Http;

use crate::client::Client;
use crate::clock::TestClock;
use crate::listening::{Listening, Tasks};
use crate::messages::{RETRY, answer, answer_with, body, echo, hi, text, unavailable, wait};
use crate::tools::{Stage, server};

#[test]
fn two_listeners_share_the_limits_of_one_executor() {
    let (clock, stage, tasks) = (TestClock::new(), Stage::default(), Tasks::default());
    let executor = Executor::builder(Arc::clone(&tasks))
        .clock(clock.clone())
        .max_running(1)
        .max_queued(0)
        .build()
        .unwrap();
    let listen =
        || Listening::beside(clock.clone(), stage.clone(), Arc::clone(&tasks), executor.clone(), |http| http);
    let (mut one, other) = (listen(), listen());
    let (mut first, mut second) = (one.client(), other.client());
    first.send(wait("1", "a"));
    stage.wait_for("start a");
    assert_eq!(executor.stats().running, 1);
    second.send(echo("2"));
    second.expect(answer_with("503 Service Unavailable", RETRY, &unavailable("\"id\":2,", "overloaded")));
    stage.open("a");
    first.expect(answer("200 OK", &text("1", "a")));
    second.send(echo("3"));
    second.expect(hi("3"));

    // It outlives each of them.
    one.handle.shutdown();
    one.finish();
    second.send(echo("4"));
    second.expect(hi("4"));
    let execution = server(&stage)
        .handle(body("5", "echo", r#"{"text":"hi"}"#).as_bytes(), &Call::new())
        .expect("a request is answered");
    assert!(matches!(executor.submitter().submit(execution, 100), Submission::Answered(_)));
}

#[test]
fn connections_on_a_runtime_of_the_hosts() {
    let (host, stage) = (Tasks::default(), Stage::default());
    let threads = [(); 2].map(|()| {
        let (host, stage) = (Arc::clone(&host), stage.clone());
        thread::spawn(move || async_io::block_on(host.run(stage.pass("end"))))
    });
    let listening = Listening::with(|http| http.spawner(Arc::clone(&host)));
    let mut clients: Vec<_> = (0..20).map(|_| listening.client()).collect();
    for client in &mut clients {
        client.send(echo("1") + &wait("2", "a"));
    }
    for client in &mut clients {
        client.expect(hi("1"));
        listening.stage.open("a");
    }
    for client in &mut clients {
        client.expect(answer("200 OK", &text("2", "a")));
    }
    drop(listening);
    for _ in &threads {
        stage.open("end");
    }
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn dropping_run_ends_everything() {
    for on_a_host in [false, true] {
        let (stage, host) = (Stage::default(), Tasks::default());
        let http = Http::from(server(&stage));
        let http = if on_a_host { http.spawner(Arc::clone(&host)) } else { http };
        let listener = http.bind_local(0).unwrap();
        let (address, dropped) = (listener.address(), stage.clone());
        let thread = thread::spawn(move || {
            async_io::block_on(host.run(async {
                let drop = async {
                    dropped.pass("drop").await;
                    Ok(())
                };
                drop.or(listener.run()).await.unwrap();
                // A host goes on.
                dropped.pass("end").await;
            }));
        });
        let mut client = Client::connect(address);
        client.send(echo("1") + &wait("2", "a"));
        client.expect(hi("1"));
        stage.wait_for("start a");
        let mut idle = Client::connect(address);
        idle.send(echo("3"));
        idle.expect(hi("3"));
        stage.open("drop");
        stage.wait_for("gone a");
        client.expect_gone();
        idle.expect_gone();
        stage.open("end");
        thread.join().unwrap();
    }
}
