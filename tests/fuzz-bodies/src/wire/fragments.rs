//! Pieces of requests that one byte stands for, so that a fuzzer need not find them letter by letter.

/// What the bytes from `0x80` on stand for; those behind the last one, and all below, are themselves.
const FRAGMENTS: [&[u8]; 60] = [
    b"\r\n",
    b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\n",
    b"HEAD /?q HTTP/1.1\r\n",
    b"OPTIONS * HTTP/1.1\r\n",
    b"GET http://b:1/x HTTP/1.1\r\n",
    b"GET / HTTP/1.0\r\n",
    b" HTTP/1.9\r\n",
    b" HTTP/1.1\r\n",
    b"Host: localhost\r\n",
    b"Content-Length: 5\r\n",
    b"Content-Length: 0\r\n",
    b"Content-Length: 9\r\n",
    b"content-length: ",
    b"Transfer-Encoding: chunked\r\n",
    b"transfer-encoding:",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Expect: 100-continue\r\n",
    b"Connection: close\r\n",
    b"Connection: keep-alive\r\n",
    b"hello",
    b"5\r\nhello\r\n",
    b"1;a=\"b\\\"\"\r\nx\r\n",
    b"0\r\n\r\n",
    b"0\r\nTrailer: x\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n",
    b"Content-Type: application/json\r\n",
    b"Accept: application/json, text/event-stream\r\n",
    b"Accept: */*\r\n",
    b"MCP-Protocol-Version: 2026-07-28\r\n",
    b"Mcp-Method: tools/call\r\n",
    b"Mcp-Method: tools/list\r\n",
    b"Mcp-Method: server/discover\r\n",
    b"Mcp-Name: echo\r\n",
    b"Mcp-Name: report\r\n",
    b"Mcp-Name: =?base64?ZWNobw==?=\r\n",
    b"Mcp-Param-Region: \r\n",
    b"Origin: http://localhost\r\n",
    b"Origin: https://evil.example\r\n",
    b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"hi\"},",
    b"{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"tools/call\",\"params\":{\"name\":\"report\",\"arguments\":{\"steps\":2},",
    b"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{",
    b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"server/discover\",\"params\":{",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1,",
    b"\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
    b"\"_meta\":{\"progressToken\":1,\"io.modelcontextprotocol/logLevel\":\"info\",\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}",
    // How long the first four messages are with the shorter metadata, and the first two with the longer.
    b"Content-Length: 210\r\n\r\n",
    b"Content-Length: 212\r\n\r\n",
    b"Content-Length: 170\r\n\r\n",
    b"Content-Length: 175\r\n\r\n",
    b"Content-Length: 270\r\n\r\n",
    b"Content-Length: 272\r\n\r\n",
    b"\xC3\xA9",
    b"\t ",
    b"\n",
    b"GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
];

/// The stream that an input stands for.
pub(crate) fn expand(input: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    for byte in input {
        match byte.checked_sub(0x80).and_then(|at| FRAGMENTS.get(usize::from(at))) {
            Some(fragment) => stream.extend_from_slice(fragment),
            None => stream.push(*byte),
        }
    }
    stream
}
