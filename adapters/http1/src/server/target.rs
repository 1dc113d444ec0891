//! The forms of a request target (RFC 9112 section 3.2).

use core::ops::Range;

use super::refusal::Refusal;
use crate::syntax::is_host_and_port;

/// The parts of a target, as places in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// Of the absolute form only.
    pub(super) authority: Option<Range<usize>>,
    /// Not empty. `None` when the absolute form leaves it out.
    pub(super) path: Option<Range<usize>>,
    /// Without its question mark.
    pub(super) query: Option<Range<usize>>,
}

impl Target {
    pub(super) fn parse(method: &str, target: &str) -> Result<Target, Refusal> {
        // Beyond what httparse lets pass there are bytes above ASCII and the fragment, which is never sent.
        if target.bytes().any(|byte| !byte.is_ascii() || byte == b'#') {
            return Err(Refusal::Target);
        }
        if method == "CONNECT" {
            return Err(if is_host_and_port(target.as_bytes()) { Refusal::Connect } else { Refusal::Target });
        }
        if target.starts_with('/') {
            return Ok(Target::path_and_query(target, 0, None));
        }
        if target == "*" && method == "OPTIONS" {
            return Ok(Target { authority: None, path: Some(0..1), query: None });
        }
        Target::absolute(target).ok_or(Refusal::Target)
    }

    fn absolute(target: &str) -> Option<Target> {
        let start = ["http://", "https://"].into_iter().find_map(|scheme| {
            target.get(..scheme.len())?.eq_ignore_ascii_case(scheme).then_some(scheme.len())
        })?;
        let end = target[start..].find(['/', '?']).map_or(target.len(), |offset| start + offset);
        is_host_and_port(&target.as_bytes()[start..end])
            .then(|| Target::path_and_query(target, end, Some(start..end)))
    }

    fn path_and_query(target: &str, start: usize, authority: Option<Range<usize>>) -> Target {
        let end = target[start..].bytes().position(|byte| byte == b'?').map(|offset| start + offset);
        let path = start..end.unwrap_or(target.len());
        Target {
            authority,
            path: (!path.is_empty()).then_some(path),
            query: end.map(|end| end + 1..target.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Target;
    use crate::server::Refusal;

    type Parts<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>);

    fn parts<'a>(method: &str, text: &'a str) -> Result<Parts<'a>, Refusal> {
        let target = Target::parse(method, text)?;
        let part = |range: Option<core::ops::Range<usize>>| range.map(|range| &text[range]);
        Ok((part(target.authority), part(target.path), part(target.query)))
    }

    #[test]
    fn origin_form() {
        assert_eq!(parts("POST", "/mcp"), Ok((None, Some("/mcp"), None)));
        assert_eq!(parts("POST", "/mcp?a=b?c"), Ok((None, Some("/mcp"), Some("a=b?c"))));
        assert_eq!(parts("GET", "/?"), Ok((None, Some("/"), Some(""))));
        assert_eq!(parts("GET", "//h/x"), Ok((None, Some("//h/x"), None)));
    }

    #[test]
    fn absolute_form() {
        assert_eq!(parts("GET", "http://h:1/x?y"), Ok((Some("h:1"), Some("/x"), Some("y"))));
        assert_eq!(parts("GET", "HTTPS://h"), Ok((Some("h"), None, None)));
        assert_eq!(parts("GET", "http://h?q"), Ok((Some("h"), None, Some("q"))));
        for bad in ["http:///x", "http://u@h/", "http:/h/", "ftp://h/", "http://h:x/", "http://a b/"] {
            assert_eq!(parts("GET", bad), Err(Refusal::Target), "{bad}");
        }
    }

    #[test]
    fn asterisk_and_authority_form() {
        assert_eq!(parts("OPTIONS", "*"), Ok((None, Some("*"), None)));
        assert_eq!(parts("GET", "*"), Err(Refusal::Target));
        assert_eq!(parts("CONNECT", "h:443"), Err(Refusal::Connect));
        assert_eq!(parts("CONNECT", "/x"), Err(Refusal::Target));
        assert_eq!(parts("GET", "h:443"), Err(Refusal::Target));
        assert_eq!(parts("GET", "mcp"), Err(Refusal::Target));
    }

    #[test]
    fn no_fragment_and_no_byte_above_ascii() {
        assert_eq!(parts("GET", "/x#y"), Err(Refusal::Target));
        assert_eq!(parts("GET", "/h\u{f6}"), Err(Refusal::Target));
    }
}
