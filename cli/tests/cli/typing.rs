//! At a terminal.

use std::fs;

use crate::files::folder;
use crate::scripted::{Script, result, shell};
use crate::terminal::{at_terminal, interrupted_at};

const DEMAND: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create","params":{"mode":"form","message":"Who is it?\u001b[2J","requestedSchema":{"type":"object","required":["name"],"properties":{"name":{"type":"string","title":"Your name","minLength":2},"age":{"type":"integer","default":30}}}}}},"requestState":"s1"}}"#;
const PAGE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"form":{"method":"elicitation/create","params":{"mode":"url","message":"Sign in.","url":"https://example.com/a?b"}}}}}"#;
const DONE: &str = r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"Done."}]}}"#;

#[test]
fn a_form_is_filled_in() {
    let log = folder("form").join("log");
    let server = shell(log.to_str().unwrap(), &[DEMAND, DONE]);
    let (status, shown) = at_terminal(&[&["call", "x"][..], &server].concat(), "A\nAnn\n\n\n");
    assert_eq!(status, 0, "{shown}");
    assert_eq!(
        shown,
        "sh asks: Who is it?\u{241B}[2J\n\
         (:decline refuses, :cancel goes away, :none leaves a field out)\n\
         \n\
         Your name: text, at least 2 characters, required\n\
         Your name: It must have at least 2 characters.\n\
         Your name: \n\
         age: a whole number, optional\n\
         age [30]:   Your name: Ann\n  age: 30\n\
         Send it? yes, no or again [yes]: Done.\n"
    );
    let lines = fs::read_to_string(log).unwrap();
    let second = lines.lines().nth(1).unwrap();
    assert!(
        second.contains(r#""inputResponses":{"who":{"action":"accept","content":{"age":30,"name":"Ann"}}},"requestState":"s1""#),
        "{second}"
    );
}

#[test]
fn a_page_is_shown_and_only_opened_by_the_person() {
    let log = folder("page").join("log");
    let server = shell(log.to_str().unwrap(), &[PAGE, DONE]);
    let (status, shown) = at_terminal(&[&["call", "x"][..], &server].concat(), "y\n");
    assert_eq!(status, 0, "{shown}");
    assert_eq!(
        shown,
        "sh asks to visit a page: Sign in.\n  https://example.com/a?b\n  on the host example.com\n\
         Nothing is opened for you: if you agree, open it in a browser yourself.\n\
         Agree? yes or no [no]: Done.\n"
    );
    assert!(fs::read_to_string(log).unwrap().contains(r#""inputResponses":{"form":{"action":"accept"}}"#));
}

#[test]
fn nobody_is_asked_who_does_not_want_to_be() {
    let log = folder("no-input").join("log");
    let server = shell(log.to_str().unwrap(), &[PAGE]);
    let (status, shown) = at_terminal(&[&["call", "x", "--no-input"][..], &server].concat(), "");
    assert_eq!(status, 6, "{shown}");
    assert!(shown.contains("https://example.com/a?b") && !shown.contains("Agree"), "{shown}");
}

#[test]
fn whoever_does_not_answer_is_not_awaited_for_ever() {
    let log = folder("silent").join("log");
    let server = shell(log.to_str().unwrap(), &[DEMAND]);
    let (status, shown) = at_terminal(&[&["call", "x", "--total-timeout=200ms"][..], &server].concat(), "");
    assert_eq!(status, 5, "{shown}");
    assert!(shown.contains("snodo: tools/call: "), "{shown}");
}

#[test]
fn a_question_can_be_interrupted_and_the_server_is_ended() {
    let log = folder("question").join("log");
    let server = shell(log.to_str().unwrap(), &[DEMAND]);
    assert_eq!(interrupted_at("Your name: ", &[&["call", "x"][..], &server].concat()), 130);
    // The call was over when the question came: there is nothing to cancel.
    assert_eq!(fs::read_to_string(log).unwrap().lines().count(), 1);
}

#[test]
fn progress_is_a_line_that_goes_away() {
    let log = folder("progress").join("log");
    let answers = concat!(
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":2,"message":"half"}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"Done."}]}}"#
    );
    let server = shell(log.to_str().unwrap(), &[answers]);
    let (status, shown) = at_terminal(&[&["call", "x"][..], &server].concat(), "");
    assert_eq!((status, shown.as_str()), (0, "\r\x1B[K[##########          ] 1/2 half\r\x1B[KDone.\n"));
    assert!(fs::read_to_string(log).unwrap().contains(r#""progressToken":1"#));
}

#[test]
fn a_terminal_obeys_no_server() {
    let tools = r#"{"resultType":"complete","tools":[{"name":"a\u001b[2J","description":"Words that do not fit into the line of this terminal.","inputSchema":{"type":"object"}}]}"#;
    let text =
        "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"a\u{9B}2J\\u0007\"}]}";
    let refused = r#"{"resultType":"complete","contents":[{"uri":"a:b","blob":"AAEC"}]}"#;
    let server = Script::new([result(tools), result(text), result(text)]);
    assert_eq!(
        at_terminal(&["tools", &server.url], ""),
        (
            0,
            "NAME   ARGUMENTS  DESCRIPTION\n\
             a\u{241B}[2J             Words that do not fit\n\
             \u{20}                 into the line of this\n\
             \u{20}                 terminal.\n"
                .into()
        )
    );
    assert_eq!(at_terminal(&["call", "x", &server.url], ""), (0, "a\u{FFFD}2J\u{2407}\n".into()));
    let (_, json) = at_terminal(&["call", "x", "--json", &server.url], "");
    assert!(json.contains(r#""text":"a\u009b2J\u0007""#), "{json}");
    let server = Script::new([result(refused)]);
    let (status, shown) = at_terminal(&["read", "a:b", "-o", "-", &server.url], "");
    assert_eq!(status, 2, "{shown}");
}
