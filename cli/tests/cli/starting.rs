//! Servers that the program starts.

use std::fs;

use crate::files::folder;
use crate::program::{ended, snodo};
use crate::scripted::shell;

const DONE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"Done."}]}}"#;

#[test]
fn a_command_is_started_asked_and_ended() {
    let folder = folder("started");
    let log = folder.join("log");
    let server = shell(log.to_str().unwrap(), &[DONE]);
    assert_eq!(snodo(&[&["call", "x", "a=1"][..], &server].concat()), ended(0, "Done.\n", ""));
    let lines = fs::read_to_string(log).unwrap();
    assert_eq!(lines.lines().count(), 1, "{lines}");
    assert!(
        lines.starts_with(
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":"1"},"_meta":{"#
        ),
        "{lines}"
    );
}

#[test]
fn it_has_the_folder_and_the_variables_that_are_given() {
    let folder = folder("surroundings");
    let script = r#"read -r line; printf '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"%s %s"}]}}\n' "$(pwd)" "$GREETING""#;
    let path = folder.canonicalize().unwrap();
    let path = path.to_str().unwrap();
    let run = snodo(&["call", "x", "--cwd", path, "-e", "GREETING=a=b", "--", "sh", "-c", script]);
    assert_eq!(run, ended(0, &format!("{path} a=b\n"), ""));
}

#[test]
fn what_it_says_beside_the_protocol_is_shown_when_much_is_to_be_said() {
    let script = format!("echo starting >&2; read -r line; printf '%s\\n' '{DONE}'; cat >&2");
    let server = ["--", "sh", "-c", &script];
    assert_eq!(snodo(&[&["call", "x"][..], &server].concat()), ended(0, "Done.\n", ""));
    assert_eq!(
        snodo(&[&["call", "x", "-v"][..], &server].concat()),
        ended(0, "Done.\n", "server: starting\n")
    );
}

#[test]
fn a_command_that_cannot_be_started_or_dies_is_4() {
    let run = snodo(&["tools", "--", "/nowhere/to/be/found"]);
    assert_eq!((run.status, run.stdout.as_str()), (4, ""));
    assert!(run.stderr.starts_with("snodo: \"/nowhere/to/be/found\" cannot be started"), "{}", run.stderr);
    let run = snodo(&["tools", "--", "sh", "-c", "read -r line; echo broken >&2; exit 7"]);
    assert_eq!((run.status, run.stdout.as_str()), (4, ""));
    assert!(run.stderr.starts_with("snodo: tools/list: "), "{}", run.stderr);
}
