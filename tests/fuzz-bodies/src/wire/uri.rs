//! What a request can be for.

use std::net::Ipv6Addr;

/// The host of an absolute target, `Some(None)` for a target of another form, `None` for none at all.
pub(super) fn authority<'a>(method: &str, target: &'a str) -> Option<Option<&'a str>> {
    if method == "CONNECT"
        || target.is_empty()
        || !target.bytes().all(|b| matches!(b, b'!'..=b'~') && b != b'#')
    {
        return None;
    }
    if target.starts_with('/') || (target == "*" && method == "OPTIONS") {
        return Some(None);
    }
    let (scheme, rest) = target.split_once("://")?;
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    is_host(authority).then_some(Some(authority))
}

/// A host with or without a port.
pub(super) fn is_host(text: &str) -> bool {
    let (name, port) = match text.strip_prefix('[') {
        Some(literal) => {
            let Some((address, behind)) = literal.split_once(']') else { return false };
            if address.parse::<Ipv6Addr>().is_err() {
                return false;
            }
            ("v6", behind)
        }
        None => text.split_at(text.find(':').unwrap_or(text.len())),
    };
    is_name(name) && is_port(port)
}

/// With its colon, or nothing.
fn is_port(text: &str) -> bool {
    let Some(digits) = text.strip_prefix(':') else { return text.is_empty() };
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.is_empty() || digits.parse::<u64>().is_ok_and(|port| port < 65_536))
}

fn is_name(name: &str) -> bool {
    let mut parts = name.split('%');
    let is_plain = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte))
    };
    !name.is_empty()
        && parts.next().is_some_and(is_plain)
        && parts.all(|part| {
            part.get(..2).is_some_and(|two| two.bytes().all(|byte| byte.is_ascii_hexdigit()))
                && is_plain(part)
        })
}
