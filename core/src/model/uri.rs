//! The form of an absolute URI.

/// Whether `text` has a scheme, something after it, and no character that a URI cannot hold.
///
/// RFC 3986, section 4.3, as far as it can be told without knowing the scheme.
pub(crate) fn is_absolute(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        && !rest.is_empty()
        && rest.bytes().all(|b| {
            b.is_ascii_graphic()
                && !matches!(b, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
        })
}

/// Whether `text` is the URL of a page on some host that is opened without a user name: `https:` or `http:`.
pub(crate) fn is_web_page(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    is_absolute(text)
        && (scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http"))
        && !host.is_empty()
        && !authority.contains('@')
}

/// Whether `text` is a `file:` URI with a host, be it an empty one.
pub(crate) fn is_file(text: &str) -> bool {
    text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("file://")) && is_absolute(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_a_host_and_no_user() {
        for good in ["https://a", "HTTP://127.0.0.1:8080/a?b@c#d", "https://[::1]:1/", "https://a.b/@c"] {
            assert!(is_web_page(good), "{good}");
        }
        for bad in [
            "",
            "https:",
            "https://",
            "https:///a",
            "https://:80/",
            "ftp://a/",
            "file:///a",
            "https://u@a/",
            "https://u:p@a/",
            "https://a b/",
            "javascript:alert(1)",
            "mailto:a@b",
        ] {
            assert!(!is_web_page(bad), "{bad}");
        }
    }

    #[test]
    fn files_are_told_by_their_scheme() {
        for (text, expected) in [
            ("file:///home/a", true),
            ("FILE://host/a", true),
            ("file:/home/a", false),
            ("file://a b", false),
            ("https://a", false),
            ("é", false),
        ] {
            assert_eq!(is_file(text), expected, "{text}");
        }
    }

    #[test]
    fn a_scheme_and_plain_characters_make_it_absolute() {
        for good in ["https://example.com/a.png", "data:image/png;base64,AAAA", "file:///a%20b", "x-y+1.2:z"]
        {
            assert!(is_absolute(good), "{good}");
        }
        for bad in
            ["", "a.png", "/a.png", "://x", "1a:b", "https:", "https://a b", "https://é", "a:\n", "a:{b}"]
        {
            assert!(!is_absolute(bad), "{bad}");
        }
    }
}
