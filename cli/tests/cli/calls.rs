//! Calls of tools, prompts, completions and any other method.

use std::fs;

use crate::files::folder;
use crate::program::{ended, snodo, snodo_with_input};
use crate::scripted::{Script, result, status};

const DONE: &str = r#"{"resultType":"complete","content":[{"type":"text","text":"Done."}]}"#;

/// What the server got as parameters, up to what the client adds.
fn params(arguments: &[&str], input: &str) -> String {
    let server = Script::new([result(DONE)]);
    let run = snodo_with_input(&[arguments, &[&server.url]].concat(), input);
    assert_eq!(run, ended(0, "Done.\n", ""));
    let body = server.request().body;
    let (_, params) = body.split_once("\"params\":").unwrap();
    params.split_once(",\"_meta\"").unwrap().0.to_owned()
}

#[test]
fn arguments_are_texts_json_and_files() {
    let folder = folder("arguments");
    let file = folder.join("words.txt");
    fs::write(&file, "two\nlines\n").unwrap();
    let from_file = format!("text=@{}", file.display());
    for (given, input, expected) in [
        (&["name=Ann", "count:=3", "tags:=[\"a\"]"][..], "", r#"{"count":3,"name":"Ann","tags":["a"]}"#),
        (&["big:=12345678901234567890123", "x=:=@"], "", r#"{"big":12345678901234567890123,"x":":=@"}"#),
        (&[&from_file], "", r#"{"text":"two\nlines\n"}"#),
        (&["--args", r#"{"a":1,"b":2}"#, "b=x"], "", r#"{"a":1,"b":"x"}"#),
        (&["--args", "@-"], "{\"a\": true}\n", r#"{"a":true}"#),
        (&["data:=@-"], "[1,2]\n", r#"{"data":[1,2]}"#),
        (&[], "", "{}"),
    ] {
        let sent = params(&[&["call", "greet"], given].concat(), input);
        assert_eq!(sent, format!("{{\"name\":\"greet\",\"arguments\":{expected}"), "{given:?}");
    }
}

#[test]
fn a_tools_failure_is_told_by_the_exit_code() {
    let server = Script::new([result(
        r#"{"resultType":"complete","isError":true,"content":[{"type":"text","text":"No."}]}"#,
    )]);
    assert_eq!(snodo(&["call", "x", &server.url]), ended(1, "No.\n", "snodo: the tool reported a failure\n"));
}

#[test]
fn blocks_are_text_or_a_line_about_them() {
    let server = Script::new([result(
        r#"{"resultType":"complete","content":[
            {"type":"text","text":"One"},
            {"type":"image","data":"AAECAw==","mimeType":"image/png"},
            {"type":"resource","resource":{"uri":"a:b","text":"Two\n"}},
            {"type":"resource","resource":{"uri":"a:c","blob":"AAEC"}},
            {"type":"resource_link","uri":"a:d","name":"Three"},
            {"type":"new-kind","x":1}],"structuredContent":{"a":1}}"#,
    )]);
    assert_eq!(
        snodo(&["call", "x", &server.url]),
        ended(
            0,
            "One\n[image/png, 4 B]\nTwo\n[application/octet-stream, 3 B]\n[Three: a:d]\n{\"type\":\"new-kind\",\"x\":1}\n",
            ""
        )
    );
}

#[test]
fn a_result_without_blocks_shows_its_structure() {
    let answer = r#"{"resultType":"complete","content":[],"structuredContent":{"b":[1.0,{}],"a":null}}"#;
    let server = Script::new([result(answer), result(answer)]);
    let shown = "{\n  \"b\": [\n    1.0,\n    {}\n  ],\n  \"a\": null\n}\n";
    assert_eq!(snodo(&["call", "x", &server.url]), ended(0, shown, ""));
    assert_eq!(snodo(&["call", "x", "--json", &server.url]), ended(0, &format!("{answer}\n"), ""));
}

#[test]
fn options_go_along_and_log_messages_come_out() {
    let events = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"logger\":\"db\",\"data\":\"ready\"}}\n\n\
        data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"content\":[]}}\n\n";
    let server = Script::new([status("200 OK", "Content-Type: text/event-stream\r\n", events)]);
    let folder = folder("fields");
    let fields = folder.join("fields");
    fs::write(&fields, "X-One: 1\n\nX-Two: a: b\n").unwrap();
    let run = snodo(&[
        "call",
        "x",
        "--log-level=info",
        "--meta",
        "com.example/trace={\"id\": 7}",
        "-H",
        "X-Three:3",
        "--header",
        &format!("@{}", fields.display()),
        &server.url,
    ]);
    assert_eq!(run, ended(0, "", "[info] db: ready\n"));
    let request = server.request();
    assert!(
        request
            .body
            .ends_with(r#""io.modelcontextprotocol/logLevel":"info","com.example/trace":{"id": 7}}}}"#),
        "{}",
        request.body
    );
    let head = request.head.to_ascii_lowercase();
    for field in ["x-one: 1\r\n", "x-two: a: b\r\n", "x-three: 3\r\n"] {
        assert!(head.contains(field), "{head}");
    }
}

#[test]
fn prompts_are_conversations() {
    let server = Script::new([result(
        r#"{"resultType":"complete","description":"A talk","messages":[
            {"role":"user","content":{"type":"text","text":"Hello"}},
            {"role":"assistant","content":{"type":"audio","data":"AAAA","mimeType":"audio/wav"}}]}"#,
    )]);
    assert_eq!(
        snodo(&["prompt", "talk", "name=Ann", &server.url]),
        ended(0, "# A talk\nuser: Hello\nassistant: [audio/wav, 3 B]\n", "")
    );
    let body = server.request().body;
    assert!(body.contains(r#""params":{"name":"talk","arguments":{"name":"Ann"},"#), "{body}");
}

#[test]
fn completions_are_lines_and_what_is_left_is_told() {
    let answer =
        r#"{"resultType":"complete","completion":{"values":["paris","park"],"total":9,"hasMore":true}}"#;
    let server = Script::new([result(answer)]);
    let run = snodo(&["complete", "--prompt", "p", "city=pa", "--settled", "land=fr", &server.url]);
    assert_eq!(run, ended(0, "paris\npark\n", "snodo: 2 of 9 values\n"));
    let body = server.request().body;
    assert!(body.contains(r#""ref":{"name":"p","type":"ref/prompt"}"#), "{body}");
    assert!(body.contains(r#"{"name":"city","value":"pa"}"#), "{body}");
    assert!(body.contains(r#"{"arguments":{"land":"fr"}}"#), "{body}");
}

#[test]
fn any_method_can_be_asked() {
    let server = Script::new([result(r#"{"resultType":"complete","ok":true}"#)]);
    let run = snodo(&["request", "com.example/do", r#"{"a": [1]}"#, &server.url]);
    assert_eq!(run, ended(0, "{\n  \"resultType\": \"complete\",\n  \"ok\": true\n}\n", ""));
    let body = server.request().body;
    assert!(
        body.starts_with(r#"{"jsonrpc":"2.0","id":1,"method":"com.example/do","params":{"a":[1],"_meta""#),
        "{body}"
    );
}

#[test]
fn what_a_server_is_stands_in_a_table() {
    let server = Script::new([result(
        r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},"logging":{}},
            "instructions":"Be kind.","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"2"}}}"#,
    )]);
    assert_eq!(
        snodo(&["discover", &server.url]),
        ended(
            0,
            "Server        s 2\nProtocol      2026-07-28\nCapabilities  logging, tools (listChanged)\nInstructions  Be kind.\n",
            ""
        )
    );
}
