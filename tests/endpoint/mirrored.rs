//! `MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name` say what the body says, or nothing runs.

use snodo::http::Endpoint;
use snodo::{NoArguments, Server, Tool};

use crate::exchange::answer;
use crate::subject::{ECHO_HI, POST, SAID_HI, Subject};

const VERSION: &[u8] = b"MCP-Protocol-Version: 2026-07-28\n";
const METHOD: &[u8] = b"Mcp-Method: tools/call\n";
const NAME: &[u8] = b"Mcp-Name: echo\n";

fn request(lines: &[&[u8]], body: &str) -> Vec<u8> {
    [POST.as_bytes(), &lines.concat(), b"\n", body.as_bytes()].concat()
}

/// The refusal of request 1 for its headers.
fn mismatch(problem: &str) -> String {
    format!(
        "400\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{{\"code\":-32020,\"message\":\"Header mismatch: {problem}\"}}}}"
    )
}

#[test]
fn headers_that_do_not_say_what_the_body_says_are_refused_and_nothing_runs() {
    let subject = Subject::new();
    let cases: [(&[&[u8]], &str); 37] = [
        (&[METHOD, NAME], "the MCP-Protocol-Version header is required"),
        (
            &[b"MCP-Protocol-Version:\n", METHOD, NAME],
            "the MCP-Protocol-Version header and the body disagree",
        ),
        (&[VERSION, VERSION, METHOD, NAME], "the MCP-Protocol-Version header is repeated"),
        (
            &[VERSION, b"mcp-protocol-version: 2025-11-25\n", METHOD, NAME],
            "the MCP-Protocol-Version header is repeated",
        ),
        (
            &[b"MCP-Protocol-Version: 1999-01-01\n", METHOD, NAME],
            "the MCP-Protocol-Version header and the body disagree",
        ),
        (
            &[b"MCP-Protocol-Version: 2026-07-28, 2026-07-28\n", METHOD, NAME],
            "the MCP-Protocol-Version header and the body disagree",
        ),
        (
            &[b"MCP-Protocol-Version: =?base64?MjAyNi0wNy0yOA==?=\n", METHOD, NAME],
            "the MCP-Protocol-Version header and the body disagree",
        ),
        (
            &[b"MCP-Protocol-Version: 2026\xE2\x80\x9107-28\n", METHOD, NAME],
            "the MCP-Protocol-Version header holds characters that a header cannot carry",
        ),
        (&[VERSION, NAME], "the Mcp-Method header is required"),
        (&[VERSION, b"Mcp-Method:\n", NAME], "the Mcp-Method header and the body disagree"),
        (&[VERSION, METHOD, METHOD, NAME], "the Mcp-Method header is repeated"),
        (&[VERSION, METHOD, b"MCP-METHOD: tools/list\n", NAME], "the Mcp-Method header is repeated"),
        (&[VERSION, b"Mcp-Method: tools/list\n", NAME], "the Mcp-Method header and the body disagree"),
        (&[VERSION, b"Mcp-Method: Tools/Call\n", NAME], "the Mcp-Method header and the body disagree"),
        (&[VERSION, b"Mcp-Method: tools/call/\n", NAME], "the Mcp-Method header and the body disagree"),
        (
            &[VERSION, b"Mcp-Method: =?base64?dG9vbHMvY2FsbA==?=\n", NAME],
            "the Mcp-Method header and the body disagree",
        ),
        (
            &[VERSION, b"Mcp-Method: tools/call\x00\n", NAME],
            "the Mcp-Method header holds characters that a header cannot carry",
        ),
        (
            &[VERSION, b"Mcp-Method: tools/call\x0C\n", NAME],
            "the Mcp-Method header holds characters that a header cannot carry",
        ),
        (
            &[VERSION, b"Mcp-Method: tools/call\r\n", NAME],
            "the Mcp-Method header holds characters that a header cannot carry",
        ),
        (&[VERSION, METHOD], "the Mcp-Name header is required"),
        (&[VERSION, METHOD, b"Mcp-Name:\n"], "the Mcp-Name header and the body disagree"),
        (&[VERSION, METHOD, NAME, NAME], "the Mcp-Name header is repeated"),
        (&[VERSION, METHOD, NAME, b"mcp-name: route\n"], "the Mcp-Name header is repeated"),
        (&[VERSION, METHOD, b"Mcp-Name: route\n"], "the Mcp-Name header and the body disagree"),
        (&[VERSION, METHOD, b"Mcp-Name: boom\n"], "the Mcp-Name header and the body disagree"),
        (&[VERSION, METHOD, b"Mcp-Name: Echo\n"], "the Mcp-Name header and the body disagree"),
        (&[VERSION, METHOD, b"Mcp-Name: \"echo\"\n"], "the Mcp-Name header and the body disagree"),
        (
            &[VERSION, METHOD, b"Mcp-Name: e\x01cho\n"],
            "the Mcp-Name header holds characters that a header cannot carry",
        ),
        (
            &[VERSION, METHOD, b"Mcp-Name: echo\x7F\n"],
            "the Mcp-Name header holds characters that a header cannot carry",
        ),
        (
            &[VERSION, METHOD, b"Mcp-Name: \xFFecho\n"],
            "the Mcp-Name header holds characters that a header cannot carry",
        ),
        (
            &[VERSION, METHOD, b"Mcp-Name: =?base64?%%%?=\n"],
            "the Mcp-Name header is not valid Base64 of UTF-8",
        ),
        // No padding, and Base64 of the byte FF.
        (
            &[VERSION, METHOD, b"Mcp-Name: =?base64?ZWNobw?=\n"],
            "the Mcp-Name header is not valid Base64 of UTF-8",
        ),
        (
            &[VERSION, METHOD, b"Mcp-Name: =?base64?/w==?=\n"],
            "the Mcp-Name header is not valid Base64 of UTF-8",
        ),
        // Of `boom`, of ` echo`, and nothing.
        (&[VERSION, METHOD, b"Mcp-Name: =?base64?Ym9vbQ==?=\n"], "the Mcp-Name header and the body disagree"),
        (&[VERSION, METHOD, b"Mcp-Name: =?base64?IGVjaG8=?=\n"], "the Mcp-Name header and the body disagree"),
        (&[VERSION, METHOD, b"Mcp-Name: =?base64??=\n"], "the Mcp-Name header and the body disagree"),
        // The markers are lower case, so this is a name as it stands.
        (&[VERSION, METHOD, b"Mcp-Name: =?BASE64?ZWNobw==?=\n"], "the Mcp-Name header and the body disagree"),
    ];
    for (lines, problem) in cases {
        let request = request(lines, ECHO_HI);
        assert_eq!(subject.answer(&request), mismatch(problem), "{}", request.escape_ascii());
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn names_are_of_any_case_and_white_space_around_values_does_not_count() {
    let subject = Subject::new();
    let cases: [&[&[u8]]; 6] = [
        &[VERSION, METHOD, NAME],
        &[NAME, METHOD, VERSION],
        &[b"mcp-protocol-version: 2026-07-28\n", b"mcp-method: tools/call\n", b"mcp-name: echo\n"],
        &[b"mCP-pROTOCOL-vERSION:2026-07-28\n", b"MCP-METHOD:tools/call\n", b"mcp-NAME:echo\n"],
        &[
            b"MCP-Protocol-Version: \t2026-07-28 \n",
            b"Mcp-Method:   tools/call\t\n",
            b"Mcp-Name: \techo\t \n",
        ],
        &[VERSION, METHOD, b"Mcp-Name: =?base64?ZWNobw==?=\n"],
    ];
    for lines in cases {
        assert_eq!(subject.answer(request(lines, ECHO_HI)), SAID_HI);
    }
    assert_eq!(subject.calls(), 6);
}

#[test]
fn a_header_without_a_value_in_the_body_is_refused() {
    let subject = Subject::new();
    for params in [r#""arguments":{},"#, r#""name":null,"#, r#""name":7,"#, r#""name":["echo"],"#] {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        );
        assert_eq!(
            subject.answer(request(&[VERSION, METHOD, NAME], &body)),
            mismatch("the Mcp-Name header and the body disagree"),
            "{params}"
        );
        assert_eq!(
            subject.answer(request(&[VERSION, METHOD], &body)),
            mismatch("the Mcp-Name header is required"),
            "{params}"
        );
    }
    assert_eq!(subject.calls(), 0);
}

#[test]
fn the_version_in_the_body_counts_as_much_as_the_one_in_the_head() {
    let subject = Subject::new();
    let body = ECHO_HI.replace("2026-07-28", "2025-11-25");
    assert_eq!(
        subject.answer(request(&[VERSION, METHOD, NAME], &body)),
        mismatch("the MCP-Protocol-Version header and the body disagree")
    );
    assert_eq!(subject.calls(), 0);
}

#[test]
fn body_values_are_compared_with_their_escapes_resolved() {
    let subject = Subject::new();
    let body = ECHO_HI
        .replace(r#""name":"echo""#, r#""name":"\u0065cho""#)
        .replace(r#""tools/call""#, r#""tools\/call""#)
        .replace("2026-07-28", r"2026\u002d07-28");
    assert_eq!(subject.answer(request(&[VERSION, METHOD, NAME], &body)), SAID_HI);
}

#[test]
fn a_name_is_ignored_where_the_method_has_none() {
    let subject = Subject::new();
    let listing = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"x","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let lines: [&[u8]; 5] =
        [b"", NAME, b"Mcp-Name: a\nMcp-Name: b\n", b"Mcp-Name: \xFF\n", b"Mcp-Name: =?base64?%?=\n"];
    let plain = subject.answer(request(&[VERSION, b"Mcp-Method: tools/list\n"], listing));
    assert!(
        plain
            .starts_with("200\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{")
    );
    for line in lines {
        assert_eq!(subject.answer(request(&[VERSION, b"Mcp-Method: tools/list\n", line], listing)), plain);
        let unknown = listing.replace("tools/list", "no/such");
        assert_eq!(
            subject.answer(request(&[VERSION, b"Mcp-Method: no/such\n", line], &unknown)),
            "404\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
        );
    }
}

#[test]
fn methods_with_a_name_or_a_uri_are_held_to_it_even_where_nothing_is_offered() {
    let subject = Subject::new();
    for (method, member) in [("resources/read", "uri"), ("prompts/get", "name")] {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"{member}":"file:///a","_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        );
        let line = format!("Mcp-Method: {method}\n");
        let send = |name: &[u8]| subject.answer(request(&[VERSION, line.as_bytes(), name], &body));
        assert_eq!(send(b""), mismatch("the Mcp-Name header is required"));
        assert_eq!(send(b"Mcp-Name: file:///b\n"), mismatch("the Mcp-Name header and the body disagree"));
        for name in [&b"Mcp-Name: file:///a\n"[..], b"Mcp-Name: =?base64?ZmlsZTovLy9h?=\n"] {
            assert_eq!(
                send(name),
                "404\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
            );
        }
    }
}

#[test]
fn a_name_that_is_no_header_value_goes_encoded() {
    let names = ["Hello, 世界", " padded ", "line1\nline2", "=?base64?literal?="];
    let server = names.iter().fold(Server::builder("probe", "1.0.0").any_tool_name(), |server, name| {
        server.tool(Tool::new(*name, async |_: NoArguments| Ok("called")))
    });
    let endpoint = Endpoint::builder(server.build().unwrap()).build().unwrap();
    let called = "200\ncontent-type: application/json\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"called\"}],\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"probe\",\"version\":\"1.0.0\"}}}}";
    let disagree = mismatch("the Mcp-Name header and the body disagree");
    let bare = mismatch("the Mcp-Name header holds characters that a header cannot carry");
    let invalid = mismatch("the Mcp-Name header is not valid Base64 of UTF-8");
    for (name, header, expected) in [
        ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?=", called),
        ("Hello, 世界", "Hello, 世界", &bare),
        (" padded ", "=?base64?IHBhZGRlZCA=?=", called),
        (" padded ", " padded ", &disagree),
        (r"line1\nline2", "=?base64?bGluZTEKbGluZTI=?=", called),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", called),
        // As it stands it means `literal`, decoded; those seven characters are no Base64.
        ("=?base64?literal?=", "=?base64?literal?=", &invalid),
    ] {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}","_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        );
        let line = format!("Mcp-Name: {header}\n");
        assert_eq!(
            answer(&endpoint, &request(&[VERSION, METHOD, line.as_bytes()], &body)),
            expected,
            "{header}"
        );
    }
}

#[test]
fn the_refusal_names_the_request_as_it_named_itself() {
    let subject = Subject::new();
    for id in ["0", "-5", "18446744073709551615", "\"\"", "\"a\"", "\"\\u0061\"", "\"é 😀\""] {
        let body = ECHO_HI.replace("\"id\":1", &format!("\"id\":{id}"));
        let expected =
            mismatch("the Mcp-Method header is required").replace("\"id\":1", &format!("\"id\":{id}"));
        assert_eq!(subject.answer(request(&[VERSION, NAME], &body)), expected);
    }
    let last = r#"{"method":"tools/call","params":{"name":"echo","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}},"jsonrpc":"2.0","id":1}"#;
    assert_eq!(
        subject.answer(request(&[VERSION, METHOD], last)),
        mismatch("the Mcp-Name header is required")
    );
    assert_eq!(subject.calls(), 0);
}
