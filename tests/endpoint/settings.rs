//! What an endpoint can be told, and what it refuses to be told.

use snodo::http::{Endpoint, EndpointBuilder, Head};
use snodo::{ErrorKind, Server};

use crate::exchange::parsed;
use crate::subject::{CALL_ECHO, ECHO_HI, SAID_HI, Subject};

fn server() -> Server {
    Server::builder("probe", "1.0.0").build().expect("nothing is wrong with an empty server")
}

fn refused(settings: impl FnOnce(EndpointBuilder) -> EndpointBuilder) -> (ErrorKind, String) {
    let error = settings(Endpoint::builder(server())).build().expect_err("the setting is refused");
    (error.kind(), error.to_string())
}

#[test]
fn the_defaults_are_the_documented_ones() {
    let endpoint = Endpoint::builder(server()).build().unwrap();
    assert_eq!(endpoint.path(), "/mcp");
    assert_eq!(endpoint.max_body(), 2_000_000);
    assert_eq!(endpoint.server().name(), "probe");
}

#[test]
fn another_path_is_served_instead() {
    let subject = Subject::with(|endpoint| endpoint.path("/tools/v1"));
    assert_eq!(subject.endpoint.path(), "/tools/v1");
    let request = format!("{CALL_ECHO}{ECHO_HI}");
    assert_eq!(subject.answer(&request), "404\n\n");
    assert_eq!(subject.answer(request.replacen("/mcp", "/tools/v1", 1)), SAID_HI);
}

#[test]
fn a_path_starts_with_a_slash_and_is_only_a_path() {
    for path in ["", "mcp", "http://localhost/mcp", "/mcp?x", "/mcp#x", "/m cp", "/mcp\n", "/caf\u{e9}"] {
        assert_eq!(
            refused(|endpoint| endpoint.path(path)),
            (ErrorKind::Uri, "an endpoint's path starts with / and has no query or fragment".into()),
            "{path}"
        );
    }
}

#[test]
fn an_entry_that_names_no_host_is_refused() {
    assert_eq!(
        refused(|endpoint| endpoint.allowed_origins(["app.example", "*"])),
        (
            ErrorKind::Host,
            r#""*" is no host name: write "app.example", "app.example:8080" or "https://app.example""#.into()
        )
    );
    for entry in [
        "",
        "*.app.example",
        "a b",
        "null",
        "ftp://app.example",
        "https://",
        "https://app.example/",
        "https://app.example/path",
        "user@app.example",
        "app.example:",
        "app.example:http",
        "app.example:65536",
        "::1",
        "[::1",
        "[localhost]",
        "caf\u{e9}.example",
    ] {
        // A host may well be called that.
        let is_name = entry == "null";
        let origins = Endpoint::builder(server()).allowed_origins([entry]).build();
        let hosts = Endpoint::builder(server()).allowed_hosts([entry]).build();
        for built in [origins, hosts] {
            match built {
                Ok(_) => assert!(is_name, "{entry}"),
                Err(error) => assert!(!is_name && error.kind() == ErrorKind::Host, "{entry}"),
            }
        }
    }
}

#[test]
fn nothing_that_is_shown_holds_a_field_value() {
    let request = b"POST /mcp?secret\nAuthorization: Bearer secret\nMcp-Name: secret\nMcp-Param-A: secret\nOrigin: http://localhost\n\n";
    let (head, _) = parsed(request);
    assert_eq!(format!("{head:?}"), r#"Head { method: "POST", path: "/mcp", .. }"#);
    let endpoint = Endpoint::builder(server()).build().unwrap();
    let checked = endpoint.check(Head::collect(
        "POST",
        "/mcp",
        [("Content-Type", &b"application/json"[..]), ("Mcp-Name", b"secret")],
    ));
    assert!(!format!("{:?}", checked.unwrap()).contains("secret"));
}
