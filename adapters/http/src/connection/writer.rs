//! Answers in HTTP's form.

use std::borrow::Cow;
use std::mem;
use std::time::Instant;

use log::error;
use snodo_core::http::{CorsHeaders, EventStream, Response};
use snodo_core::{Rejection, code};
use snodo_http1::Status;
use snodo_http1::server::{Body, Connection};

use crate::LOG;
use crate::date::Date;
use crate::gate::Refusal;

/// What the connection could complain about would be a bug here.
const IN_ORDER: &str = "each request gets one answer, and its fields are in order";

/// Appends answers to the output, each to the request at hand.
pub(super) struct Writer {
    pub(super) http: Connection,
    /// What the head of the next answer has besides: nothing before the head of its request was read.
    pub(super) cors: CorsHeaders,
    date: Date,
}

impl Writer {
    pub(super) fn new(http: Connection) -> Writer {
        Writer { http, cors: CorsHeaders::default(), date: Date::default() }
    }

    pub(super) fn respond(&mut self, response: &Response, out: &mut Vec<u8>, now: Instant) {
        let status = Status::new(response.status()).expect("the engine's statuses are final ones");
        let cors = mem::take(&mut self.cors);
        let fields = Fields::new(self.date.at(now), response.headers(), &cors);
        let fields = fields.as_slice();
        let answered = if response.has_body() {
            self.http.respond_with(status, fields, |out| response.encode_body(out), out)
        } else {
            self.http.respond(status, fields, Body::Empty, out)
        };
        answered.expect(IN_ORDER);
    }

    /// An answer of the listener's own to what is no request for the endpoint. It has no id, for there is none.
    pub(super) fn refuse(
        &mut self,
        status: Status,
        text: impl Into<Cow<'static, str>>,
        out: &mut Vec<u8>,
        now: Instant,
    ) {
        let response = snodo_core::Response::from(Rejection::new(code::INVALID_REQUEST, text));
        let cors = mem::take(&mut self.cors);
        let fields = Fields::new(self.date.at(now), [("content-type", "application/json")], &cors);
        let written = self.http.respond_with(status, fields.as_slice(), |out| response.encode(out), out);
        written.expect(IN_ORDER);
    }

    /// The gate's answer, or, where that cannot be sent, the one for its faults.
    pub(super) fn reject(&mut self, refusal: &Refusal, out: &mut Vec<u8>, now: Instant) {
        let cors = mem::take(&mut self.cors);
        if !self.rejected(refusal, &cors, out, now) {
            error!(target: LOG, "the gate's refusal cannot be sent: {refusal:?}");
            assert!(self.rejected(&Refusal::internal(), &cors, out, now), "{IN_ORDER}");
        }
    }

    fn rejected(&mut self, refusal: &Refusal, cors: &CorsHeaders, out: &mut Vec<u8>, now: Instant) -> bool {
        let own = Fields::new(self.date.at(now), [("content-type", "text/plain; charset=utf-8")], cors);
        let own = own.as_slice().iter().copied();
        let theirs = refusal.fields.iter().map(|(name, value)| (&**name, &**value));
        // There may be several lines of this one.
        let once = own.clone().filter(|(name, _)| *name != "vary");
        let repeats = |(name, _): (&str, &str)| once.clone().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let status = Status::new(refusal.status).filter(|status| status.code() >= 400);
        let Some(status) = status.filter(|_| !theirs.clone().any(repeats)) else { return false };
        let fields: Vec<_> = own.chain(theirs).collect();
        // When it is refused, nothing was written.
        self.http.respond(status, &fields, Body::Full(refusal.text.as_bytes()), out).is_ok()
    }

    pub(super) fn healthy(&mut self, out: &mut Vec<u8>, now: Instant) {
        let fields =
            [("date", self.date.at(now)), ("content-type", "text/plain"), ("cache-control", "no-store")];
        self.http.respond(Status::OK, &fields, Body::Full(b"ok\n"), out).expect(IN_ORDER);
    }

    pub(super) fn not_get(&mut self, out: &mut Vec<u8>, now: Instant) {
        let fields = [("date", self.date.at(now)), ("allow", "GET, HEAD")];
        self.http.respond(Status::METHOD_NOT_ALLOWED, &fields, Body::Empty, out).expect(IN_ORDER);
    }

    pub(super) fn begin_stream(&mut self, out: &mut Vec<u8>, now: Instant) {
        let cors = mem::take(&mut self.cors);
        let fields = Fields::new(self.date.at(now), EventStream::HEADERS, &cors);
        self.http.respond(Status::OK, fields.as_slice(), Body::Stream, out).expect(IN_ORDER);
    }

    /// Appends what `write` gives to the stream, and tells how many bytes there were.
    pub(super) fn events(&mut self, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) -> usize {
        let mut length = 0;
        let measured = |out: &mut Vec<u8>| {
            let from = out.len();
            write(out);
            length = out.len() - from;
        };
        self.http.chunk_with(measured, out).expect("a stream is open");
        length
    }

    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        self.http.finish(out).expect("a stream is open");
    }
}

/// The header fields of an answer, the date in front.
struct Fields<'a> {
    fields: [(&'a str, &'a str); MOST],
    count: usize,
}

/// The date, at most three of the answer's own, and at most five of CORS.
const MOST: usize = 9;

impl<'a> Fields<'a> {
    fn new(
        date: &'a str,
        own: impl IntoIterator<Item = (&'static str, &'static str)>,
        cors: &'a CorsHeaders,
    ) -> Fields<'a> {
        let mut fields = Fields { fields: [("date", date); MOST], count: 1 };
        own.into_iter().for_each(|field| fields.push(field));
        if !cors.is_empty() {
            cors.iter().for_each(|field| fields.push(field));
        }
        fields
    }

    fn push(&mut self, field: (&'a str, &'a str)) {
        self.fields[self.count] = field;
        self.count += 1;
    }

    fn as_slice(&self) -> &[(&'a str, &'a str)] {
        &self.fields[..self.count]
    }
}
