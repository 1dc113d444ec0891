//! The MCP endpoint from a head and a body to an answer.
//!
//! An input that begins as an object is a body, under a head that agrees with it. Any other is a table of choices.

mod body;
mod head;
mod judge;
mod seen;

use snodo_core::http;

use crate::choices::Choices;
use crate::members::{Members, id};
use crate::subject::{self, Subject, calls_in};
use crate::tokens::Tokens;

use head::Head;
pub(crate) use judge::{Verdict, judge};
pub(crate) use seen::{Seen, events};

/// The head is refused with the status of the first check that fails; nothing runs and nothing succeeds unless the
/// mirrored fields say what the body says; what is refused behind the head is refused under the request's id; each
/// body is one line of JSON, each event holds one; and all ways to drive the endpoint lead to the same answer.
///
/// # Panics
///
/// When one of this does not hold.
pub fn endpoint(data: &[u8]) {
    if data.starts_with(b"{") {
        let subject = subject::subject(0);
        let head = head::compose(&mut Choices::new(&[]), subject, data);
        answer(subject, &head, data, false);
        return;
    }
    let mut choices = Choices::new(data);
    let subject = subject::subject(choices.next());
    let (body, is_sound) = body::compose(&mut choices);
    let head = head::compose(&mut choices, subject, &body);
    answer(subject, &head, &body, is_sound);
}

/// Has one request answered and checks all of it. `is_sound`: the body is in order.
fn answer(subject: &Subject, head: &Head, body: &[u8], is_sound: bool) {
    let fields = head.fields.iter().map(|(name, value)| (&**name, &**value));
    let collected = http::Head::collect(head.method, &head.target, fields);
    let endpoint = &subject.endpoint;
    let (seen, calls) = calls_in(|| seen::handled(endpoint, &collected, body));
    assert_eq!(calls_in(|| seen::in_steps(endpoint, &collected, body)), (seen.clone(), calls), "in steps");
    if let (Some(streamed), calls_again) = calls_in(|| seen::streamed(endpoint, &collected, body)) {
        assert_eq!((&streamed.messages, calls_again), (&seen.messages, calls), "as a stream");
    }

    for message in &seen.messages {
        assert!(message.iter().all(|byte| *byte >= b' '), "a message is one line");
    }
    if let Some(status) = head.refused {
        refused_by_head(&seen, status);
        assert_eq!(calls, 0, "what is refused does not run");
        return;
    }
    if body.len() > subject.max_body {
        assert_eq!((seen.status, calls), (413, 0));
        return;
    }
    let verdict = judge(&head.fields, body);
    let code = answered(&seen, body);
    let succeeds = seen.status == 200;
    if verdict == Verdict::Disagree {
        assert!(!succeeds && calls == 0, "a body was believed over its head");
    }
    if is_sound && verdict != Verdict::Unsure {
        let expected = if verdict == Verdict::Agree { (200, None) } else { (400, Some(-32020)) };
        assert_eq!((seen.status, code), expected, "the body is in order");
    }
}

/// By the head alone: no id is known.
fn refused_by_head(seen: &Seen, status: u16) {
    assert_eq!(seen.status, status, "another check fails first");
    let has_body = !matches!(status, 404 | 405);
    assert_eq!(seen.messages.len(), usize::from(has_body));
    if let [message] = &seen.messages[..] {
        let members = members(message);
        assert_eq!(members.names(), ["error", "jsonrpc"]);
        assert_eq!(members.object("error").and_then(|error| error.get("code")), Some("-32600"));
    }
    let allow: &[_] = if status == 405 { &[("allow", "POST")] } else { &[] };
    let json: &[_] = if has_body { &[("content-type", "application/json")] } else { &[] };
    assert_eq!(seen.fields, [json, allow].concat());
}

/// Checks an answer to a body that was read. Gives the code of the error that it ends with.
fn answered(seen: &Seen, body: &[u8]) -> Option<i64> {
    let Some((last, notices)) = seen.messages.split_last() else {
        assert_eq!((seen.status, &seen.fields[..]), (202, &[][..]), "only notifications have no answer");
        return None;
    };
    for notice in notices {
        assert_eq!(members(notice).names(), ["jsonrpc", "method", "params"]);
    }
    let answer = members(last);
    let error = answer.object("error");
    let code = error.and_then(|error| error.get("code")?.parse::<i64>().ok());
    assert_eq!(code.is_some(), answer.get("result").is_none(), "a result or an error");
    if seen.fields.contains(&("content-type", "text/event-stream")) {
        assert!(seen.status == 200 && !notices.is_empty());
    } else {
        assert_eq!((&seen.fields[..], notices.len()), (&[("content-type", "application/json")][..], 0));
        let status = match code {
            Some(-32601) => 404,
            Some(-32700 | -32600 | -32602 | -32020 | -32021 | -32022) => 400,
            _ => 200,
        };
        assert_eq!(seen.status, status, "{code:?}");
    }
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    let text = str::from_utf8(body).ok().filter(|text| Tokens::of(text).is_some_and(|it| it.is_acceptable()));
    if let Some(request) = text {
        let expected = Members::of(request).and_then(|request| request.get("id").and_then(id));
        assert_eq!(answer.get("id"), expected, "the id is echoed as it came");
    }
    assert_eq!(text.is_none(), code == Some(-32700), "what is no JSON is a parse error");
    code
}

fn members(message: &[u8]) -> Members<'_> {
    let text = str::from_utf8(message).expect("a message is UTF-8");
    assert!(Tokens::of(text).is_some_and(|tokens| tokens.is_acceptable()), "a message is JSON: {text}");
    let members = Members::of(text).expect("a message is an object");
    assert_eq!(members.get("jsonrpc"), Some("\"2.0\""));
    members
}
