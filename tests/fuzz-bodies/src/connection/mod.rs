//! Bytes in, bytes out: the HTTP/1.1 machine in front of the MCP endpoint, against the endpoint alone behind a reading
//! of the whole stream by the grammar.

mod drive;

use snodo_core::Call;
use snodo_core::http::{Endpoint, Head};

use crate::endpoint::{Seen, Verdict, events, judge};
use crate::members::Members;
use crate::subject::{self, calls_in};
use crate::wire::{self, Bounds, Ending, Message};

/// How many bytes of an input choose the limits and how the stream is cut.
const PLAN: usize = 8;

/// What is sent is one answer for each request that stands in the stream, in order, and each is what the endpoint
/// makes of that request; tools are called for requests that stand there whole and agree with their heads, and for
/// nothing else.
///
/// # Panics
///
/// When one of this does not hold.
pub fn connection(data: &[u8]) {
    let Some((plan, input)) = data.split_first_chunk::<PLAN>() else { return };
    let [choice, steps @ ..] = plan;
    let subject = subject::subject(choice & 1);
    let bounds = Bounds { body: subject.max_body, ..bounds(choice >> 1) };
    let stream = wire::expand(input, wire::OF_REQUESTS);
    let (messages, ending) = wire::messages(&stream, &bounds);
    let (expected, calls) = calls_in(|| expected(&subject.endpoint, &messages, ending));
    assert!(
        calls <= messages.iter().filter(|message| may_call(message)).count(),
        "something else was called"
    );

    let (out, called) = calls_in(|| drive::serve(&subject.endpoint, bounds.limits(), &stream, steps));
    assert_eq!(called, calls, "each request runs once");
    let is_bodiless = |at: usize| expected.get(at).expect("no more is answered than was asked").is_bodiless;
    let (answers, _) = wire::answers(&out, is_bodiless);
    assert_eq!(answers.len(), expected.len(), "each request is answered");
    for (answer, expected) in answers.iter().zip(&expected) {
        let Some(seen) = &expected.seen else {
            assert!((400..=505).contains(&answer.status) && answer.body.is_empty());
            continue;
        };
        assert_eq!(answer.status, seen.status);
        for (name, value) in &seen.fields {
            assert_eq!(answer.values(name), [value.as_bytes()]);
        }
        let is_stream = seen.fields.contains(&("content-type", "text/event-stream"));
        let messages = match is_stream {
            true => events(&answer.body),
            false => Vec::from_iter((!answer.body.is_empty()).then(|| answer.body.clone())),
        };
        assert_eq!(messages, if expected.is_bodiless { Vec::new() } else { seen.messages.clone() });
    }
}

struct Expected {
    /// `None` for the refusal of what is no request.
    seen: Option<Seen>,
    is_bodiless: bool,
}

fn expected(endpoint: &Endpoint, messages: &[Message<'_>], ending: Ending) -> Vec<Expected> {
    let mut expected = Vec::new();
    let mut refused = ending != Ending::Clean;
    for message in messages {
        let target = target(message);
        let head = Head::collect(message.method, &target, message.fields.iter().copied());
        let is_bodiless = message.method == "HEAD";
        if message.is_held
            && let Err(response) = endpoint.check(head.clone())
        {
            expected.push(Expected { seen: Some(Seen::whole(&response)), is_bodiless });
            refused = false;
            break;
        }
        let Some(body) = &message.body else { break };
        let seen = Seen::of(endpoint.handle(head, body, &Call::new()).wait());
        expected.push(Expected { seen: Some(seen), is_bodiless });
    }
    if refused {
        expected.push(Expected { seen: None, is_bodiless: true });
    }
    expected
}

/// Without the scheme and the host of the absolute form.
fn target(message: &Message<'_>) -> String {
    let target = message.target;
    if target.starts_with('/') || target == "*" {
        return target.into();
    }
    let (_, rest) = target.split_once("://").expect("the absolute form has a scheme");
    match rest.find(['/', '?']).map(|at| &rest[at..]) {
        Some(path) if path.starts_with('/') => path.into(),
        Some(query) => format!("/{query}"),
        None if message.method == "OPTIONS" => "*".into(),
        None => "/".into(),
    }
}

/// Whether a message may lead to the call of a tool, by what it says.
fn may_call(message: &Message<'_>) -> bool {
    let fields = message.fields.iter().map(|(name, value)| ((*name).into(), Vec::from(*value))).collect();
    message.method == "POST"
        && message.body.as_ref().is_some_and(|body| {
            let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
            let request = str::from_utf8(body).ok().and_then(Members::of);
            request.is_some_and(|it| it.string("method").is_some_and(|method| method == "tools/call"))
                && judge(&fields, body) != Verdict::Disagree
        })
}

fn bounds(choice: u8) -> Bounds {
    let all = Bounds::DEFAULT;
    match choice % 5 {
        0 => all,
        1 => Bounds { head: 400, ..all },
        2 => Bounds { requests: Some(2), read_ahead: 0, ..all },
        3 => Bounds { chunk_line: 6, trailers: 12, read_ahead: 100, ..all },
        _ => Bounds { headers: 8, target: 8, ..all },
    }
}
