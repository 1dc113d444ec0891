//! Bodies that are no request: what is said, under which status, and for which id.

use crate::subject::{CALL_ECHO, ECHO_HI, POST, SAID_HI, Subject};

fn request(body: &[u8]) -> Vec<u8> {
    [POST.as_bytes(), b"\n", body].concat()
}

#[track_caller]
fn refused(cases: &[(&[u8], &str, &str)]) {
    let subject = Subject::new();
    for (body, id, error) in cases {
        let expected = format!(
            "400\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",{id}\"error\":{{{error}}}}}"
        );
        assert_eq!(subject.answer(request(body)), expected, "{}", body.escape_ascii());
    }
    assert_eq!(subject.calls(), 0);
}

const NO_JSON: &str = r#""code":-32700,"message":"Parse error: the text is not valid JSON""#;

#[test]
fn what_is_no_json_is_a_parse_error_with_the_id_that_was_read() {
    refused(&[
        (b"", "", NO_JSON),
        (b" \n", "", NO_JSON),
        (b"{", "", NO_JSON),
        (b"not json", "", NO_JSON),
        (b"jsonrpc=2.0&id=1", "", NO_JSON),
        (br#"{"jsonrpc":"2.0","method":"tools/list","id":"#, "", NO_JSON),
        (br#"{"jsonrpc":"2.0","id":7,"method":}"#, r#""id":7,"#, NO_JSON),
        (br#"{"id":"a","jsonrpc":'2.0'}"#, r#""id":"a","#, NO_JSON),
        (br#"{"id":1.5,"jsonrpc":'2.0'}"#, "", NO_JSON),
        (
            br#"{"jsonrpc":"2.0","id":7,"method":"x"} {}"#,
            r#""id":7,"#,
            r#""code":-32700,"message":"Parse error: something follows the JSON value""#,
        ),
        (
            br#"{"jsonrpc":"2.0","id":7,"id":8,"method":"x"}"#,
            r#""id":7,"#,
            r#""code":-32700,"message":"Parse error: an object has two members of the same name""#,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\xFF\"}",
            r#""id":7,"#,
            r#""code":-32700,"message":"Parse error: the text is not valid UTF-8""#,
        ),
        (b"\xFF", "", r#""code":-32700,"message":"Parse error: the text is not valid UTF-8""#),
        (b"\xFF\xFE{\0}\0", "", r#""code":-32700,"message":"Parse error: the text is not valid UTF-8""#),
    ]);
}

#[test]
fn batches_and_other_json_are_no_message() {
    const BATCH: &str = r#""code":-32600,"message":"Invalid request: batches are not part of the protocol, send one message at a time""#;
    const NO_OBJECT: &str = r#""code":-32600,"message":"Invalid request: a message is a JSON object""#;
    let batch = format!("[{ECHO_HI}]");
    refused(&[
        (b"[]", "", BATCH),
        (b" \r\n[ ]", "", BATCH),
        (batch.as_bytes(), "", BATCH),
        (b"7", "", NO_OBJECT),
        (b"null", "", NO_OBJECT),
        (b"\"{}\"", "", NO_OBJECT),
    ]);
}

#[test]
fn a_broken_envelope_is_refused_with_its_id() {
    const VERSION: &str = r#""code":-32600,"message":"Invalid request: jsonrpc must be \"2.0\"""#;
    const METHOD: &str = r#""code":-32600,"message":"Invalid request: method must be a string""#;
    refused(&[
        (br#"{"id":"x","method":"tools/list"}"#, r#""id":"x","#, VERSION),
        (br#"{"jsonrpc":2.0,"id":1,"method":"tools/list"}"#, r#""id":1,"#, VERSION),
        (br#"{"jsonrpc":"2.0","id":1}"#, r#""id":1,"#, METHOD),
        (br#"{"jsonrpc":"2.0","id":1,"method":null}"#, r#""id":1,"#, METHOD),
        (
            br#"{"jsonrpc":"2.0","id":1,"method":"x","result":{}}"#,
            r#""id":1,"#,
            r#""code":-32600,"message":"Invalid request: a message has a method or an answer, not both""#,
        ),
        (
            br#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#,
            r#""id":1,"#,
            r#""code":-32602,"message":"Invalid params: params must be an object""#,
        ),
        (
            br#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}"#,
            r#""id":1,"#,
            r#""code":-32602,"message":"Invalid params: params must be an object""#,
        ),
    ]);
}

#[test]
fn an_id_that_is_none_is_refused_without_one() {
    const ID: &str = r#""code":-32600,"message":"Invalid request: id must be a string of at most 256 bytes or an integer of 64 bits""#;
    let long = format!(r#"{{"jsonrpc":"2.0","id":"{}","method":"tools/list"}}"#, "x".repeat(257));
    refused(&[
        (br#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":1.0,"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":1e3,"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":-0,"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":true,"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":{},"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":[1],"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"tools/list"}"#, "", ID),
        (br#"{"jsonrpc":"2.0","id":-9223372036854775809,"method":"tools/list"}"#, "", ID),
        (long.as_bytes(), "", ID),
    ]);
}

#[test]
fn responses_are_not_taken() {
    const RESPONSE: &str = r#""code":-32600,"message":"Invalid request: a server takes no responses""#;
    refused(&[
        (br#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "", RESPONSE),
        (br#"{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"no"}}"#, "", RESPONSE),
        (br#"{"jsonrpc":"2.0","error":{"code":1,"message":"no"}}"#, "", RESPONSE),
    ]);
}

#[test]
fn ids_are_echoed_by_their_source_text() {
    let subject = Subject::new();
    let long = format!("\"{}\"", "x".repeat(256));
    for id in ["0", "-9223372036854775808", "18446744073709551615", r#""""#, r#""\u00e9\/""#, "\"é\"", &long]
    {
        let body = ECHO_HI.replace("\"id\":1", &format!("\"id\":{id}"));
        let said = SAID_HI.replace("\"id\":1", &format!("\"id\":{id}"));
        assert_eq!(subject.answer(format!("{CALL_ECHO}{body}")), said);
    }
}

#[test]
fn one_byte_order_mark_before_the_body_is_skipped() {
    let subject = Subject::new();
    let body = |before: &[u8]| [CALL_ECHO.as_bytes(), before, ECHO_HI.as_bytes()].concat();
    assert_eq!(subject.answer(body(b"\xEF\xBB\xBF")), SAID_HI);
    assert_eq!(subject.answer(body(b"\xEF\xBB\xBF \r\n")), SAID_HI);
    for before in [&b"\xEF\xBB\xBF\xEF\xBB\xBF"[..], b" \xEF\xBB\xBF"] {
        assert_eq!(
            subject.answer(body(before)),
            format!("400\ncontent-type: application/json\n\n{{\"jsonrpc\":\"2.0\",\"error\":{{{NO_JSON}}}}}")
        );
    }
}
