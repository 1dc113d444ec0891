//! What a gate lets in, and what it does not.

use crate::asking::{gated, halves, whoami};
use crate::messages::{answer, body, call_with, echo, head, text};

pub(crate) const CONTINUE: &str = "HTTP/1.1 100 Continue\r\n\r\n";
const WHO: &str = "HTTP/1.1 401 Unauthorized\r\ncontent-type: text/plain; charset=utf-8\r\n\
                   WWW-Authenticate: Bearer\r\ncontent-length: 12\r\n\r\nWho are you?";
const WHO_AND_CLOSE: &str = "HTTP/1.1 401 Unauthorized\r\ncontent-type: text/plain; charset=utf-8\r\n\
                             WWW-Authenticate: Bearer\r\nconnection: close\r\ncontent-length: 12\r\n\r\n\
                             Who are you?";
const FAULT: &str = "HTTP/1.1 500 Internal Server Error\r\ncontent-type: text/plain; charset=utf-8\r\n\
                     content-length: 14\r\n\r\nInternal error";

pub(crate) fn is(id: &str, name: &str) -> String {
    answer("200 OK", &text(id, name))
}

#[test]
fn handlers_learn_what_the_gate_has_found() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    for (id, name) in [("1", "ali"), ("2", "eve"), ("3", "ali")] {
        client.send(whoami(id, name));
        client.expect(is(id, name));
        let (head, body) = halves(id, name);
        client.send(head);
        client.expect(CONTINUE);
        client.send(body);
        client.expect(is(id, name));
    }
    assert_eq!(listening.stage.rest().len(), 6, "it is asked once for each");
}

/// What one request was allowed is nothing for the next.
#[test]
fn every_request_is_asked_about() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    client.send(whoami("1", "ali") + &echo("2") + &whoami("3", "eve"));
    client.expect(is("1", "ali"));
    client.expect(WHO);
    client.expect(is("3", "eve"));
    let (head, body) = halves("4", "ali");
    client.send(head);
    client.expect(CONTINUE);
    client.send(body + &echo("5"));
    client.expect(is("4", "ali"));
    client.expect(WHO);
}

#[test]
fn what_is_refused_is_refused_before_the_body() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    let (head, body) = halves("1", "mallory");
    client.send(head);
    client.expect(WHO_AND_CLOSE);
    // Nothing behind it is taken for a request.
    client.send(body + &whoami("2", "ali"));
    client.expect_end();
    assert_eq!(listening.stage.rest(), ["asked mallory"]);
}

#[test]
fn the_body_is_not_looked_at() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    client.send(head("echo") + "Content-Length: 9\r\n\r\nnot JSON!");
    client.expect(WHO);
    client.send(whoami("2", "ali"));
    client.expect(is("2", "ali"));
}

/// Two of a kind are no answer to who calls.
#[test]
fn the_gate_sees_the_head() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    let fields = "authorization: head\r\nx-One: \t\u{e4} b \r\nX-Two: 1\r\nx-two: 2\r\n";
    client.send(call_with(fields, "1", "echo", "{}").replacen("/mcp", "http://localhost/mcp?a=b", 1));
    let seen = "POST http://localhost/mcp?a=b /mcp \\xc3\\xa4 b - - Host,Content-Type,Accept,MCP-Protocol-Version,\
                Mcp-Method,Mcp-Name,authorization,x-One,X-Two,x-two,Content-Length";
    client.expect(format!(
        "HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\r\n{seen}",
        seen.len()
    ));
    client.send(call_with("Authorization: ali\r\nAuthorization: ali\r\n", "2", "whoami", "{}"));
    client.expect(WHO);
}

#[test]
fn what_the_head_alone_refuses_does_not_get_there() {
    let listening = gated(|http| http.health("/health"));
    let mut client = listening.client();
    client.send("GET /health HTTP/1.1\r\nHost: h\r\n\r\n");
    client.expect(
        "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncache-control: no-store\r\ncontent-length: 3\r\n\r\nok\n",
    );
    client.send(whoami("1", "ali").replacen("/mcp", "/other", 1));
    client.expect("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
    let (head, _) = halves("1", "ali");
    client.send(head.replacen("POST", "PUT", 1));
    client.expect(
        "HTTP/1.1 405 Method Not Allowed\r\nallow: POST\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    );
    client.expect_end();
    assert_eq!(listening.stage.rest(), [""; 0]);
}

#[test]
fn notifications_are_asked_about() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let notify = |fields: &str| {
        format!(
            "POST /mcp HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n{fields}\
             Content-Length: {}\r\n\r\n{notification}",
            notification.len()
        )
    };
    client.send(notify(""));
    client.expect(WHO);
    client.send(notify("Authorization: ali\r\n"));
    client.expect("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
    client.send(notify("Authorization: slow\r\n") + &whoami("2", "ali"));
    listening.stage.wait_for("asked slow");
    listening.stage.open("gate");
    client.expect("HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n");
    client.expect(is("2", "ali"));
}

/// A panic, one whose payload panics too, and refusals that cannot be sent.
#[test]
fn a_fault_of_the_gate_is_nobodys_verdict() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    for token in ["boom", "bomb", "status", "no status", "split", "length", "type"] {
        client.send(whoami("1", token));
        client.expect(FAULT);
        client.send(whoami("2", "ali"));
        client.expect(is("2", "ali"));
    }
    let (head, _) = halves("3", "boom");
    client.send(head);
    client.expect(FAULT.replacen("content-length", "connection: close\r\ncontent-length", 1));
    client.expect_end();
}

#[test]
fn answers_keep_their_order_while_the_gate_is_slow() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    client
        .send(whoami("1", "ali") + &whoami("2", "slow") + &whoami("3", "eve") + &whoami("4", "slow refusal"));
    client.expect(is("1", "ali"));
    listening.stage.wait_for("asked slow");
    assert_eq!(listening.stage.rest(), ["asked ali"], "the third waits for its turn");
    listening.stage.open("gate");
    client.expect(is("2", "slow"));
    client.expect(is("3", "eve"));
    listening.stage.open("gate");
    client.expect(
        "HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 7\r\n\r\nNot you",
    );
}

#[test]
fn a_body_in_chunks_waits_for_the_gate() {
    let listening = gated(|http| http);
    let mut client = listening.client();
    let message = body("1", "whoami", "{}");
    let chunked = head("whoami") + "Authorization: slow\r\nTransfer-Encoding: chunked\r\n\r\n";
    client.send(format!("{chunked}{:x}\r\n{message}\r\n0\r\n\r\n", message.len()) + &whoami("2", "eve"));
    listening.stage.wait_for("asked slow");
    listening.stage.open("gate");
    client.expect(is("1", "slow"));
    client.expect(is("2", "eve"));
}
