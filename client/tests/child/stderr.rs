//! What children write to their standard error.

use std::sync::{Arc, Mutex};

use snodo_client::{Stderr, Transport as _};

use crate::script::{ANSWER, answer, call, sh, within};

const FLOODS: [&str; 3] = [
    "head -c 1048576 /dev/zero | tr '\\0' 'x' >&2",
    "yes 'a line of the log' | head -c 1048576 >&2",
    "head -c 1048576 /dev/zero | tr '\\0' '\\377' >&2",
];

fn floods(stderr: &dyn Fn() -> Stderr) {
    for flood in FLOODS {
        let transport =
            sh(&format!("{flood}; {ANSWER}; {flood}; exec cat")).stderr(stderr()).start().unwrap();
        assert_eq!(call(&transport, 1).unwrap(), answer(1), "{flood}");
        within(transport.close()).unwrap();
    }
}

#[test]
fn a_child_may_write_as_much_as_it_likes() {
    floods(&Stderr::captured);
    floods(&Stderr::discarded);
    floods(&|| Stderr::lines(|line| assert!(line.len() <= 3 * 8192)));
}

#[test]
fn the_end_of_it_is_told_when_the_child_dies() {
    let script = "yes 'a line of the log' | head -c 100000 >&2; echo 'cannot open the database' >&2; exit 3";
    let error = call(&sh(script).restarts(0).start().unwrap(), 1).unwrap_err();
    let tail = error.stderr().unwrap();
    assert_eq!(tail.len(), 8192);
    assert!(tail.ends_with("a line of cannot open the database\n"), "{tail}");
    assert!(!error.to_string().contains("database"), "it is not part of the message");

    let error = call(&sh("echo no >&2; exit 3").stderr(Stderr::discarded()).start().unwrap(), 1).unwrap_err();
    assert_eq!(error.stderr(), None);
}

#[test]
fn lines_come_as_they_are_complete() {
    let lines = Arc::<Mutex<Vec<String>>>::default();
    let into = Arc::clone(&lines);
    let stderr = Stderr::lines(move |line| into.lock().unwrap().push(line.to_owned()));
    let script = "printf 'one\\r\\n\\ntw' >&2; printf 'o\\nhalf' >&2; exec cat";
    let transport = sh(script).stderr(stderr).start().unwrap();
    within(transport.close()).unwrap();
    assert_eq!(*lines.lock().unwrap(), ["one", "", "two", "half"]);
}

#[test]
fn words_on_it_are_no_failure() {
    let transport = sh(&format!("echo 'ERROR: fatal' >&2; {ANSWER}; exec cat")).start().unwrap();
    assert_eq!(call(&transport, 1).unwrap(), answer(1));
}
