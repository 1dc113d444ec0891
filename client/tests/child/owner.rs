//! What becomes of children when the process that started them is killed, and what they write to its standard error.
//! The process is this test program again, told by a variable to be the owner.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use snodo_client::{Stderr, Transport as _};

use crate::script::{ANSWER, call, eventually, is_gone, sh, within};

const ROLE: &str = "OWNER_OF_CHILDREN";

fn owner(role: &str) -> Child {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "owner::the_owner", "--nocapture"]).env(ROLE, role);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Does nothing unless it is the process of another test.
#[test]
fn the_owner() {
    let Ok(role) = std::env::var(ROLE) else { return };
    if role == "inherits" {
        let transport = sh(&format!("echo 'said by the child' >&2; {ANSWER}; exec cat"))
            .stderr(Stderr::inherited())
            .start()
            .unwrap();
        call(&transport, 1).unwrap();
        return within(transport.close()).unwrap();
    }
    let transport = sh(&format!("{ANSWER}; cat >/dev/null; exit 0")).start().unwrap();
    call(&transport, 1).unwrap();
    println!("\nchild {}", transport.process_id().unwrap());
    std::thread::sleep(crate::script::BOUND);
}

#[test]
fn a_child_sees_the_end_of_its_input_when_its_owner_is_killed() {
    let mut owner = owner("waits");
    let mut lines = BufReader::new(owner.stdout.take().unwrap()).lines().map(Result::unwrap);
    let child = lines.find_map(|line| line.strip_prefix("child ").map(|id| id.parse().unwrap())).unwrap();
    assert!(!is_gone(child));
    owner.kill().unwrap();
    owner.wait().unwrap();
    eventually("the child has ended", || is_gone(child));
}

#[test]
fn standard_error_can_be_shared() {
    let output = owner("inherits").wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("said by the child\n"));
}
