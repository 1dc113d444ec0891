//! Header fields that say something else than the body: what a gateway saw is what runs, or nothing does.

use crate::hosts::{FIELDS, Request, over_each};
use crate::subject::{echo_hi, error, text};

#[test]
fn fields_that_disagree_with_the_body_are_refused_and_nothing_runs() {
    let cases: [(&str, &str, &str); 9] = [
        ("Mcp-Name: echo\n", "Mcp-Name: boom\n", "the Mcp-Name header and the body disagree"),
        ("Mcp-Name: echo\n", "Mcp-Name: Echo\n", "the Mcp-Name header and the body disagree"),
        ("Mcp-Name: echo\n", "", "the Mcp-Name header is required"),
        (
            "Mcp-Method: tools/call\n",
            "Mcp-Method: Tools/Call\n",
            "the Mcp-Method header and the body disagree",
        ),
        ("Mcp-Method: tools/call\n", "", "the Mcp-Method header is required"),
        (
            "Mcp-Method: tools/call\n",
            "Mcp-Method: tools/call\nMcp-Method: tools/call\n",
            "the Mcp-Method header is repeated",
        ),
        (
            "Mcp-Method: tools/call\n",
            "Mcp-Method: tools/list\nMcp-Method: tools/call\n",
            "the Mcp-Method header is repeated",
        ),
        ("MCP-Protocol-Version: 2026-07-28\n", "", "the MCP-Protocol-Version header is required"),
        (
            "MCP-Protocol-Version: 2026-07-28\n",
            "MCP-Protocol-Version: 2025-11-25\n",
            "the MCP-Protocol-Version header and the body disagree",
        ),
    ];
    over_each(|ask, calls| {
        for (line, instead, problem) in cases {
            let fields = FIELDS.replacen(line, instead, 1);
            let answer = ask(&Request { method: "POST", fields: fields.as_bytes(), body: &echo_hi("\"a\"") });
            let refused = error("\"id\":\"a\",", -32020, &format!("Header mismatch: {problem}"), "");
            assert_eq!(answer.said(), (400, &*refused), "{instead}");
        }
        assert_eq!(calls.take(), 0);
    });
}

#[test]
fn a_version_in_the_body_that_is_not_the_field_s_is_refused() {
    let body = echo_hi("1").replacen("2026-07-28", "2025-11-25", 1);
    let problem = "Header mismatch: the MCP-Protocol-Version header and the body disagree";
    over_each(|ask, calls| {
        let answer = ask(&Request { method: "POST", fields: FIELDS.as_bytes(), body: &body });
        assert_eq!(answer.said(), (400, &*error("\"id\":1,", -32020, problem, "")));
        assert_eq!(calls.take(), 0);
    });
}

#[test]
fn a_name_that_only_the_field_has_runs_nothing() {
    let body = echo_hi("1").replacen("\"name\":\"echo\",", "", 1);
    over_each(|ask, calls| {
        let answer = ask(&Request { method: "POST", fields: FIELDS.as_bytes(), body: &body });
        assert_eq!(answer.status, 400);
        assert!(answer.body.starts_with(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32"#), "{answer:?}");
        assert_eq!(calls.take(), 0);
    });
}

#[test]
fn names_of_fields_may_be_written_in_any_case() {
    over_each(|ask, calls| {
        for fields in [FIELDS.replace("Mcp-", "mcp-").replace("MCP-", "mcp-"), FIELDS.replace("Mcp-", "mCP-")]
        {
            let answer = ask(&Request { method: "POST", fields: fields.as_bytes(), body: &echo_hi("1") });
            assert_eq!(answer.said(), (200, &*text("1", "hi")), "{fields}");
            assert_eq!(calls.take(), 1);
        }
    });
}
