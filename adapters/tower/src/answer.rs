//! Answers in the terms of the `http` crate.

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use snodo_core::http::{CorsHeaders, EventStream, Response};
use snodo_core::{Rejection, code};

use crate::body::Body;
use crate::events::Events;

/// A whole answer.
pub(crate) fn respond(response: &Response) -> http::Response<Body> {
    let mut body = Vec::new();
    response.encode_body(&mut body);
    let mut answer = http::Response::new(Body::full(body));
    *answer.status_mut() =
        StatusCode::from_u16(response.status()).expect("the engine's statuses have three digits");
    insert(answer.headers_mut(), response.headers());
    answer
}

/// An answer of the adapter's own to what is no request for the endpoint. It has no id, for there is none.
pub(crate) fn refuse(status: StatusCode, text: &'static str) -> http::Response<Body> {
    let mut answer = respond(&snodo_core::Response::from(Rejection::new(code::INVALID_REQUEST, text)).into());
    *answer.status_mut() = status;
    answer
}

/// The head of a stream, and the stream.
pub(crate) fn stream(events: Events) -> http::Response<Body> {
    let mut answer = http::Response::new(Body::events(events));
    insert(answer.headers_mut(), EventStream::HEADERS);
    answer
}

/// Adds what lets a page read it.
pub(crate) fn share(answer: &mut http::Response<Body>, cors: &CorsHeaders) {
    for (name, value) in cors.iter() {
        let value = HeaderValue::from_str(value).expect("allowed names are visible ASCII");
        answer.headers_mut().insert(HeaderName::from_static(name), value);
    }
}

fn insert(headers: &mut HeaderMap, fields: impl IntoIterator<Item = (&'static str, &'static str)>) {
    for (name, value) in fields {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}
