//! What lets a page of another origin call from within a browser.

use http::{HeaderValue, Method, Request};
use snodo_core::http::Cors;

use crate::messages::{echo, named, progress, refused, text};
use crate::pieces::Pieces;
use crate::scene::{Plan, Scene};

const GRANTED: &str = "vary: origin\naccess-control-allow-origin: https://app.example\n\
                       access-control-expose-headers: retry-after, www-authenticate\n";

fn scene() -> Scene {
    Scene::on(Plan {
        endpoint: |endpoint| endpoint.allowed_origins(["https://app.example"]).cors(Cors::new()),
        ..Plan::default()
    })
}

fn from_page(mut request: Request<Pieces>, origin: &'static str) -> Request<Pieces> {
    request.headers_mut().insert("origin", HeaderValue::from_static(origin));
    request
}

fn preflight(origin: &'static str) -> Request<Pieces> {
    let mut request = from_page(echo("1"), origin);
    *request.method_mut() = Method::OPTIONS;
    let fields = request.headers_mut();
    fields.insert("access-control-request-method", HeaderValue::from_static("POST"));
    fields.insert("access-control-request-headers", HeaderValue::from_static("mcp-method,x-other"));
    request
}

#[test]
fn a_page_asks_and_calls() {
    let scene = scene();
    let request = preflight("https://app.example");
    let body = request.body().clone();
    assert_eq!(
        scene.ask(request),
        "204 No Content\nvary: origin\naccess-control-allow-origin: https://app.example\n\
         access-control-allow-methods: POST\naccess-control-allow-headers: mcp-method\n\
         access-control-max-age: 600\n\n"
    );
    assert_eq!(body.polls(), 0);
    assert_eq!(
        scene.ask(from_page(echo("1"), "https://app.example")),
        format!("200 OK\ncontent-type: application/json\n{GRANTED}\n{}", text("1", "hi"))
    );
    let mut stream = scene.send(from_page(named("2", "steps", "a"), "https://app.example")).answer();
    assert_eq!(
        stream.head,
        format!(
            "200 OK\ncontent-type: text/event-stream\ncache-control: no-cache\nx-accel-buffering: no\n{GRANTED}"
        )
    );
    stream.expect(progress(1));
}

#[test]
fn refusals_can_be_read_too() {
    let scene = scene();
    let mut request = from_page(echo("1"), "https://app.example");
    *request.method_mut() = Method::GET;
    assert_eq!(scene.ask(request), format!("405 Method Not Allowed\nallow: POST\n{GRANTED}\n"));
    scene.mcp.handle().shutdown();
    let answer = scene.ask(from_page(echo("2"), "https://app.example"));
    assert!(answer.starts_with("503 Service Unavailable\n"), "{answer}");
    assert!(answer.contains(GRANTED), "{answer}");
}

#[test]
fn another_page_is_refused() {
    let scene = scene();
    let forbidden = refused("403 Forbidden", "Forbidden: this Origin may not call").replacen(
        "\n\n",
        "\nvary: origin\n\n",
        1,
    );
    assert_eq!(scene.ask(preflight("https://evil.example")), forbidden);
    assert_eq!(scene.ask(from_page(echo("1"), "https://evil.example")), forbidden);
}
