//! The methods of the protocol: what kind of message carries each, and what the server must offer to answer it.

/// One method's rules.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) kind: MethodKind,
    pub(crate) need: Need,
    /// What `Mcp-Name` repeats.
    pub(crate) mirrored_name: Option<Member>,
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

/// A member of `params`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Member {
    Name,
    Uri,
}

/// The server capability that a method needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Nothing,
    Tools,
    Resources,
    Prompts,
    Completions,
    /// A source of events.
    Subscriptions,
}

const fn request(need: Need) -> Rule {
    Rule { kind: MethodKind::Request, need, mirrored_name: None }
}

const fn named(need: Need, member: Member) -> Rule {
    Rule { kind: MethodKind::Request, need, mirrored_name: Some(member) }
}

/// Revision 2026-07-28. Spec: schema, all types with a `method`.
const METHODS: [(&str, Rule); 21] = [
    ("server/discover", request(Need::Nothing)),
    ("tools/list", request(Need::Tools)),
    ("tools/call", named(Need::Tools, Member::Name)),
    ("resources/list", request(Need::Resources)),
    ("resources/templates/list", request(Need::Resources)),
    ("resources/read", named(Need::Resources, Member::Uri)),
    ("prompts/list", request(Need::Prompts)),
    ("prompts/get", named(Need::Prompts, Member::Name)),
    ("completion/complete", request(Need::Completions)),
    ("subscriptions/listen", request(Need::Subscriptions)),
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

const EMBEDDED: Rule = Rule { kind: MethodKind::Embedded, need: Need::Nothing, mirrored_name: None };
const NOTIFICATION: Rule = Rule { kind: MethodKind::Notification, need: Need::Nothing, mirrored_name: None };

/// The rules of `method`, when there is one.
pub(crate) fn rule(method: &str) -> Option<&'static Rule> {
    METHODS.iter().find(|(name, _)| *name == method).map(|(_, rule)| rule)
}
