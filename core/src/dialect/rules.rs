//! The methods of the protocol: what kind of message carries each, and what the server must offer to answer it.

/// One method's rules.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) kind: MethodKind,
    pub(crate) need: Need,
    /// What `Mcp-Name` repeats.
    pub(crate) mirrored_name: Option<Member>,
}

/// A request of the protocol's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Discover,
    ListTools,
    CallTool,
    ListResources,
    ListResourceTemplates,
    ReadResource,
    ListPrompts,
    GetPrompt,
    Complete,
    Listen,
}

/// Which message carries a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MethodKind {
    /// A client's request.
    Request(Method),
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

const fn request(method: Method, need: Need) -> Rule {
    Rule { kind: MethodKind::Request(method), need, mirrored_name: None }
}

const fn named(method: Method, need: Need, member: Member) -> Rule {
    Rule { kind: MethodKind::Request(method), need, mirrored_name: Some(member) }
}

/// Revision 2026-07-28. They are looked through from the start, where the most frequent stands. Spec: schema, all types with a `method`.
const METHODS: [(&str, Rule); 21] = [
    ("tools/call", named(Method::CallTool, Need::Tools, Member::Name)),
    ("server/discover", request(Method::Discover, Need::Nothing)),
    ("tools/list", request(Method::ListTools, Need::Tools)),
    ("resources/list", request(Method::ListResources, Need::Resources)),
    ("resources/templates/list", request(Method::ListResourceTemplates, Need::Resources)),
    ("resources/read", named(Method::ReadResource, Need::Resources, Member::Uri)),
    ("prompts/list", request(Method::ListPrompts, Need::Prompts)),
    ("prompts/get", named(Method::GetPrompt, Need::Prompts, Member::Name)),
    ("completion/complete", request(Method::Complete, Need::Completions)),
    ("subscriptions/listen", request(Method::Listen, Need::Subscriptions)),
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
