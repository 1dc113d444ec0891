//! What lets a page of another origin call from within a browser.

use snodo_core::http::Cors;

use crate::asking::Asking;
use crate::client::Client;
use crate::listening::Listening;
use crate::messages::{
    RETRY, STREAM, answer_with, call, call_with, chunk, echo, event, head, hi, progress, text, unavailable,
};

const PAGE: &str = "Origin: https://app.example\r\n";
const GRANTED: &str = "vary: origin\r\naccess-control-allow-origin: https://app.example\r\n\
                       access-control-expose-headers: retry-after, www-authenticate\r\n";
const PREFLIGHT: &str = "OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example\r\n\
                         Access-Control-Request-Method: POST\r\n\
                         Access-Control-Request-Headers: authorization,content-type,mcp-param-a,x-b\r\n\r\n";
const ALLOWED: &str = "HTTP/1.1 204 No Content\r\nvary: origin\r\n\
                       access-control-allow-origin: https://app.example\r\naccess-control-allow-methods: POST\r\n\
                       access-control-allow-headers: authorization, content-type, mcp-param-a\r\n\
                       access-control-max-age: 600\r\n\r\n";

fn listening() -> Listening {
    Listening::behind(
        |endpoint| endpoint.allowed_origins(["https://app.example"]).cors(Cors::new()),
        |http, _| http,
    )
}

fn from_page(id: &str, tool: &str, arguments: &str) -> String {
    call_with(PAGE, id, tool, arguments)
}

#[test]
fn a_page_asks_and_calls_on_one_connection() {
    let listening = listening();
    let mut client = listening.client();
    client.send(PREFLIGHT);
    client.expect(ALLOWED);
    client.send(from_page("1", "echo", r#"{"text":"hi"}"#));
    client.expect(answer_with("200 OK", GRANTED, &text("1", "hi")));
    client.send(from_page("2", "steps", r#"{"name":"a"}"#));
    let split = "transfer-encoding";
    client.expect(STREAM.replacen(split, &format!("{GRANTED}{split}"), 1) + &chunk(&progress(1)));
    for step in 2..=3 {
        listening.stage.open("a");
        client.expect(chunk(&progress(step)));
    }
    listening.stage.open("a");
    client.expect(chunk(&event(&text("2", "a"))) + "0\r\n\r\n");
    // Nobody else's answer has what was the page's.
    client.send(echo("3"));
    client.expect(answer_with("200 OK", "vary: origin\r\n", &text("3", "hi")));
}

#[test]
fn refusals_can_be_read_too() {
    let listening = listening();
    let not_allowed = |granted: &str| {
        format!("HTTP/1.1 405 Method Not Allowed\r\nallow: POST\r\n{granted}content-length: 0\r\n\r\n")
    };
    let mut client = listening.client();
    client.send(format!("GET /mcp HTTP/1.1\r\nHost: h\r\n{PAGE}\r\n"));
    client.expect(not_allowed(GRANTED));
    // Of the listener's own, before and after its head was read.
    client.send(format!("{}{PAGE}Content-Length: 9\r\n\r\n{{", head("echo")));
    listening.clock.wait_for_timer(5_000);
    listening.clock.advance(5_000);
    let timeout = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\
                   \"Request timeout: it did not arrive in time\"}}";
    let closing = format!("{GRANTED}connection: close\r\n");
    client.expect(answer_with("408 Request Timeout", &closing, timeout));
    client.expect_end();

    let mut client = listening.client();
    client.send(from_page("1", "echo", r#"{"text":"hi"}"#));
    client.expect(answer_with("200 OK", GRANTED, &text("1", "hi")));
    client.send(format!("POST /mcp HTTP/1.1\r\nHost: h\r\n{PAGE}Bad Name: x\r\n\r\n"));
    let head = client.head();
    assert!(head.starts_with("HTTP/1.1 400 Bad Request\r\n") && !head.contains("origin"), "{head}");
}

#[test]
fn a_deadline_that_has_passed_can_be_read() {
    let listening = Listening::behind(
        |endpoint| endpoint.allowed_origins(["https://app.example"]).cors(Cors::new()),
        |http, _| http.request_timeout(Some(std::time::Duration::from_millis(1))).max_streams(0),
    );
    let mut client = listening.client();
    client.send(from_page("1", "wait", r#"{"name":"a"}"#));
    listening.stage.wait_for("start a");
    listening.clock.wait_for_timer(1);
    listening.clock.advance(1);
    client.expect(answer_with("504 Gateway Timeout", GRANTED, &unavailable("\"id\":1,", "timeout")));
    client.send(from_page("2", "steps", r#"{"name":"b"}"#));
    let fields = format!("{RETRY}{GRANTED}");
    client.expect(answer_with("503 Service Unavailable", &fields, &unavailable("\"id\":2,", "overloaded")));
}

#[test]
fn another_page_is_refused() {
    let listening = listening();
    let mut client = listening.client();
    let forbidden = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\
                     \"Forbidden: this Origin may not call\"}}";
    for request in [PREFLIGHT.to_owned(), from_page("1", "echo", "{}")] {
        client.send(request.replacen("app.example", "evil.example", 1));
        client.expect(answer_with("403 Forbidden", "vary: origin\r\n", forbidden));
    }
}

#[test]
fn without_the_setting_nothing_is_added() {
    let listening =
        Listening::behind(|endpoint| endpoint.allowed_origins(["https://app.example"]), |http, _| http);
    let mut client = listening.client();
    client.send(PREFLIGHT);
    client.expect("HTTP/1.1 405 Method Not Allowed\r\nallow: POST\r\ncontent-length: 0\r\n\r\n");
    client.send(from_page("1", "echo", r#"{"text":"hi"}"#));
    client.expect(hi("1"));
}

/// A browser sends no credentials with it.
#[test]
fn a_preflight_is_none_of_the_gates_business() {
    let listening = Listening::behind(
        |endpoint| endpoint.allowed_origins(["https://app.example"]).cors(Cors::new()),
        |http, stage| http.gate(Asking(stage.clone())),
    );
    let mut client = listening.client();
    client.send(PREFLIGHT);
    client.expect(ALLOWED);
    assert_eq!(listening.stage.rest(), [""; 0]);
    let refused = |client: &mut Client, token: &str, answer: &str| {
        client.send(call_with(&format!("{PAGE}Authorization: {token}\r\n"), "1", "whoami", "{}"));
        client.expect(format!("HTTP/1.1 {answer}"));
    };
    let plain = format!("content-type: text/plain; charset=utf-8\r\n{GRANTED}");
    refused(
        &mut client,
        "mallory",
        &format!(
            "401 Unauthorized\r\n{plain}WWW-Authenticate: Bearer\r\ncontent-length: 12\r\n\r\nWho are you?"
        ),
    );
    refused(
        &mut client,
        "vary",
        &format!("403 Forbidden\r\n{plain}Vary: Accept\r\ncontent-length: 2\r\n\r\nno"),
    );
    // Two of a kind, and browsers would take neither.
    refused(
        &mut client,
        "origin",
        &format!("500 Internal Server Error\r\n{plain}content-length: 14\r\n\r\nInternal error"),
    );
    client.send(
        call_with(&format!("{PAGE}Authorization: slow\r\n"), "2", "whoami", "{}")
            + &call("3", "whoami", "{}"),
    );
    listening.stage.wait_for("asked slow");
    listening.stage.open("gate");
    client.expect(answer_with("200 OK", GRANTED, &text("2", "slow")));
}
