use super::Url;
use crate::error::ErrorKind;

/// The parts as they are used: scheme's safety, host to look up, port, `Host` field, target.
fn parts(text: &str) -> (bool, String, u16, String, String) {
    let url = Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let origin = &url.origin;
    (origin.is_secure, origin.host().into(), origin.port, origin.to_string(), url.target.to_string())
}

fn expected(
    secure: bool,
    host: &str,
    port: u16,
    field: &str,
    target: &str,
) -> (bool, String, u16, String, String) {
    (secure, host.into(), port, field.into(), target.into())
}

#[test]
fn what_was_written_is_what_is_requested() {
    assert_eq!(
        parts("http://[::1]:4000/a%2Fb/mcp/?key=1&x=%20"),
        expected(false, "::1", 4_000, "[::1]:4000", "/a%2Fb/mcp/?key=1&x=%20")
    );
    assert_eq!(parts("http://127.0.0.1:4000"), expected(false, "127.0.0.1", 4_000, "127.0.0.1:4000", "/"));
    assert_eq!(
        parts("HTTP://LocalHost:4000/MCP"),
        expected(false, "localhost", 4_000, "localhost:4000", "/MCP")
    );
    assert_eq!(parts("https://example.com"), expected(true, "example.com", 443, "example.com", "/"));
    assert_eq!(parts("https://example.com:443/"), expected(true, "example.com", 443, "example.com", "/"));
    assert_eq!(parts("https://example.com:80/"), expected(true, "example.com", 80, "example.com:80", "/"));
    assert_eq!(parts("http://example.com:/a"), expected(false, "example.com", 80, "example.com", "/a"));
    assert_eq!(parts("http://example.com?a=/b"), expected(false, "example.com", 80, "example.com", "/?a=/b"));
    assert_eq!(parts("http://h/a/../b/./c//d"), expected(false, "h", 80, "h", "/a/../b/./c//d"));
    assert_eq!(parts("http://h/a?b?c#d?e"), expected(false, "h", 80, "h", "/a?b?c"));
    assert_eq!(parts("http://h#/a"), expected(false, "h", 80, "h", "/"));
    // An at sign is user information only in front of the path.
    assert_eq!(parts("http://h/a@b?c@d"), expected(false, "h", 80, "h", "/a@b?c@d"));
}

#[test]
fn what_is_no_url_of_a_server_is_refused_and_not_repeated() {
    for (text, why) in [
        ("", "http://"),
        ("secret", "http://"),
        ("secret.example/mcp", "http://"),
        ("ftp://secret", "http://"),
        ("http:secret", "http://"),
        ("unix:///secret", "http://"),
        ("http://u:secret@h/", "user information"),
        ("http://secret@h", "user information"),
        ("http://@secret", "user information"),
        ("http://", "host"),
        ("http:///secret", "host"),
        ("http://:80/secret", "host"),
        ("http://sec ret/", "host"),
        ("http://h\u{f6}secret/", "host"),
        ("http://h\\secret/", "host"),
        ("http://[secret", "host"),
        ("http://[::1%25secret]/", "host"),
        ("http://::1/secret", "port"),
        ("http://[::1]secret/", "port"),
        ("http://h:0/secret", "port"),
        ("http://h:65536/secret", "port"),
        ("http://h:+80/secret", "port"),
        ("http://h:secret/", "port"),
        ("http://h/sec ret", "percent-encoded"),
        ("http://h/secret\u{f6}", "percent-encoded"),
        ("http://h/secret\r\nx: y", "percent-encoded"),
        ("http://h?secret\0", "percent-encoded"),
    ] {
        let error = Url::parse(text).expect_err(text);
        assert_eq!(error.kind(), ErrorKind::Usage);
        assert!(error.message().contains(why), "{text}: {error}");
        assert!(!error.message().contains("ecret"), "{error}");
    }
    let long = format!("http://h/{}", "a".repeat(8_184));
    assert!(Url::parse(&long).is_err());
    assert!(Url::parse(&long[..8_192]).is_ok());
}

#[test]
fn redirects_lead_where_references_lead() {
    let base = Url::parse("http://h:4000/a/b?c=d").expect("a URL");
    for (reference, target) in [
        ("", "/a/b?c=d"),
        ("#x", "/a/b?c=d"),
        ("?e", "/a/b?e"),
        ("e", "/a/e"),
        ("e/?f#g", "/a/e/?f"),
        ("/mcp/", "/mcp/"),
        ("/x?y", "/x?y"),
        (".", "/a/"),
        ("./e", "/a/e"),
        ("..", "/"),
        ("../../../e", "/e"),
        ("/x/./y/../z/..", "/x/"),
        ("/x?y/../z", "/x?y/../z"),
        ("http://H:4000/m", "/m"),
        ("HTTP://h:4000", "/"),
        ("//h:4000/m/../n", "/n"),
        ("/a:b", "/a:b"),
    ] {
        let url = base.resolve(reference).unwrap_or_else(|error| panic!("{reference}: {error}"));
        assert_eq!(&*url.target, target, "{reference}");
        assert!(url.origin == base.origin, "{reference}");
    }
    for (reference, shown) in [
        ("http://h/m", "http://h/m"),
        ("https://h:4000/m", "https://h:4000/m"),
        ("//g:4000/m?secret", "http://g:4000/m"),
        ("http://h.:4000/m", "http://h.:4000/m"),
    ] {
        let url = base.resolve(reference).expect("a URL");
        assert!(url.origin != base.origin, "{reference}");
        assert_eq!(url.to_string(), shown);
    }
    for reference in ["ftp://h:4000/m", "data:x", "http:m", "http://u@h:4000/", "/\u{f6}", "/a b", "//"] {
        assert!(base.resolve(reference).is_err(), "{reference}");
    }
}

#[test]
fn an_origin_without_a_port_has_the_schemes() {
    let origin = |text| Url::parse(text).expect("a URL").origin;
    assert!(origin("http://h:80/a") == origin("http://H/b"));
    assert!(origin("https://h:443/a") == origin("https://h/b"));
    assert!(origin("http://h:443/a") != origin("https://h/b"));
}

#[test]
fn this_machine_is_known() {
    let is_loopback = |text| Url::parse(text).expect("a URL").origin.is_loopback();
    for text in ["http://localhost/", "http://a.LOCALHOST", "http://127.1.2.3", "http://[::1]:80"] {
        assert!(is_loopback(text), "{text}");
    }
    for text in ["http://localhost.example", "http://notlocalhost", "http://128.0.0.1", "http://[::2]"] {
        assert!(!is_loopback(text), "{text}");
    }
}
