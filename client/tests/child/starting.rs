//! How children are started.

use std::error::Error as _;
use std::io;

use snodo_client::{Command, ErrorKind, StreamSettings, Transport as _};

use crate::script::{ANSWER, answer, call, sh, within};

#[test]
fn arguments_variables_and_folder_arrive_without_a_shell() {
    let script = r#"read -r request
        printf '{"jsonrpc":"2.0","id":1,"result":{"arg":"%s","count":%s,"set":"%s","gone":"%s","cwd":"%s"}}\n' \
            "$1" "$#" "$SET" "${HOME-unset}" "$(pwd -P)""#;
    let folder = std::env::temp_dir().canonicalize().unwrap();
    let command = sh(script).arg("a  b;*$(x)'`y`").args(["", "c"]);
    let command = command.env("SET", "to = this").env_remove("HOME").current_dir(&folder);
    let transport = command.start().unwrap();
    let expected = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"arg\":\"a  b;*$(x)'`y`\",\"count\":3,\
         \"set\":\"to = this\",\"gone\":\"unset\",\"cwd\":\"{}\"}}}}",
        folder.display()
    );
    assert_eq!(call(&transport, 1).unwrap(), expected);
}

#[test]
fn the_environment_can_begin_empty() {
    let script = r#"read -r request; [ -z "$BEFORE$HOME" ] && echo '{"jsonrpc":"2.0","id":1,"result":{"after":"'$AFTER'"}}'"#;
    let command = sh(script).env("BEFORE", "1").env_clear().env("AFTER", "2");
    let answer = call(&command.start().unwrap(), 1).unwrap();
    assert_eq!(answer, r#"{"jsonrpc":"2.0","id":1,"result":{"after":"2"}}"#);
}

#[test]
fn noise_before_the_answer_does_not_matter() {
    let script = format!(
        "echo 'Server v1 ready'; echo; echo '{{\"level\":\"info\"}}'; echo '[1,2]'; echo null; \
         printf '\\033[32mhalf a line\\n'; {ANSWER}; cat >/dev/null"
    );
    let transport = sh(&script).start().unwrap();
    assert_eq!(call(&transport, 1).unwrap(), answer(1));
    assert_eq!(transport.stats().skipped, 5);
    within(transport.close()).unwrap();
}

#[test]
fn what_cannot_be_started_is_told_at_once_and_with_advice() {
    let missing = Command::new("no-such-server-here").start().unwrap_err();
    assert_eq!((missing.kind(), missing.code()), (ErrorKind::Connection, -32000));
    assert_eq!(
        missing.to_string(),
        "\"no-such-server-here\" cannot be started: there is no such program; install it, put it on PATH, or \
         give its full path"
    );
    let source = missing.source().and_then(|source| source.downcast_ref::<io::Error>());
    assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::NotFound));

    let folder = sh("exit").current_dir("/no/such/folder").start().unwrap_err();
    assert_eq!(folder.to_string(), "\"/bin/sh\" cannot be started: there is no folder /no/such/folder");

    let not_executable = Command::new("/etc").start().unwrap_err();
    assert!(not_executable.to_string().ends_with("is the file executable?"), "{not_executable}");

    let zero = sh("exit").stream(StreamSettings::new().max_line(0)).start().unwrap_err();
    assert_eq!(zero.kind(), ErrorKind::Usage);
}

#[test]
fn secrets_of_a_command_are_not_shown() {
    let command = sh("secret-1").env("TOKEN", "secret-2");
    let shown = format!("{command:?} {:?}", command.clone().start().unwrap());
    assert!(shown.contains("/bin/sh") && !shown.contains("secret"), "{shown}");
}
