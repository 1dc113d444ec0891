//! What a server asks where nobody sits at a terminal.

use crate::program::{ended, snodo};
use crate::scripted::{Script, result};

const DEMAND: &str = r#"{"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create","params":{"mode":"form","message":"Who is it?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}},"requestState":"s1"}"#;

#[test]
fn a_question_is_shown_and_ends_with_6() {
    let server = Script::new([result(DEMAND), result(DEMAND)]);
    assert_eq!(
        snodo(&["call", "x", &server.url]),
        ended(
            6,
            "KEY  ASKS FOR  QUESTION\nwho  a form    Who is it?\n",
            "snodo: the server wants to know more: call on a terminal, or go on with --answer and --state (--json shows both)\n"
        )
    );
    assert_eq!(snodo(&["call", "x", "--json", &server.url]), ended(6, &format!("{DEMAND}\n"), ""));
}

#[test]
fn a_script_goes_on_with_the_answer_and_the_state() {
    let server = Script::new([result(
        r#"{"resultType":"complete","content":[{"type":"text","text":"Hello, Ann!"}]}"#,
    )]);
    let answer = r#"who={"action":"accept","content":{"name":"Ann"}}"#;
    let run = snodo(&["call", "x", "--answer", answer, "--state", "s1", &server.url]);
    assert_eq!(run, ended(0, "Hello, Ann!\n", ""));
    let body = server.request().body;
    assert!(
        body.contains(r#""inputResponses":{"who":{"action":"accept","content":{"name":"Ann"}}}"#)
            && body.contains(r#""requestState":"s1""#),
        "{body}"
    );
}
