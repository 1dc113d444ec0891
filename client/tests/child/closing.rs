//! How children are ended.

use std::os::unix::process::ExitStatusExt as _;
use std::sync::Arc;

use snodo_client::machine::Message;
use snodo_client::{ChildTransport, EndedBy, StreamSettings, Transport as _};

use crate::script::{
    ANSWER, Times, answer, call, eventually, is_gone, next, request, sh, timed, times, within,
};

/// Closes it, and lets as much time pass as is waited for. Gives the waits, and how it ended.
fn close(transport: &ChildTransport, times: &Times, waits: usize) -> (Vec<u128>, EndedBy, Option<i32>, bool) {
    let closing = std::thread::scope(|scope| {
        let closing = scope.spawn(|| within(transport.close()).is_ok());
        let waits = (0..waits).map(|_| times.pass()).collect();
        (waits, closing.join().unwrap())
    });
    let ended = transport.ended().unwrap();
    assert!(is_gone(transport.process_id().unwrap()));
    (closing.0, ended.by, ended.status.and_then(|status| status.signal()), closing.1)
}

#[test]
fn the_end_of_the_input_is_enough_for_most() {
    let (command, times) = timed(&format!("{ANSWER}; exec cat"));
    let transport = command.start().unwrap();
    assert_eq!(call(&transport, 1).unwrap(), answer(1));
    let mut waits = request(&transport, 2);
    within(transport.close()).unwrap();
    let ended = transport.ended().unwrap();
    assert_eq!((ended.by, ended.status.unwrap().code()), (EndedBy::Itself, Some(0)));
    assert!(is_gone(transport.process_id().unwrap()));
    drop(times);

    assert_eq!(next(&mut waits).unwrap_err().to_string(), "the connection was closed");
    assert_eq!(call(&transport, 3).unwrap_err().to_string(), "the connection was closed");
    within(transport.close()).unwrap();
    assert_eq!(transport.generation(), 1);
}

#[test]
fn what_ignores_that_is_terminated() {
    let (command, times) = timed("while :; do sleep 1000; done");
    let transport = command.start().unwrap();
    let (waits, by, signal, is_ok) = close(&transport, &times, 1);
    assert_eq!((waits, by, signal, is_ok), (vec![2000], EndedBy::Terminated, Some(15), true));
}

#[test]
fn what_ignores_that_too_is_killed() {
    let (command, times) = timed(&format!("trap '' TERM; {ANSWER}; while :; do sleep 1000; done"));
    let transport = command.start().unwrap();
    assert_eq!(call(&transport, 1).unwrap(), answer(1), "the trap is set");
    let (waits, by, signal, is_ok) = close(&transport, &times, 2);
    assert_eq!((waits, by, signal, is_ok), (vec![2000, 2000], EndedBy::Killed, Some(9), false));
}

#[test]
fn the_times_can_be_set() {
    let (command, times) = timed(&format!("trap '' TERM; {ANSWER}; while :; do sleep 1000; done"));
    let limits = [50, 70].map(std::time::Duration::from_millis);
    let transport = command.exit_timeout(limits[0]).terminate_timeout(limits[1]).start().unwrap();
    assert_eq!(call(&transport, 1).unwrap(), answer(1));
    assert_eq!(close(&transport, &times, 2).0, [50, 70]);
}

#[test]
fn dropping_does_the_same_in_the_background() {
    let (command, times) = timed(&format!("trap '' TERM; {ANSWER}; while :; do sleep 1000; done"));
    let transport = command.start().unwrap();
    let id = transport.process_id().unwrap();
    assert_eq!(call(&transport, 1).unwrap(), answer(1));
    let mut waits = request(&transport, 2);
    drop(transport);
    assert_eq!(next(&mut waits).unwrap_err().to_string(), "the connection was closed");
    assert_eq!((times.pass(), times.pass()), (2000, 2000));
    eventually("the child is killed and reaped", || is_gone(id));
}

#[test]
fn what_it_says_at_the_end_finds_its_pipes_whole() {
    let script = "cat >/dev/null; head -c 1048576 /dev/zero || exit 7; head -c 1048576 /dev/zero >&2 || exit 8; exit 5";
    let transport = sh(script).start().unwrap();
    within(transport.close()).unwrap();
    let ended = transport.ended().unwrap();
    assert_eq!((ended.by, ended.status.unwrap().code()), (EndedBy::Itself, Some(5)));
}

#[test]
fn a_child_does_not_hold_the_input_of_another() {
    let first = sh("exec cat").start().unwrap();
    let second = sh("exec cat").start().unwrap();
    within(first.close()).unwrap();
    assert_eq!(first.ended().unwrap().by, EndedBy::Itself);
    within(second.close()).unwrap();
    assert_eq!(second.ended().unwrap().by, EndedBy::Itself);
}

#[test]
fn a_runtime_that_goes_away_takes_its_children_along() {
    let tasks = Arc::new(async_executor::Executor::new());
    let settings = StreamSettings::new().spawn(Arc::clone(&tasks));
    let transport = sh("trap '' TERM; while :; do sleep 1000; done").stream(settings).start().unwrap();
    let id = transport.process_id().unwrap();
    let mut waits = request(&transport, 1);
    drop(transport);
    drop(tasks);
    assert!(next(&mut waits).is_err());
    eventually("the child is killed and reaped", || is_gone(id));
}

#[test]
fn a_child_that_does_not_read_cannot_put_its_end_off() {
    let (clock, times) = times();
    let settings = StreamSettings::new().write_timeout(None).clock(clock);
    let transport = sh("exec sleep 1000").stream(settings).start().unwrap();
    let large = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"x\":\"{}\"}}", "x".repeat(1_000_000));
    let mut half = within(transport.request(Message::new(1, "tools/call", large))).unwrap();
    let (waits, by, _, _) = close(&transport, &times, 1);
    assert_eq!((waits, by), (vec![2000], EndedBy::Terminated));
    assert_eq!(next(&mut half).unwrap_err().to_string(), "the connection was closed");
}
