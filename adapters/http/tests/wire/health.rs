//! The path for probes.

use crate::listening::Listening;
use crate::messages::{echo, hi};

#[test]
fn it_is_there_when_it_is_set() {
    let listening = Listening::with(|http| http.health("/health"));
    let mut client = listening.client();
    client.send("GET /health HTTP/1.1\r\nHost: h\r\n\r\n");
    client.expect(
        "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncache-control: no-store\r\ncontent-length: 3\r\n\r\nok\n",
    );
    client.send("HEAD /health?from=probe HTTP/1.1\r\nHost: h\r\n\r\n");
    client.expect(
        "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncache-control: no-store\r\ncontent-length: 3\r\n\r\n",
    );
    client.send("POST /health HTTP/1.1\r\nHost: h\r\n\r\n");
    client.expect("HTTP/1.1 405 Method Not Allowed\r\nallow: GET, HEAD\r\ncontent-length: 0\r\n\r\n");
    client.send(echo("1"));
    client.expect(hi("1"));
    client.send("POST /health HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
    client.expect(
        "HTTP/1.1 405 Method Not Allowed\r\nallow: GET, HEAD\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
    );
    client.expect_end();
}

#[test]
fn it_is_nowhere_when_it_is_not() {
    let listening = Listening::new();
    let mut client = listening.client();
    client.send("GET /health HTTP/1.1\r\nHost: h\r\n\r\n");
    client.expect("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
}
