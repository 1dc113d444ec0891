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

#[cfg(test)]
mod tests {
    use super::is_absolute;

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
