//! Children that die by themselves.

use rustix::process::{Signal, kill_process};
use snodo_client::{ErrorKind, Transport as _};

use crate::script::{
    ANSWER, answer, call, eventually, is_gone, is_group_gone, next, pid, request, sh, timed, within,
};

#[test]
fn what_waits_fails_with_the_exit_status() {
    let transport = sh("read -r request; exit 3").restarts(0).start().unwrap();
    let error = call(&transport, 1).unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Connection, -32000));
    assert_eq!(error.to_string(), "the server exited with status 3");
    let later = call(&transport, 2).unwrap_err();
    assert_eq!(later.to_string(), "the server exited with status 3");
    within(transport.close()).unwrap();
    assert_eq!(transport.ended().unwrap().status.unwrap().code(), Some(3));
}

#[test]
fn all_that_waits_fails_with_the_signal() {
    let transport = sh("exec cat").start().unwrap();
    let mut calls = [request(&transport, 1), request(&transport, 2)];
    kill_process(pid(transport.process_id().unwrap()), Signal::KILL).unwrap();
    for call in &mut calls {
        assert_eq!(next(call).unwrap_err().to_string(), "the server was ended by signal 9");
    }
}

#[test]
fn an_answer_that_was_written_before_the_death_is_given() {
    let transport = sh(&format!("{ANSWER}; exit 3")).start().unwrap();
    assert_eq!(call(&transport, 1).unwrap(), answer(1));
}

#[test]
fn one_that_closes_its_output_and_lives_is_ended() {
    let (command, times) = timed("trap '' TERM; read -r request; exec >&-; while :; do sleep 1000; done");
    let transport = command.restarts(0).start().unwrap();
    let id = transport.process_id().unwrap();
    let mut call = request(&transport, 1);
    assert_eq!(times.pass(), 250, "the exit status would be the better reason");
    assert_eq!(next(&mut call).unwrap_err().to_string(), "the server closed the connection");
    assert_eq!((times.pass(), times.pass()), (2000, 2000));
    assert!(within(transport.close()).is_err());
    assert!(is_gone(id));
    eventually("nobody of the group is left", || is_group_gone(id));
}

#[test]
fn one_that_leaves_its_pipes_to_another_is_dead_all_the_same() {
    // The other one holds the pipes, ignores their end and everything but SIGKILL.
    let (command, times) = timed("trap '' TERM; (while :; do sleep 1000; done) & read -r request; exit 4");
    let transport = command.restarts(0).start().unwrap();
    let id = transport.process_id().unwrap();
    let mut call = request(&transport, 1);
    assert_eq!(times.pass(), 250, "what was written before the exit is still read");
    assert_eq!(next(&mut call).unwrap_err().to_string(), "the server exited with status 4");
    assert_eq!((times.pass(), times.pass()), (2000, 2000));
    assert!(within(transport.close()).is_err());
    assert!(is_gone(id));
    eventually("nobody of the group is left", || is_group_gone(id));
}

#[test]
fn one_that_does_not_read_breaks_the_connection() {
    let (command, times) = timed("exec sleep 1000");
    let transport = command.restarts(0).start().unwrap();
    let large = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"x\":\"{}\"}}", "x".repeat(1_000_000));
    let message = snodo_client::machine::Message::new(1, "tools/call", large);
    let mut call = within(transport.request(message)).unwrap();
    assert_eq!(times.pass(), 5000);
    assert_eq!(times.pass(), 250);
    assert_eq!(next(&mut call).unwrap_err().to_string(), "the server took nothing for 5000 ms");
    assert_eq!(times.pass(), 2000);
    within(transport.close()).unwrap();
}
