//! What clients ask subscriptions for, against one that works on a map of members.

use std::collections::HashSet;

use snodo_core::{Event, Filter, Topics};

use crate::members::Members;
use crate::tokens::Tokens;

const LISTS: [(&str, Topics, Event); 3] = [
    ("toolsListChanged", Topics::TOOLS_LIST, Event::ToolsListChanged),
    ("promptsListChanged", Topics::PROMPTS_LIST, Event::PromptsListChanged),
    ("resourcesListChanged", Topics::RESOURCES_LIST, Event::ResourcesListChanged),
];

/// A filter is taken exactly when its members are of the right kinds and its URIs absolute; it allows what it asks for;
/// what it is written as reads back as the same; its parts are subsets of it.
///
/// # Panics
///
/// When one of this does not hold.
pub fn filter(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let is_json = Tokens::of(text).is_some_and(|tokens| tokens.is_acceptable());
    let expected = Members::of(text).filter(|_| is_json).and_then(|members| Asked::of(&members));
    let seen = Filter::parse(text);
    match (&expected, &seen) {
        (Some(asked), Ok(filter)) => asked.check(filter),
        (None, Err(refusal)) => assert_eq!(refusal.code(), -32602),
        (Some(_), Err(refusal)) => panic!("refused without a reason: {refusal}"),
        (None, Ok(filter)) => panic!("accepted against the rules: {filter:?}"),
    }
    if let (Some(asked), Ok(filter)) = (&expected, &seen) {
        let again = encoded(filter);
        asked.check(&Filter::parse(&again).expect("what is written can be read"));
        assert_eq!(encoded(&Filter::parse(&again).expect("it was read before")), again);
        parts(filter);
    }
}

/// What a filter asks for, by the rules.
struct Asked<'a> {
    lists: [bool; 3],
    uris: Vec<String>,
    /// Members that the protocol does not know, by name.
    others: Vec<(String, &'a str)>,
}

impl<'a> Asked<'a> {
    fn of(members: &Members<'a>) -> Option<Self> {
        let mut lists = [false; 3];
        for ((name, ..), asked) in LISTS.iter().zip(&mut lists) {
            *asked = match members.get(name) {
                None | Some("false") => false,
                Some("true") => true,
                Some(_) => return None,
            };
        }
        let mut uris: Vec<String> = match members.get("resourceSubscriptions") {
            None => Vec::new(),
            Some(array) => serde_json::from_str(array).ok()?,
        };
        if uris.len() > 1_000 || !uris.iter().all(|uri| is_absolute(uri)) {
            return None;
        }
        let mut seen = HashSet::new();
        uris.retain(|uri| seen.insert(uri.clone()));
        let known = |name: &str| name == "resourceSubscriptions" || LISTS.iter().any(|list| list.0 == name);
        let others = members.names().into_iter().filter(|name| !known(name));
        let others = others.filter_map(|name| Some((name.to_owned(), members.get(name)?))).collect();
        Some(Self { lists, uris, others })
    }

    fn check(&self, filter: &Filter) {
        for ((name, topic, event), asked) in LISTS.iter().zip(self.lists) {
            assert_eq!(filter.topics().contains(*topic), asked, "{name}");
            assert_eq!(filter.allows(event), asked, "{name}");
        }
        assert_eq!(filter.topics().contains(Topics::RESOURCE_UPDATES), !self.uris.is_empty());
        assert!(filter.resources().map(|uri| &**uri).eq(&self.uris), "in the order they were named");
        for uri in filter.resources() {
            assert!(filter.allows(&Event::ResourceUpdated(uri.clone())));
        }
        let raw = filter.raw().unwrap_or("{}");
        let kept = Members::of(raw).expect("members of extensions are an object");
        assert_eq!(kept.names(), self.others.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
        for (name, value) in &self.others {
            let tokens = |text| Tokens::of(text).map(|tokens| tokens.normal());
            assert_eq!(kept.get(name).and_then(tokens), tokens(value));
        }
    }
}

/// RFC 3986, character by character.
fn is_absolute(uri: &str) -> bool {
    let mut chars = uri.chars();
    if !chars.next().is_some_and(|first| first.is_ascii_alphabetic()) {
        return false;
    }
    let scheme =
        chars.by_ref().take_while(|c| *c != ':').all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let rest = chars.as_str();
    scheme
        && uri.contains(':')
        && !rest.is_empty()
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c))
}

fn encoded(filter: &Filter) -> String {
    let mut out = Vec::new();
    filter.encode(&mut out);
    assert!(out.iter().all(|byte| *byte >= b' '), "a filter is one line");
    String::from_utf8(out).expect("a filter is UTF-8")
}

fn parts(filter: &Filter) {
    let odd = filter.narrow_resources(|uri| uri.len() % 2 == 1);
    for part in [filter.narrow(Topics::TOOLS_LIST), filter.narrow(Topics::RESOURCE_UPDATES), odd] {
        assert!(part.is_subset_of(filter));
        assert_eq!(encoded(&part.intersect(filter)), encoded(&part));
        assert_eq!(encoded(&filter.intersect(&part)), encoded(&part));
        assert_eq!(filter.is_subset_of(&part), encoded(filter) == encoded(&part));
    }
}
