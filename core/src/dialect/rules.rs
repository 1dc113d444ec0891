//! The methods of the protocol: what kind of message carries each, and what the server must offer to answer it.

/// One method's rules.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) kind: MethodKind,
    pub(crate) need: Need,
}

/// Which message carries a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MethodKind {
    /// A client's request.
    Request,
    /// A notification, of either side.
    Notification,
    /// A question inside an `input_required` result, never a message of its own.
    Embedded,
}

/// The server capability that a method needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Nothing,
    Tools,
    /// Nothing a server can offer yet.
    Unoffered,
}

const fn request(need: Need) -> Rule {
    Rule { kind: MethodKind::Request, need }
}

/// Revision 2026-07-28. Spec: schema, all types with a `method`.
const METHODS: [(&str, Rule); 21] = [
    ("server/discover", request(Need::Nothing)),
    ("tools/list", request(Need::Tools)),
    ("tools/call", request(Need::Tools)),
    ("resources/list", request(Need::Unoffered)),
    ("resources/templates/list", request(Need::Unoffered)),
    ("resources/read", request(Need::Unoffered)),
    ("prompts/list", request(Need::Unoffered)),
    ("prompts/get", request(Need::Unoffered)),
    ("completion/complete", request(Need::Unoffered)),
    ("subscriptions/listen", request(Need::Unoffered)),
    ("elicitation/create", EMBEDDED),
    ("sampling/createMessage", EMBEDDED),
    ("roots/list", EMBEDDED),
    ("notifications/cancelled", NOTIFICATION),
    ("notifications/message", NOTIFICATION),
    ("notifications/progress", NOTIFICATION),
    ("notifications/prompts/list_changed", NOTIFICATION),
    ("notifications/resources/list_changed", NOTIFICATION),
    ("notifications/resources/updated", NOTIFICATION),
    ("notifications/subscriptions/acknowledged", NOTIFICATION),
    ("notifications/tools/list_changed", NOTIFICATION),
];

const EMBEDDED: Rule = Rule { kind: MethodKind::Embedded, need: Need::Nothing };
const NOTIFICATION: Rule = Rule { kind: MethodKind::Notification, need: Need::Nothing };

/// The rules of `method`, when there is one.
pub(crate) fn rule(method: &str) -> Option<&'static Rule> {
    METHODS.iter().find(|(name, _)| *name == method).map(|(_, rule)| rule)
}
