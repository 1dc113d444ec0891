//! The vectors as POST requests: what a client's HTTP library and this protocol's headers add around a message.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use snodo::Server;
use snodo::http::{Error, Handle, Http};

/// What every request has.
pub(crate) const FIELDS: [(&str, &str); 3] = [
    ("Host", "localhost"),
    ("Content-Type", "application/json"),
    ("Accept", "application/json, text/event-stream"),
];

/// A listener on a thread of its own.
pub(crate) struct Host {
    address: SocketAddr,
    handle: Handle,
    thread: JoinHandle<Result<(), Error>>,
}

impl Host {
    pub(crate) fn start(server: Server) -> Self {
        let listener = Http::from(server).signals(false).bind_local(0).expect("a port is free");
        let (address, handle) = (listener.address(), listener.handle());
        Self { address, handle, thread: thread::spawn(|| listener.serve()) }
    }

    pub(crate) fn end(self) {
        self.handle.shutdown();
        self.thread.join().expect("it does not panic").expect("it ends in order");
    }

    pub(crate) fn answers(&self, body: &[u8]) -> Vec<Vec<u8>> {
        answers(self.address, body)
    }
}

/// All messages that answer `body`. Silence is 202 without a body, or a refusal that names no id.
pub(crate) fn answers(address: SocketAddr, body: &[u8]) -> Vec<Vec<u8>> {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(&request(body)).expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it closes after its answer");
    let (head, body) = split(&answer);
    let status = head.split(' ').nth(1).expect("a status line");
    let body = if head.contains("transfer-encoding: chunked") { unchunked(body) } else { body.to_vec() };
    if head.contains("content-type: text/event-stream") {
        assert_eq!(status, "200");
        let events = String::from_utf8(body).expect("events are UTF-8");
        return events.split_terminator("\n\n").map(|event| event["data: ".len()..].into()).collect();
    }
    let is_silence = status == "202" || (status == "400" && is_ignored(&body));
    if is_silence {
        assert!(status == "400" || body.is_empty());
        return Vec::new();
    }
    assert_eq!(status, status_of(&body), "{}", String::from_utf8_lossy(&body));
    vec![body]
}

/// The status of an answer that is one message.
fn status_of(body: &[u8]) -> &'static str {
    let message: Value = serde_json::from_slice(body).expect("it is a message");
    match message["error"]["code"].as_i64() {
        Some(-32_601) => "404",
        Some(-32_700 | -32_600 | -32_602 | -32_022..=-32_020) => "400",
        _ => "200",
    }
}

/// Messages without an id and a reason that only a status line lets a server tell.
pub(crate) fn is_ignored(body: &[u8]) -> bool {
    let told_on_streams = ["Parse error", "batches", "a message is a JSON object", "id must be"];
    let text = String::from_utf8_lossy(body);
    !text.contains("\"id\":") && !told_on_streams.iter().any(|reason| text.contains(reason))
}

/// Whether a message can be posted with headers that agree with it, so that only the message decides.
pub(crate) fn carries(message: &[u8]) -> bool {
    let value = read(message);
    let named = match value["method"].as_str() {
        Some("tools/call" | "prompts/get") => value["params"]["name"].is_string(),
        Some("resources/read") => value["params"]["uri"].is_string(),
        _ => true,
    };
    // These two headers have no encoded form.
    let plain = [method(&value), version(&value)]
        .iter()
        .all(|text| text.trim() == text.as_str() && text.bytes().all(|b| (b' '..=b'~').contains(&b)));
    // Deeper than the reader that finds the headers' values goes.
    let deep = message.iter().filter(|byte| **byte == b'[').count() > 100;
    named && plain && !deep
}

pub(crate) fn read(message: &[u8]) -> Value {
    let message = message.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(message);
    serde_json::from_slice(message).unwrap_or_default()
}

pub(crate) fn method(value: &Value) -> String {
    value["method"].as_str().unwrap_or("none").into()
}

pub(crate) fn version(value: &Value) -> String {
    let version = &value["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
    version.as_str().unwrap_or("2026-07-28").into()
}

/// The header's encoded form of what is called, read or got.
pub(crate) fn name(value: &Value) -> String {
    let named = if value["method"] == "resources/read" { "uri" } else { "name" };
    format!("=?base64?{}?=", STANDARD.encode(value["params"][named].as_str().unwrap_or_default()))
}

fn request(body: &[u8]) -> Vec<u8> {
    let value = read(body);
    let fields = FIELDS.map(|(field, text)| format!("{field}: {text}\r\n")).concat();
    let mut request = format!(
        "POST /mcp HTTP/1.1\r\n{fields}Connection: close\r\nMCP-Protocol-Version: {}\r\nMcp-Method: {}\r\n\
         Mcp-Name: {}\r\nContent-Length: {}\r\n\r\n",
        version(&value),
        method(&value),
        name(&value),
        body.len(),
    )
    .into_bytes();
    request.extend_from_slice(body);
    request
}

fn split(answer: &[u8]) -> (String, &[u8]) {
    let end = answer.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
    (String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase(), &answer[end + 4..])
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    loop {
        let line = body.windows(2).position(|w| w == b"\r\n").expect("a chunk's size");
        let size =
            usize::from_str_radix(std::str::from_utf8(&body[..line]).expect("ASCII"), 16).expect("hex");
        if size == 0 {
            return out;
        }
        out.extend_from_slice(&body[line + 2..line + 2 + size]);
        body = &body[line + 2 + size + 2..];
    }
}
