//! The grammar of `_meta` keys and extension names.
//!
//! Spec: basic, section "_meta": an optional prefix of dot-separated labels and a slash, then a name.

/// Whether `key` is a well-formed key.
pub(crate) fn is_meta_key(key: &str) -> bool {
    match key.split_once('/') {
        Some((prefix, name)) => prefix.split('.').all(is_label) && is_name(name),
        None => is_name(key),
    }
}

/// Whether `key` is well-formed and has a prefix, as an extension's name must.
pub(crate) fn is_prefixed(key: &str) -> bool {
    key.contains('/') && is_meta_key(key)
}

fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    matches!((bytes.first(), bytes.last()), (Some(first), Some(last))
        if first.is_ascii_alphabetic() && last.is_ascii_alphanumeric())
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
}

fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return true };
    first.is_ascii_alphanumeric()
        && last.is_ascii_alphanumeric()
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_grammar() {
        for key in ["a", "a-b_c.d", "com.example/a", "io.modelcontextprotocol/x", "x/", "", "a1.b-2/c"] {
            assert!(is_meta_key(key), "{key:?}");
        }
        for key in ["-a", "a-", "a b", "é", ".a/b", "a./b", "1a.b/c", "a-.b/c", "a/b/c", "/a", "a_b.c/d"] {
            assert!(!is_meta_key(key), "{key:?}");
        }
        assert!(is_prefixed("com.example/tasks") && !is_prefixed("tasks") && !is_prefixed("/tasks"));
    }
}
