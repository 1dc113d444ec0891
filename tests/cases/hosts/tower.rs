//! The tower service.

use std::future::poll_fn;
use std::pin::Pin;
use std::thread;

use async_io::block_on;
use http_body::Body as _;
use snodo::executor::{Executor, spawn_fn};
use snodo::http::Endpoint;
use snodo_tower::Mcp;
use tower_service::Service as _;

use super::{Answer, Host, Request};
use crate::whole_body::Whole;

pub(super) struct Service(Mcp);

impl Service {
    /// Each task has a thread of its own.
    pub(super) fn new(endpoint: Endpoint) -> Self {
        let executor = Executor::new(spawn_fn(|task| drop(thread::spawn(|| block_on(task)))));
        Self(Mcp::builder(endpoint, executor).build().expect("no time is zero"))
    }
}

impl Host for Service {
    fn ask(&self, request: &Request<'_>) -> Answer {
        let mut head = http::Request::builder().method(request.method).uri("/mcp");
        for (name, value) in request.fields() {
            head = head.header(name, value);
        }
        let request = head.body(Whole(Some(request.body.into()))).expect("its fields are in order");
        let Ok(response) = block_on(self.0.clone().call(request));
        let (parts, mut body) = response.into_parts();
        let mut content = Vec::new();
        while let Some(Ok(frame)) = block_on(poll_fn(|cx| Pin::new(&mut body).poll_frame(cx))) {
            content.extend_from_slice(frame.data_ref().expect("there are no trailers"));
        }
        let text = |value: &http::HeaderValue| value.to_str().expect("values are ASCII").to_owned();
        Answer {
            status: parts.status.as_u16(),
            fields: parts.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
            body: String::from_utf8(content).expect("messages are UTF-8"),
        }
    }
}
