//! `Mcp-Param-*`: annotated arguments that stand in the head as well.

use serde_json::Value;
use snodo::http::Endpoint;
use snodo::{Server, Tool};

use crate::exchange::answer;
use crate::subject::{POST, SAID_HI, Subject};

const ROUTED: &str = "200\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"routed\"}],\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"probe\",\"version\":\"1.0.0\"}}}}";

fn request(lines: &[u8], arguments: &str) -> Vec<u8> {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"route",{arguments}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    let head = b"MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: route\n";
    [POST.as_bytes(), head, lines, b"\n", body.as_bytes()].concat()
}

fn mismatch(problem: &str) -> String {
    format!(
        "400\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{\"code\":-32020,\"message\":\"Header mismatch: {problem}\"}}}}"
    )
}

/// What follows the name in a refusal.
const REQUIRED: &str = "header is required";
const DISAGREES: &str = "header and the body disagree";
const REPEATED: &str = "header is repeated";
const UNCLEAN: &str = "header holds characters that a header cannot carry";
const NO_BASE64: &str = "header is not valid Base64 of UTF-8";

#[track_caller]
fn agree(cases: &[(&[u8], &str)]) {
    let subject = Subject::new();
    for (lines, arguments) in cases {
        let arguments = format!("\"arguments\":{arguments},");
        assert_eq!(
            subject.answer(request(lines, &arguments)),
            ROUTED,
            "{} {arguments}",
            lines.escape_ascii()
        );
    }
    assert_eq!(subject.calls(), cases.len());
}

#[track_caller]
fn disagree(name: &str, cases: &[(&[u8], &str, &str)]) {
    let subject = Subject::new();
    for (lines, arguments, problem) in cases {
        let expected = mismatch(&format!("the Mcp-Param-{name} {problem}"));
        let arguments = format!("\"arguments\":{arguments},");
        assert_eq!(
            subject.answer(request(lines, &arguments)),
            expected,
            "{} {arguments}",
            lines.escape_ascii()
        );
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn strings_are_compared_as_they_are() {
    agree(&[
        (b"Mcp-Param-Region: us-west1\n", r#"{"region":"us-west1"}"#),
        (b"mcp-param-region:us-west1\n", r#"{"region":"us-west1"}"#),
        (b"MCP-PARAM-REGION: \t us-west1\t\n", r#"{"region":"us-west1"}"#),
        (b"Mcp-Param-Region: a b\tc\n", r#"{"region":"a b\tc"}"#),
        (b"Mcp-Param-Region:\n", r#"{"region":""}"#),
        (b"Mcp-Param-Region: us\n", r#"{"\u0072egion":"\u0075s"}"#),
        (b"Mcp-Param-Region: =?base64?SGVsbG8sIOS4lueVjA==?=\n", "{\"region\":\"Hello, 世界\"}"),
        (b"Mcp-Param-Region: =?base64?IHBhZGRlZCA=?=\n", r#"{"region":" padded "}"#),
        (b"Mcp-Param-Region: =?base64?bGluZTEKbGluZTI=?=\n", r#"{"region":"line1\nline2"}"#),
        (b"Mcp-Param-Region: =?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=\n", r#"{"region":"=?base64?literal?="}"#),
        (b"Mcp-Param-Region: =?base64?dXMtd2VzdDE=?=\n", r#"{"region":"us-west1"}"#),
        (b"Mcp-Param-Region: =?base64?AA==?=\n", r#"{"region":"\u0000"}"#),
        (b"Mcp-Param-Region: 42\n", r#"{"region":"42"}"#),
        (b"Mcp-Param-Region: a\n", r#"{"region":"a","count":null,"dry":null,"place":{"zone":null}}"#),
    ]);
    disagree(
        "Region",
        &[
            (b"", r#"{"region":"us-west1"}"#, REQUIRED),
            (b"", r#"{"region":""}"#, REQUIRED),
            (b"Mcp-Param-Count: us-west1\n", r#"{"region":"us-west1"}"#, REQUIRED),
            (b"Mcp-Param-Region-: us-west1\n", r#"{"region":"us-west1"}"#, REQUIRED),
            (b"Mcp-Param-Region: eu\n", r#"{"region":"us"}"#, DISAGREES),
            (b"Mcp-Param-Region: US\n", r#"{"region":"us"}"#, DISAGREES),
            (b"Mcp-Param-Region:\n", r#"{"region":"us"}"#, DISAGREES),
            (b"Mcp-Param-Region: padded\n", r#"{"region":" padded "}"#, DISAGREES),
            (b"Mcp-Param-Region: null\n", r#"{"region":"us"}"#, DISAGREES),
            (b"Mcp-Param-Region: us\nMcp-Param-Region: us\n", r#"{"region":"us"}"#, REPEATED),
            (b"Mcp-Param-Region: us\nmcp-param-region: eu\n", r#"{"region":"us"}"#, REPEATED),
            (b"Mcp-Param-Region: us\nMcp-Param-Region: us\n", "{}", REPEATED),
            (b"Mcp-Param-Region: caf\xC3\xA9\n", "{\"region\":\"café\"}", UNCLEAN),
            (b"Mcp-Param-Region: \xFF\n", r#"{"region":"us"}"#, UNCLEAN),
            (b"Mcp-Param-Region: u\x08s\n", r#"{"region":"us"}"#, UNCLEAN),
            (b"Mcp-Param-Region: us\x0B\n", r#"{"region":"us"}"#, UNCLEAN),
            (b"Mcp-Param-Region: us\r\n", r#"{"region":"us"}"#, UNCLEAN),
            (b"Mcp-Param-Region: us\x7F\n", r#"{"region":"us"}"#, UNCLEAN),
            (b"Mcp-Param-Region: \xFF\n", "{}", UNCLEAN),
            (b"Mcp-Param-Region: =?base64?%%%?=\n", r#"{"region":"us"}"#, NO_BASE64),
            (b"Mcp-Param-Region: =?base64?dXM?=\n", r#"{"region":"us"}"#, NO_BASE64),
            (b"Mcp-Param-Region: =?base64? dXM= ?=\n", r#"{"region":"us"}"#, NO_BASE64),
            (b"Mcp-Param-Region: =?base64?/w==?=\n", r#"{"region":"us"}"#, NO_BASE64),
            (b"Mcp-Param-Region: =?base64?7aCA?=\n", r#"{"region":"us"}"#, NO_BASE64),
            (b"Mcp-Param-Region: =?base64?-_-_?=\n", r#"{"region":"us"}"#, NO_BASE64),
            (b"Mcp-Param-Region: =?base64?ZXU=?=\n", r#"{"region":"us"}"#, DISAGREES),
            (b"Mcp-Param-Region: =?Base64?dXM=?=\n", r#"{"region":"us"}"#, DISAGREES),
        ],
    );
}

#[test]
fn integers_are_compared_as_numbers() {
    agree(&[
        (b"Mcp-Param-Count: 42\n", r#"{"count":42}"#),
        (b"Mcp-Param-Count: 42.0\n", r#"{"count":42}"#),
        (b"Mcp-Param-Count: 42\n", r#"{"count":42.00}"#),
        (b"Mcp-Param-Count: 4.2e1\n", r#"{"count":42}"#),
        (b"Mcp-Param-Count: 42\n", r#"{"count":420E-1}"#),
        (b"Mcp-Param-Count: -7\n", r#"{"count":-7}"#),
        (b"Mcp-Param-Count: 0\n", r#"{"count":0}"#),
        (b"Mcp-Param-Count: -0\n", r#"{"count":0}"#),
        (b"Mcp-Param-Count: 9007199254740991\n", r#"{"count":9007199254740991}"#),
        (b"Mcp-Param-Count: -9007199254740991.0\n", r#"{"count":-9007199254740991}"#),
        (b"Mcp-Param-Count: =?base64?NDI=?=\n", r#"{"count":42}"#),
        (b"Mcp-Param-Count: 42\n", r#"{"count":"42"}"#),
    ]);
    disagree(
        "Count",
        &[
            (b"", r#"{"count":0}"#, REQUIRED),
            (b"Mcp-Param-Count: 43\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count: 42.5\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count: -42\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count: +42\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count: 042\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count: 0x2a\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count: 42.\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count: 4 2\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count: \"42\"\n", r#"{"count":42}"#, DISAGREES),
            (b"Mcp-Param-Count:\n", r#"{"count":0}"#, DISAGREES),
            (b"Mcp-Param-Count: true\n", r#"{"count":1}"#, DISAGREES),
            (b"Mcp-Param-Count: 42.0\n", r#"{"count":"42"}"#, DISAGREES),
            (b"Mcp-Param-Count: 9007199254740990\n", r#"{"count":9007199254740991}"#, DISAGREES),
            (b"Mcp-Param-Count: 9007199254740993\n", r#"{"count":9007199254740992}"#, DISAGREES),
            // Beyond what every reader keeps whole: an intermediary may see another number than the server.
            (b"Mcp-Param-Count: 9007199254740992\n", r#"{"count":9007199254740992}"#, DISAGREES),
            (b"Mcp-Param-Count: -9007199254740992\n", r#"{"count":-9007199254740992}"#, DISAGREES),
            (b"Mcp-Param-Count: 1e16\n", r#"{"count":1e16}"#, DISAGREES),
            (b"Mcp-Param-Count: 1e400\n", r#"{"count":1e400}"#, DISAGREES),
            (b"Mcp-Param-Count: 1e99999999999999999999\n", r#"{"count":1}"#, DISAGREES),
            (b"Mcp-Param-Count: 0.5\n", r#"{"count":0.5}"#, DISAGREES),
            (b"Mcp-Param-Count: 1e-99999999999999999999\n", r#"{"count":0}"#, DISAGREES),
        ],
    );
}

#[test]
fn booleans_are_the_two_lower_case_words() {
    agree(&[
        (b"Mcp-Param-Dry-Run: true\n", r#"{"dry":true}"#),
        (b"Mcp-Param-Dry-Run: false\n", r#"{"dry":false}"#),
        (b"Mcp-Param-Dry-Run: =?base64?dHJ1ZQ==?=\n", r#"{"dry":true}"#),
    ]);
    disagree(
        "Dry-Run",
        &[
            (b"", r#"{"dry":false}"#, REQUIRED),
            (b"Mcp-Param-Dry-Run: false\n", r#"{"dry":true}"#, DISAGREES),
            (b"Mcp-Param-Dry-Run: true\n", r#"{"dry":false}"#, DISAGREES),
            (b"Mcp-Param-Dry-Run: True\n", r#"{"dry":true}"#, DISAGREES),
            (b"Mcp-Param-Dry-Run: 1\n", r#"{"dry":true}"#, DISAGREES),
            (b"Mcp-Param-Dry-Run:\n", r#"{"dry":false}"#, DISAGREES),
        ],
    );
}

#[test]
fn nested_arguments_are_found_by_their_exact_path() {
    agree(&[
        (b"Mcp-Param-Zone: b\n", r#"{"place":{"x":1,"zone":"b"}}"#),
        (b"", r#"{"place":{}}"#),
        (b"", r#"{"place":{"place":{"zone":"b"}}}"#),
        (b"", r#"{"zone":"b"}"#),
        (b"", r#"{"place":"b"}"#),
        (b"", r#"{"place":[{"zone":"b"}]}"#),
        (
            b"Mcp-Param-Zone: b\nMcp-Param-Region: a\nMcp-Param-Count: 1\nMcp-Param-Dry-Run: true\n",
            r#"{"dry":true,"place":{"zone":"b"},"count":1,"region":"a"}"#,
        ),
    ]);
    disagree(
        "Zone",
        &[
            (b"", r#"{"place":{"zone":"b"}}"#, REQUIRED),
            (b"Mcp-Param-Zone: a\n", r#"{"place":{"zone":"b"}}"#, DISAGREES),
            (b"Mcp-Param-Zone: b\n", r#"{"zone":"b"}"#, DISAGREES),
            (b"Mcp-Param-Zone: b\n", r#"{"place":"b"}"#, DISAGREES),
            (b"Mcp-Param-Zone: b\n", r#"{"place":[{"zone":"b"}]}"#, DISAGREES),
        ],
    );
}

#[test]
fn a_header_is_neither_expected_nor_allowed_where_the_body_has_no_value() {
    let subject = Subject::new();
    for arguments in ["", r#""arguments":{},"#, r#""arguments":{"region":null,"count":null,"dry":null},"#] {
        assert_eq!(subject.answer(request(b"", arguments)), ROUTED, "{arguments}");
        for (line, name) in [
            (&b"Mcp-Param-Region: us\n"[..], "Region"),
            (b"Mcp-Param-Region:\n", "Region"),
            (b"Mcp-Param-Region: null\n", "Region"),
            (b"Mcp-Param-Count: 0\n", "Count"),
            (b"Mcp-Param-Dry-Run: false\n", "Dry-Run"),
            (b"Mcp-Param-Zone: b\n", "Zone"),
        ] {
            assert_eq!(
                subject.answer(request(line, arguments)),
                mismatch(&format!("the Mcp-Param-{name} header and the body disagree")),
                "{arguments}"
            );
        }
    }
    assert_eq!(subject.calls(), 3);
}

#[test]
fn values_that_no_header_can_carry_need_none_and_allow_none() {
    agree(&[(b"", r#"{"region":{"a":1}}"#), (b"", r#"{"region":["us"]}"#)]);
    disagree(
        "Region",
        &[
            (b"Mcp-Param-Region: us\n", r#"{"region":["us"]}"#, DISAGREES),
            (b"Mcp-Param-Region: {}\n", r#"{"region":{}}"#, DISAGREES),
        ],
    );
}

#[test]
fn headers_that_nothing_is_annotated_with_are_ignored() {
    agree(&[
        (b"Mcp-Param-Plain: other\n", r#"{"plain":"p"}"#),
        (b"Mcp-Param-Unknown: a\nMcp-Param-Unknown: b\n", "{}"),
        (b"Mcp-Param-Unknown: \xFF\n", "{}"),
        (b"Mcp-Param-Unknown: =?base64?%?=\n", "{}"),
        (b"Mcp-Param-: x\n", "{}"),
        (b"Mcp-Param: Region\n", "{}"),
        (b"Mcp-Params-Region: us\n", "{}"),
        (b"X-Mcp-Param-Region: us\n", "{}"),
    ]);
}

#[test]
fn a_name_as_long_as_another_field_s_is_recognised() {
    for name in ["A", "Id", "Zone", "LongRegion", "a!#$%&'*+-.^_`|~0"] {
        let schema = format!(r#"{{"properties":{{"p":{{"type":"string","x-mcp-header":"{name}"}}}}}}"#);
        let tool = Tool::new("route", async |_: Value| Ok("routed")).input_schema(schema);
        let server = Server::builder("probe", "1.0.0").tool(tool).build().unwrap();
        let endpoint = Endpoint::builder(server).build().unwrap();
        let line = format!("Mcp-Param-{name}: v\n");
        let send = |line: &[u8]| answer(&endpoint, &request(line, r#""arguments":{"p":"v"},"#));
        assert_eq!(send(line.as_bytes()), ROUTED);
        assert_eq!(send(b""), mismatch(&format!("the Mcp-Param-{name} header is required")));
    }
}

#[test]
fn arguments_of_the_wrong_kind_are_refused_for_their_headers_first() {
    let subject = Subject::new();
    for arguments in [r#""arguments":null,"#, r#""arguments":["us"],"#, r#""arguments":"us","#] {
        assert_eq!(
            subject.answer(request(b"Mcp-Param-Region: us\n", arguments)),
            mismatch("the Mcp-Param-Region header and the body disagree")
        );
        assert_eq!(
            subject.answer(request(b"", arguments)),
            "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"Invalid params: arguments must be an object\"}}"
        );
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn other_tools_have_no_use_for_them() {
    let subject = Subject::new();
    let request = String::from_utf8(request(b"Mcp-Param-Region: us\n", "")).unwrap();
    assert_eq!(
        subject.answer(
            request
                .replace("route", "echo")
                .replace(r#""name":"echo","#, r#""name":"echo","arguments":{"text":"hi"},"#)
        ),
        SAID_HI
    );
    assert_eq!(
        subject.answer(request.replace("route", "unknown")),
        "400\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"Unknown tool: unknown\"}}"
    );
}
