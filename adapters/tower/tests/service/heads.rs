//! What the head alone decides.

use http::{HeaderValue, Method, Request, Version};

use crate::messages::{echo, hi, refused};
use crate::pieces::Pieces;
use crate::scene::{Plan, Scene};

const ORIGIN: &str = "Forbidden: this Origin may not call";
const HOST: &str = "Forbidden: this Host is not served here";
const ONE_HOST: &str = "Bad request: there must be one Host";

/// Its answer; the body was not even asked for, and is let go.
#[track_caller]
fn refusal(scene: &Scene, request: Request<Pieces>) -> String {
    let body = request.body().clone();
    let answer = scene.ask(request);
    assert_eq!((body.polls(), body.is_dropped()), (0, true));
    answer
}

fn with(name: &'static str, value: &[u8]) -> Request<Pieces> {
    let mut request = echo("1");
    request.headers_mut().insert(name, HeaderValue::from_bytes(value).unwrap());
    request
}

fn twice(name: &'static str, value: &'static str) -> Request<Pieces> {
    let mut request = echo("1");
    request.headers_mut().append(name, HeaderValue::from_static(value));
    request
}

#[test]
fn other_methods_are_not_allowed() {
    let scene = Scene::new();
    for method in ["GET", "HEAD", "DELETE", "PUT", "OPTIONS", "post"] {
        let mut request = echo("1");
        *request.method_mut() = Method::from_bytes(method.as_bytes()).unwrap();
        assert_eq!(refusal(&scene, request), "405 Method Not Allowed\nallow: POST\n\n", "{method}");
    }
}

#[test]
fn origins_are_guarded_whatever_the_method() {
    let scene = Scene::new();
    for origin in [&b"https://evil.example"[..], b"null", b"http://localhost.evil.example", b"\xFF", b""] {
        for method in [Method::POST, Method::GET, Method::DELETE, Method::OPTIONS] {
            let mut request = with("origin", origin);
            *request.method_mut() = method;
            assert_eq!(refusal(&scene, request), refused("403 Forbidden", ORIGIN));
        }
    }
    let mut request = with("origin", b"http://localhost");
    request.headers_mut().append("origin", HeaderValue::from_static("http://localhost"));
    assert_eq!(refusal(&scene, request), refused("403 Forbidden", ORIGIN));
    assert_eq!(scene.ask(with("origin", b"http://localhost:8080")), hi("1"));
}

#[test]
fn there_is_one_host() {
    let scene = Scene::new();
    assert_eq!(refusal(&scene, twice("host", "localhost")), refused("400 Bad Request", ONE_HOST));
    let mut request = echo("1");
    request.headers_mut().remove("host");
    assert_eq!(refusal(&scene, request), refused("400 Bad Request", ONE_HOST));
    for version in [Version::HTTP_10, Version::HTTP_2] {
        let mut request = echo("1");
        *request.version_mut() = version;
        request.headers_mut().remove("host");
        assert_eq!(scene.ask(request), hi("1"));
    }
}

#[test]
fn the_authority_of_the_target_is_the_host() {
    let scene =
        Scene::on(Plan { endpoint: |endpoint| endpoint.allowed_hosts(["app.example"]), ..Plan::default() });
    let request = |uri: &str, host: Option<&'static str>| {
        let mut request = echo("1");
        *request.uri_mut() = uri.parse().unwrap();
        request.headers_mut().remove("host");
        if let Some(host) = host {
            request.headers_mut().insert("host", HeaderValue::from_static(host));
        }
        request
    };
    let refused = refused("403 Forbidden", HOST);
    assert_eq!(scene.ask(request("/", Some("app.example"))), hi("1"));
    assert_eq!(scene.ask(request("https://app.example/", None)), hi("1"));
    assert_eq!(scene.ask(request("https://app.example:8443/", Some("evil.example"))), hi("1"));
    assert_eq!(refusal(&scene, request("/", Some("evil.example"))), refused);
    assert_eq!(refusal(&scene, request("https://evil.example/", None)), refused);
    assert_eq!(refusal(&scene, request("https://evil.example/", Some("app.example"))), refused);
    assert_eq!(refusal(&scene, request("https://app.example@evil.example/", None)), refused);
    let mut request = request("https://app.example/", Some("app.example"));
    request.headers_mut().append("host", HeaderValue::from_static("app.example"));
    assert_eq!(refusal(&scene, request), crate::messages::refused("400 Bad Request", ONE_HOST));
}

#[test]
fn media_types_are_read_and_not_guessed() {
    let scene = Scene::new();
    let unsupported = refused(
        "415 Unsupported Media Type",
        "Unsupported media type: Content-Type must be application/json",
    );
    for bad in [
        "text/plain",
        "text/plain; x=application/json",
        "application/json-seq",
        "application/x-www-form-urlencoded",
    ] {
        assert_eq!(refusal(&scene, with("content-type", bad.as_bytes())), unsupported, "{bad}");
    }
    let mut none = echo("1");
    none.headers_mut().remove("content-type");
    assert_eq!(refusal(&scene, none), unsupported);
    assert_eq!(refusal(&scene, twice("content-type", "application/json")), unsupported);
    for good in ["Application/JSON", "application/json;charset=UTF-8", "application/json ; charset=\"utf-8\""]
    {
        assert_eq!(scene.ask(with("content-type", good.as_bytes())), hi("1"), "{good}");
    }
    let text = "Not acceptable: Accept must allow application/json and text/event-stream";
    assert_eq!(refusal(&scene, with("accept", b"application/json")), refused("406 Not Acceptable", text));
    assert_eq!(scene.ask(with("accept", b"*/*")), hi("1"));
}

#[test]
fn the_path_is_the_hosts_business() {
    let scene = Scene::on(Plan { endpoint: |endpoint| endpoint.path("/mcp"), ..Plan::default() });
    for uri in ["/", "/mcp", "/a/b/c?mcp", "*", "http://localhost"] {
        let mut request = echo("1");
        *request.uri_mut() = uri.parse().unwrap();
        assert_eq!(scene.ask(request), hi("1"), "{uri}");
    }
}

#[test]
fn mirrored_fields_must_agree_with_the_body() {
    let scene = Scene::new();
    let answer = scene.ask(with("mcp-name", b"boom"));
    assert!(answer.starts_with("400 Bad Request\n"), "{answer}");
    assert!(answer.contains("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32020,"), "{answer}");
}
