//! What goes wrong, and which exit code tells it.

use std::io;
use std::net::TcpListener;

use crate::program::{command, end, ended, snodo};
use crate::scripted::{Script, json, result, status};

const REFUSED: &str =
    r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool","data":{"name": "x"}}}"#;

#[test]
fn an_error_of_the_server_is_3() {
    let answer = || status("400 Bad Request", "Content-Type: application/json\r\n", REFUSED);
    let server = Script::new([answer(), answer(), answer()]);
    let call = ["call", "x", &server.url];
    assert_eq!(
        snodo(&call),
        ended(3, "", "snodo: tools/call: the server answered -32602: Unknown tool (HTTP 400)\n")
    );
    assert_eq!(
        snodo(&[&call[..], &["-v"]].concat()),
        ended(
            3,
            "",
            "snodo: tools/call: the server answered -32602: Unknown tool (HTTP 400)\n  \
             kind: protocol\n  code: -32602\n  data: {\"name\": \"x\"}\n  HTTP status: 400\n"
        )
    );
    assert_eq!(
        snodo(&[&call[..], &["--json"]].concat()),
        ended(
            3,
            "",
            "{\"kind\":\"protocol\",\"code\":-32602,\"message\":\"Unknown tool\",\"data\":{\"name\": \"x\"},\"httpStatus\":400}\n"
        )
    );
}

#[test]
fn a_server_that_wants_to_know_who_calls_says_so() {
    let server = Script::new([status("401 Unauthorized", "WWW-Authenticate: Bearer realm=\"x\"\r\n", "")]);
    let run = snodo(&["tools", "-v", &server.url]);
    assert_eq!((run.status, run.stdout.as_str()), (3, ""));
    assert!(run.stderr.contains("\n  HTTP status: 401\n  challenge: Bearer realm=\"x\"\n"), "{}", run.stderr);
}

#[test]
fn a_result_of_another_form_is_3() {
    let server = Script::new([result(r#"{"resultType":"complete","content":7}"#)]);
    let run = snodo(&["call", "x", "-v", &server.url]);
    assert_eq!((run.status, run.stdout.as_str()), (3, ""));
    assert!(run.stderr.contains("  result: {\"resultType\":\"complete\",\"content\":7}\n"), "{}", run.stderr);
}

#[test]
fn nobody_at_the_address_is_4() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let run = snodo(&["tools", &format!("http://{address}/mcp")]);
    assert_eq!((run.status, run.stdout.as_str()), (4, ""));
    assert!(run.stderr.starts_with(&format!("snodo: tools/list: cannot reach {address}")), "{}", run.stderr);
}

#[test]
fn no_answer_in_time_is_5() {
    // It takes connections and says nothing.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    for option in ["--timeout=20ms", "--total-timeout=20ms"] {
        let run = snodo(&["tools", option, &url]);
        assert_eq!((run.status, run.stdout.as_str()), (5, ""), "{}", run.stderr);
    }
}

#[test]
fn what_cannot_be_meant_is_2_and_nothing_is_sent() {
    for (arguments, why) in [
        (&["tools"][..], "snodo: no server: end with its URL, or with -- and its command\n"),
        (
            &["tools", "ftp://h/"],
            "snodo: no server: the last word, \"ftp://h/\", is no http:// or https:// URL",
        ),
        (&["call", "x", "a=1"], "snodo: no server: the last word, \"a=1\""),
        (&["call", "x", "a", "http://127.0.0.1:1/"], "snodo: \"a\" is no argument"),
        (&["call", "x", "a:={", "http://127.0.0.1:1/"], "snodo: a is no JSON: "),
        (&["tools", "--header", "secret", "http://127.0.0.1:1/"], "snodo: --header is 'Name: value'"),
        (&["tools", "--header", "A: b", "--", "x"], "snodo: --header is for a server at a URL\n"),
        (&["tools", "--cwd", "/", "http://127.0.0.1:1/"], "snodo: --cwd is for a server that is started\n"),
        (&["tools", "--env", "A", "--", "x"], "snodo: --env is NAME=VALUE\n"),
        (&["tools", "--meta", "a", "http://127.0.0.1:1/"], "snodo: --meta \"a\" is not KEY=JSON\n"),
        (&["call", "x", "--answer", "a=1", "--", "/nowhere"], "snodo: --answer a: "),
        (&["request", "subscriptions/listen", "http://127.0.0.1:1/"], "snodo: subscriptions/listen"),
        (&["request", "x", "{}", "{}", "http://127.0.0.1:1/"], "snodo: [\"{}\"] is too much"),
        (&["complete", "a=b", "http://127.0.0.1:1/"], "error: the following required arguments"),
        (&["tools", "--timeout", "soon", "http://127.0.0.1:1/"], "error: invalid value 'soon'"),
        (&["toolz"], "error: unrecognized subcommand 'toolz'"),
    ] {
        let run = snodo(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.starts_with(why), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn usage_comes_with_what_is_wrong() {
    assert_eq!(
        snodo(&["tools"]).stderr,
        "snodo: no server: end with its URL, or with -- and its command\n\n\
         Usage: snodo tools [OPTIONS] <URL>\n       snodo tools [OPTIONS] -- <COMMAND>...\n\n\
         For more information, try '--help'.\n"
    );
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let server = Script::new([json(
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[{"name":"a","inputSchema":{"type":"object"}}]}}"#,
    )]);
    let (reader, writer) = io::pipe().unwrap();
    let child = command(&["tools", &server.url]).stdout(writer).spawn().unwrap();
    drop(reader);
    assert_eq!(end(child), ended(0, "", ""));
}
