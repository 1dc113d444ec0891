//! Pages of other origins: preflights, and what lets a page read an answer.

use snodo::http::{Cors, Endpoint};
use snodo::{ErrorKind, Server};

use crate::exchange::parsed;
use crate::subject::{ECHO_HI, SAID_HI, Subject};

const PAGE: &str = "Origin: https://app.example\n";
const ASKS: &str = "Access-Control-Request-Method: POST\n";
const GRANTED: &str = "vary: origin\naccess-control-allow-origin: https://app.example\n";

/// Serves pages of one origin.
fn subject(cors: Cors) -> Subject {
    Subject::with(|endpoint| endpoint.allowed_origins(["https://app.example"]).cors(cors))
}

/// What the answer to a request has besides its own fields.
fn added(subject: &Subject, request: &str) -> String {
    let (head, _) = parsed(request.as_bytes());
    let fields = subject.endpoint.cors_headers(&head);
    fields.iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
}

/// The answer to a preflight that asks for these fields: its status, and what CORS adds.
fn preflight(subject: &Subject, asked: &str) -> (String, String) {
    let request = format!("OPTIONS /mcp\n{PAGE}{ASKS}Access-Control-Request-Headers: {asked}\n\n");
    (subject.answer(&request), added(subject, &request))
}

fn allowed(names: &str) -> (String, String) {
    let names =
        if names.is_empty() { String::new() } else { format!("access-control-allow-headers: {names}\n") };
    let fields = format!("{GRANTED}access-control-allow-methods: POST\n{names}access-control-max-age: 600\n");
    ("204\n\n".into(), fields)
}

#[test]
fn a_preflight_is_told_what_a_page_may_send() {
    let subject = subject(Cors::new());
    for (asked, names) in [
        (
            "accept,authorization,content-type,mcp-method,mcp-name,mcp-protocol-version",
            "accept, authorization, content-type, mcp-method, mcp-name, mcp-protocol-version",
        ),
        ("Mcp-Method , \tMCP-NAME,,", "Mcp-Method, MCP-NAME"),
        ("mcp-param-region,Mcp-Param-Dry-Run", "mcp-param-region, Mcp-Param-Dry-Run"),
        ("x-other,content-type,cookie", "content-type"),
        ("mcp-param-", ""),
        ("mcp-param-a b,mcp-param-a\tb,mcp-param-\u{e9},mcp-param-(x),mcp param", ""),
        ("content-type;mcp-name", ""),
        ("*", ""),
        ("", ""),
    ] {
        assert_eq!(preflight(&subject, asked), allowed(names), "{asked:?}");
    }
    let none = format!("OPTIONS /mcp?a=b\n{PAGE}{ASKS}\n");
    assert_eq!((subject.answer(&none), added(&subject, &none)), allowed(""));
    // Whether it may use another method is the browser's to see.
    let put = format!("OPTIONS /mcp\n{PAGE}access-control-request-method: PUT\n\n");
    assert_eq!((subject.answer(&put), added(&subject, &put)), allowed(""));
    assert_eq!(subject.calls(), 0);
}

#[test]
fn a_host_names_more_fields() {
    let subject = subject(
        Cors::default().allow_header("X-Api-Key").expose_header("X-Quota").max_age(std::time::Duration::ZERO),
    );
    let fields = format!(
        "{GRANTED}access-control-allow-methods: POST\naccess-control-allow-headers: x-api-key, mcp-name\n\
         access-control-max-age: 0\n"
    );
    assert_eq!(preflight(&subject, "x-api-key,mcp-name,x-other"), ("204\n\n".into(), fields));
    assert_eq!(
        added(&subject, &format!("POST /mcp\n{PAGE}\n")),
        format!("{GRANTED}access-control-expose-headers: retry-after, www-authenticate, X-Quota\n")
    );
}

#[test]
fn an_answer_may_be_read_by_the_page_that_asked() {
    let subject = subject(Cors::new());
    let granted = format!("{GRANTED}access-control-expose-headers: retry-after, www-authenticate\n");
    let fields = "Content-Type: application/json\nAccept: application/json, text/event-stream\n\
                  MCP-Protocol-Version: 2026-07-28\nMcp-Method: tools/call\nMcp-Name: echo\n";
    let call = format!("POST /mcp\n{PAGE}{fields}\n{ECHO_HI}");
    assert_eq!((subject.answer(&call), added(&subject, &call)), (SAID_HI.into(), granted.clone()));
    // Whatever the answer is.
    for (request, status) in [
        (format!("GET /mcp\n{PAGE}\n"), "405"),
        (format!("OPTIONS /mcp\n{PAGE}\n"), "405"),
        (format!("POST /mcp\n{PAGE}\n"), "415"),
        (format!("POST /other\n{PAGE}\n"), "404"),
        (format!("OPTIONS /other\n{PAGE}{ASKS}\n"), "404"),
        (format!("POST /mcp\n{PAGE}Host: a\nHost: b\n\n"), "400"),
        (format!("OPTIONS /mcp\n{PAGE}{ASKS}Host: a\nHost: b\n\n"), "400"),
    ] {
        assert_eq!(subject.answer(&request).split('\n').next(), Some(status), "{request}");
        assert_eq!(added(&subject, &request), granted, "{request}");
    }
    // As the browser wrote it.
    let odd = "POST /mcp\nOrigin: \thttps://APP.example:443 \n\n";
    assert!(added(&subject, odd).contains("\naccess-control-allow-origin: https://APP.example:443\n"));
}

#[test]
fn another_page_is_told_nothing() {
    let subject = subject(Cors::new());
    for lines in [
        "Origin: https://evil.example\n",
        "Origin: http://app.example\n",
        "Origin: https://app.example.evil.example\n",
        "Origin: null\n",
        "Origin: *\n",
        "Origin: https://app.example\nOrigin: https://app.example\n",
    ] {
        for method in ["OPTIONS", "POST"] {
            let request = format!("{method} /mcp\n{lines}{ASKS}\n");
            assert!(subject.answer(&request).starts_with("403\n"), "{request}");
            assert_eq!(added(&subject, &request), "vary: origin\n", "{request}");
        }
    }
}

#[test]
fn requests_from_no_page_are_answered_as_ever() {
    let subject = subject(Cors::new());
    for request in [
        "POST /mcp\n\n".to_owned(),
        format!("OPTIONS /mcp\n{ASKS}\n"),
        format!("OPTIONS /mcp\nOrigin:\n{ASKS}\n"),
    ] {
        assert_eq!(added(&subject, &request), "vary: origin\n");
        assert!(!subject.answer(&request).starts_with("204"), "{request}");
    }
}

#[test]
fn without_the_setting_there_is_nothing() {
    let subject = Subject::with(|endpoint| endpoint.allowed_origins(["https://app.example"]));
    let request = format!("OPTIONS /mcp\n{PAGE}{ASKS}\n");
    assert_eq!(subject.answer(&request), "405\nallow: POST\n\n");
    assert_eq!(added(&subject, &request), "");
    let (head, _) = parsed(request.as_bytes());
    assert!(subject.endpoint.cors_headers(&head).is_empty());
}

/// Unless there is a list, pages of this machine may call.
#[test]
fn the_loopback_names_are_origins_too() {
    let subject = Subject::with(|endpoint| endpoint.cors(Cors::new()));
    let request = format!("OPTIONS /mcp\nOrigin: http://localhost:5173\n{ASKS}\n");
    assert_eq!(subject.answer(&request), "204\n\n");
    assert!(added(&subject, &request).contains("\naccess-control-allow-origin: http://localhost:5173\n"));
}

#[test]
fn a_name_that_is_no_fields_is_refused() {
    let server = || Server::builder("probe", "1.0.0").build().expect("nothing is wrong with an empty server");
    let settings: [fn(&str) -> Cors; 2] =
        [|name| Cors::new().allow_header(name), |name| Cors::new().expose_header(name)];
    for name in ["", "a b", "a,b", "a\r\nb", "caf\u{e9}", "a:"] {
        for cors in settings {
            let builder = Endpoint::builder(server()).cors(cors(name));
            let error = builder.build().expect_err("the name is refused");
            assert_eq!(
                (error.kind(), error.to_string()),
                (ErrorKind::Name, format!("{name:?} is no name of a header field"))
            );
        }
    }
}
