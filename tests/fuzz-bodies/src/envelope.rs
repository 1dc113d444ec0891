//! The classification of messages, against one that works on a map of members.

use std::hash::{DefaultHasher, Hash, Hasher};

use snodo_core::{Id, Incoming};

use crate::members::{Members, id};
use crate::tokens::{Tokens, content};

/// Every message is classified as the rules say, under the id that stands in it; damage behind a request is refused
/// under the request's id.
///
/// # Panics
///
/// When one of this does not hold.
pub fn envelope(data: &[u8]) {
    let incoming = Incoming::parse(data);
    let seen = Class::of(&incoming);
    let message = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data);
    let text =
        str::from_utf8(message).ok().filter(|text| Tokens::of(text).is_some_and(|all| all.is_acceptable()));
    match text {
        Some(text) => assert_eq!(seen, classify(text)),
        None => unreadable(message, &seen),
    }
    if let Incoming::Request(request) = &incoming {
        equal(request.id());
        damaged(message, &seen);
    }
}

/// What a message was taken for, ids by their text.
#[derive(Debug, Clone, PartialEq)]
enum Class {
    Request { id: String, method: String },
    Notification { method: String, cancels: Option<(String, Option<String>)> },
    Ignored { code: i64 },
    Refused { code: i64, id: Option<String> },
}

impl Class {
    fn of(incoming: &Incoming<'_>) -> Self {
        match incoming {
            Incoming::Request(request) => {
                Self::Request { id: request.id().to_string(), method: request.method().into() }
            }
            Incoming::Notification(notification) => {
                let cancelled = notification.cancelled();
                let cancels = cancelled.map(|it| (it.id.to_string(), it.reason.map(Into::into)));
                Self::Notification { method: notification.method().into(), cancels }
            }
            Incoming::Ignored(why) => {
                assert_eq!(why.id(), None, "what has an id is answered");
                Self::Ignored { code: why.code() }
            }
            Incoming::Refused(why) => {
                Self::Refused { code: why.code(), id: why.id().map(ToString::to_string) }
            }
        }
    }
}

/// By the rules of JSON-RPC 2.0 as the protocol narrows them, for acceptable JSON.
fn classify(text: &str) -> Class {
    let Some(message) = Members::of(text) else { return Class::Refused { code: -32600, id: None } };
    let answers = message.get("result").or(message.get("error")).is_some();
    if answers && message.get("method").is_none() {
        return Class::Ignored { code: -32600 };
    }
    let id = match message.get("id").map(id) {
        Some(None) => return Class::Refused { code: -32600, id: None },
        given => given.flatten().map(String::from),
    };
    let refused = |code, id: Option<String>| match id {
        None => Class::Ignored { code },
        id => Class::Refused { code, id },
    };
    let method = match message.string("method") {
        Some(method) if message.string("jsonrpc").is_some_and(|version| version == "2.0") && !answers => {
            method
        }
        _ => return refused(-32600, id),
    };
    if message.get("params").is_some() && message.object("params").is_none() {
        return refused(-32602, id);
    }
    match id {
        Some(id) => Class::Request { id, method },
        None => Class::Notification { cancels: cancels(&message, &method), method },
    }
}

fn cancels(message: &Members<'_>, method: &str) -> Option<(String, Option<String>)> {
    let params = message.object("params").filter(|_| method == "notifications/cancelled")?;
    let reason = params.string("reason");
    if params.get("reason").is_some() && reason.is_none() {
        return None;
    }
    Some((id(params.get("requestId")?)?.into(), reason))
}

/// A parse error names an id only if it stands in the part that is text.
fn unreadable(message: &[u8], seen: &Class) {
    let Class::Refused { code: -32700, id } = seen else { panic!("not a parse error: {seen:?}") };
    let readable = message.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    assert!(id.as_ref().is_none_or(|id| readable.contains(id)), "an id out of nowhere: {id:?}");
}

/// Equal values are equal ids, however they are spelled.
fn equal(id: &Id) {
    let text = id.to_string();
    let same = match (text.parse::<i64>(), text.parse::<u64>()) {
        (Ok(n), _) => Id::from(n),
        (_, Ok(n)) => Id::from(n),
        _ => Id::from(&*content(&text)),
    };
    assert_eq!(*id, same);
    let hash = |id: &Id| {
        let mut hasher = DefaultHasher::new();
        id.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(id), hash(&same));
}

/// A request is the same behind a byte order mark and within white space. Cut short, or with something behind it, it
/// is refused under its id, which was read before.
fn damaged(message: &[u8], seen: &Class) {
    let Class::Request { id, .. } = seen else { return };
    let padded = [b"\xEF\xBB\xBF \r\n", message, b"\t"].concat();
    assert_eq!(Class::of(&Incoming::parse(&padded)), *seen);
    let refused = Class::Refused { code: -32700, id: Some(id.clone()) };
    let short = &message[..message.iter().rposition(|byte| *byte == b'}').unwrap_or_default()];
    for damaged in [short, &[message, b"x"].concat(), &[message, b"\xFF"].concat(), &[short, b",}"].concat()]
    {
        assert_eq!(Class::of(&Incoming::parse(damaged)), refused);
    }
}
