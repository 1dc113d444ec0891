//! The host and path that a request is for, by the form of its target.

use snodo_http1::server::{Connection, Event, Limits};

/// Method, path, query, host, and what the Host field shows.
type Parts = (String, String, Option<String>, Option<String>, Option<Vec<u8>>);

fn parts(input: &[u8]) -> Parts {
    let mut connection = Connection::new(Limits::default());
    connection.receive(input);
    let Event::Request(request) = connection.next_event() else { panic!("{}", input.escape_ascii()) };
    let head = request.head();
    let field = head.headers().find(|(name, _)| name.eq_ignore_ascii_case("host"));
    (
        head.method().to_owned(),
        head.path().to_owned(),
        head.query().map(str::to_owned),
        head.host().map(str::to_owned),
        field.map(|(_, value)| value.to_vec()),
    )
}

fn expected(method: &str, path: &str, query: Option<&str>, host: Option<&str>, field: Option<&str>) -> Parts {
    let field = field.map(|field| field.as_bytes().to_vec());
    (method.to_owned(), path.to_owned(), query.map(str::to_owned), host.map(str::to_owned), field)
}

#[test]
fn origin_form_goes_by_the_field() {
    assert_eq!(
        parts(b"GET /a?b HTTP/1.1\r\nHost: h:1\r\n\r\n"),
        expected("GET", "/a", Some("b"), Some("h:1"), Some("h:1")),
    );
}

#[test]
fn an_absolute_target_replaces_the_host_field() {
    assert_eq!(
        parts(b"GET http://target:1/a?b HTTP/1.1\r\nhost: field:2\r\n\r\n"),
        expected("GET", "/a", Some("b"), Some("target:1"), Some("target:1")),
    );
}

#[test]
fn an_absolute_target_may_leave_out_its_path() {
    assert_eq!(
        parts(b"GET http://h HTTP/1.1\r\nHost: h\r\n\r\n"),
        expected("GET", "/", None, Some("h"), Some("h")),
    );
    assert_eq!(
        parts(b"GET http://h?b HTTP/1.1\r\nHost: h\r\n\r\n"),
        expected("GET", "/", Some("b"), Some("h"), Some("h")),
    );
    assert_eq!(
        parts(b"OPTIONS http://h:1 HTTP/1.1\r\nHost: h\r\n\r\n"),
        expected("OPTIONS", "*", None, Some("h:1"), Some("h:1")),
    );
    assert_eq!(
        parts(b"OPTIONS http://h?b HTTP/1.1\r\nHost: h\r\n\r\n"),
        expected("OPTIONS", "/", Some("b"), Some("h"), Some("h")),
    );
}

#[test]
fn http10_needs_no_host() {
    assert_eq!(parts(b"GET /a HTTP/1.0\r\n\r\n"), expected("GET", "/a", None, None, None));
    assert_eq!(parts(b"GET http://h/a HTTP/1.0\r\n\r\n"), expected("GET", "/a", None, Some("h"), None));
}
