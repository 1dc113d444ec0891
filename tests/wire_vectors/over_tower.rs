//! The vectors as requests to the tower service, in process: the same head and the same reading of the answer as over
//! a socket.

use std::future::poll_fn;
use std::pin::Pin;
use std::thread;

use async_io::block_on;
use http::Request;
use http_body::Body as _;
use snodo::Server;
use snodo::executor::{Executor, spawn_fn};
use snodo_tower::Mcp;
use tower_service::Service;

use crate::over_http::{FIELDS, is_ignored, method, name, read, version};
use crate::whole_body::Whole;

/// Each task has a thread of its own.
pub(crate) fn service(server: Server) -> Mcp {
    let spawn = |task| drop(thread::spawn(|| block_on(task)));
    Mcp::new(server, Executor::new(spawn_fn(spawn)))
}

/// All messages that answer `body`. Silence is 202 without a body, or a refusal that names no id.
pub(crate) fn answers(service: &Mcp, body: &[u8]) -> Vec<Vec<u8>> {
    let Ok(response) = block_on(service.clone().call(request(body)));
    let (parts, mut body) = response.into_parts();
    let mut content = Vec::new();
    while let Some(Ok(frame)) = block_on(poll_fn(|cx| Pin::new(&mut body).poll_frame(cx))) {
        content.extend_from_slice(frame.data_ref().expect("there are no trailers"));
    }
    if parts.headers.get("content-type").is_some_and(|kind| kind == "text/event-stream") {
        assert_eq!(parts.status, 200);
        let events = String::from_utf8(content).expect("events are UTF-8");
        return events.split_terminator("\n\n").map(|event| event["data: ".len()..].into()).collect();
    }
    match parts.status.as_u16() {
        202 => assert!(content.is_empty()),
        400 if is_ignored(&content) => {}
        _ => return vec![content],
    }
    Vec::new()
}

fn request(body: &[u8]) -> Request<Whole> {
    let value = read(body);
    let mut request = Request::post("/");
    for (field, text) in FIELDS {
        request = request.header(field, text);
    }
    request
        .header("MCP-Protocol-Version", version(&value))
        .header("Mcp-Method", method(&value))
        .header("Mcp-Name", name(&value))
        .body(Whole(Some(body.to_vec())))
        .expect("its fields are in order")
}
