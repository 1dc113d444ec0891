//! `Content-Type` and `Accept`.

use crate::subject::{ECHO_HI, SAID_HI, Subject};

const UNSUPPORTED: &str = "415\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Unsupported media type: Content-Type must be application/json\"}}";
const NOT_ACCEPTABLE: &str = "406\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Not acceptable: Accept must allow application/json and text/event-stream\"}}";

fn request(lines: &str) -> String {
    format!(
        "POST /mcp\n{lines}MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: echo\n\n{ECHO_HI}"
    )
}

#[test]
fn json_in_utf8_is_read_however_it_is_spelled() {
    let subject = Subject::new();
    for line in [
        "Content-Type: application/json",
        "content-type: Application/JSON",
        "CONTENT-TYPE: application/json;charset=UTF-8",
        "Content-Type: application/json ; charset=\"utf-8\"",
        "Content-Type: application/json; charset=utf-8",
        "Content-Type: application/json; profile=\"a;b\"; Charset=Utf-8",
        "Content-Type:  application/json\t",
    ] {
        let lines = format!("{line}\nAccept: application/json, text/event-stream\n");
        assert_eq!(subject.answer(request(&lines)), SAID_HI, "{line}");
    }
}

#[test]
fn what_a_page_may_send_unasked_and_other_types_are_refused() {
    let subject = Subject::new();
    for line in [
        "Content-Type: text/plain\n",
        "Content-Type: text/plain; x=application/json\n",
        "Content-Type: application/json-seq\n",
        "Content-Type: application/x-www-form-urlencoded\n",
        "Content-Type: multipart/form-data; boundary=application/json\n",
        "",
        "Content-Type:\n",
        "Content-Type: application/json\nContent-Type: application/json\n",
        "Content-Type: application/json\ncontent-type: text/plain\n",
        "Content-Type: application/json, text/plain\n",
        "Content-Type: application/json; charset=utf-16\n",
        "Content-Type: application/json; charset=utf-8; charset=latin1\n",
        "Content-Type: application/*\n",
        "Content-Type: application/vnd.api+json\n",
        "Content-Type: application /json\n",
        "Content-Type: json\n",
    ] {
        let lines = format!("{line}Accept: application/json, text/event-stream\n");
        assert_eq!(subject.answer(request(&lines)), UNSUPPORTED, "{line}");
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn both_types_of_answers_have_to_be_acceptable() {
    let subject = Subject::new();
    for lines in [
        "",
        "Accept: application/json, text/event-stream\n",
        "accept: text/event-stream,application/json\n",
        "ACCEPT: Application/JSON, TEXT/Event-Stream\n",
        "Accept: */*\n",
        "Accept: application/*, text/*\n",
        "Accept: text/*;q=0.5, application/json;q=0.001\n",
        "Accept: application/json;q=1.000, text/event-stream ; q=0.1\n",
        "Accept: application/json;charset=utf-8, text/event-stream;charset=utf-8\n",
        "Accept: */*;q=0, application/json, text/event-stream\n",
        "Accept: text/html, */*;q=0.1\n",
        "Accept: text/html;x=\"a, b;q=0\", */*\n",
        "Accept: application/json\nAccept: text/event-stream\n",
        "Accept: text/html\nAccept: application/*\naccept: text/event-stream;q=0.2\n",
        "Accept:  application/json , text/event-stream\t\n",
        "Accept: , application/json,, text/event-stream,\n",
    ] {
        let lines = format!("Content-Type: application/json\n{lines}");
        assert_eq!(subject.answer(request(&lines)), SAID_HI, "{lines}");
    }
}

#[test]
fn an_accept_that_leaves_one_type_out_is_refused() {
    let subject = Subject::new();
    for lines in [
        "Accept: application/json\n",
        "Accept: text/event-stream\n",
        "Accept: application/*\n",
        "Accept: text/*\n",
        "Accept: text/html\nAccept: application/json\n",
        "Accept: application/json, text/event-stream;q=0\n",
        "Accept: application/json;q=0.000, text/event-stream\n",
        "Accept: application/json;Q=0, */*\n",
        "Accept: text/event-stream;q=0, text/*, application/json\n",
        "Accept: text/*;q=0, */*\n",
        "Accept: */*;q=0\n",
        "Accept: */*\nAccept: text/event-stream;q=0.0\n",
        "Accept: application/json-seq, text/event-stream\n",
        "Accept: application/json, text/event-stream;q=2\n",
        "Accept: application/json text/event-stream\n",
        "Accept: nonsense\n",
        "Accept: \"application/json, text/event-stream\"\n",
    ] {
        let lines = format!("Content-Type: application/json\n{lines}");
        assert_eq!(subject.answer(request(&lines)), NOT_ACCEPTABLE, "{lines}");
    }
    assert_eq!(subject.calls(), 0);
}
