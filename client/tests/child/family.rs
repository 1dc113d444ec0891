//! Children with children.

use snodo_client::{ChildTransport, EndedBy, Transport as _};

use crate::script::{call, eventually, is_group_gone, sh, timed, within};

/// A wrapper that does not pass anything on, around a server that answers between these two. A shell gives background
/// jobs no input of their own accord.
fn wrapper(before: &str, after: &str) -> String {
    format!(
        r#"exec 3<&0; ({before}read -r request; echo '{{"jsonrpc":"2.0","id":1,"result":{{}}}}'; {after}) <&3 & wait; exit 0"#
    )
}

fn answers(transport: &ChildTransport) {
    assert!(call(transport, 1).is_ok());
}

#[test]
fn the_server_behind_a_wrapper_ends_with_it() {
    let transport = sh(&wrapper("", "cat >/dev/null")).start().unwrap();
    answers(&transport);
    within(transport.close()).unwrap();
    assert_eq!(transport.ended().unwrap().by, EndedBy::Itself);
    let id = transport.process_id().unwrap();
    eventually("nobody of the group is left", || is_group_gone(id));
}

#[test]
fn a_server_behind_a_wrapper_that_ignores_the_end_is_terminated_with_it() {
    let (command, times) = timed(&wrapper("", "while :; do sleep 1000; done"));
    let transport = command.start().unwrap();
    answers(&transport);
    let id = transport.process_id().unwrap();
    drop(transport);
    assert_eq!(times.pass(), 2000);
    eventually("nobody of the group is left", || is_group_gone(id));
}

#[test]
fn a_server_that_outlives_its_wrapper_is_killed() {
    // The wrapper dies of SIGTERM, the server ignores it.
    let (command, times) = timed(&wrapper("trap '' TERM; ", "while :; do sleep 1000; done"));
    let transport = command.start().unwrap();
    answers(&transport);
    let id = transport.process_id().unwrap();
    drop(transport);
    // The wrapper may need both, its server does.
    assert_eq!((times.pass(), times.pass()), (2000, 2000));
    eventually("nobody of the group is left", || is_group_gone(id));
}

#[test]
fn what_is_left_of_a_group_without_pipes_is_killed_too() {
    let script = "(trap '' TERM; exec sleep 1000) <&- >&- 2>&- & exec cat";
    let transport = sh(script).start().unwrap();
    within(transport.close()).unwrap();
    assert_eq!(transport.ended().unwrap().by, EndedBy::Itself);
    let id = transport.process_id().unwrap();
    eventually("nobody of the group is left", || is_group_gone(id));
}
