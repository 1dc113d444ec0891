//! A whole exchange over HTTP/1.1, as a listener has it, but without a socket.

use std::hint::black_box;

use snodo::http::{Endpoint, Head, Response};
use snodo::{Call, Server};
use snodo_http1::Status;
use snodo_http1::server::{Connection, Event, Limits};

use super::subject::{CALL, response};

/// The head of a POST of [`CALL`], as clients send it.
const HEAD: &str = "\
    POST /mcp HTTP/1.1\r\n\
    Host: 127.0.0.1:8080\r\n\
    Content-Type: application/json\r\n\
    Accept: application/json, text/event-stream\r\n\
    MCP-Protocol-Version: 2026-07-28\r\n\
    Mcp-Method: tools/call\r\n\
    Mcp-Name: echo\r\n\
    Content-Length: 281\r\n\
    \r\n";

/// A listener writes it once a second, so its making is no part of an exchange.
const DATE: (&str, &str) = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");

/// The answer to [`request`].
pub(crate) const HTTP_ANSWER: &str = concat!(
    "HTTP/1.1 200 OK\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\ncontent-type: application/json\r\n",
    "content-length: 186\r\n\r\n",
    r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","content":[{"type":"text","text":"hello"}],"#,
    r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"greeter","version":"0.1.0"}}}}"#
);

pub(crate) fn request() -> Vec<u8> {
    [HEAD, CALL].concat().into_bytes()
}

/// A connection that is kept alive.
pub(crate) struct Wire {
    endpoint: Endpoint,
    call: Call,
    connection: Connection,
}

impl Wire {
    pub(crate) fn new(server: Server) -> Wire {
        let endpoint = Endpoint::builder(server).build().expect("the settings are in order");
        Wire { endpoint, call: Call::default(), connection: Connection::new(Limits::default()) }
    }

    /// From the bytes of a request, which come at once, to the bytes of its answer in a buffer that is kept.
    pub(crate) fn exchange(&mut self, request: &[u8], out: &mut Vec<u8>) {
        out.clear();
        let taken = self.connection.receive(black_box(request));
        assert_eq!(taken, request.len(), "there is room for a request");
        let Event::Request(request) = self.connection.next_event() else { panic!("a whole request") };
        let head = request.head();
        let head = Head::collect(head.method(), head.path(), head.headers().raw());
        let checked = self.endpoint.check(head).expect("the head is in order");
        let prepared = checked.prepare(request.body(), &self.call).expect("the message is in order");
        let response = Response::from(response(prepared.execute()));
        let mut fields = [DATE; 4];
        let mut count = 1;
        for field in response.headers() {
            fields[count] = field;
            count += 1;
        }
        let status = Status::new(response.status()).expect("a final status");
        self.connection
            .respond_with(status, &fields[..count], |out| response.encode_body(out), out)
            .expect("the request has no answer yet");
        black_box(out);
    }
}
