//! An MCP server inside an axum application, in which a bearer token says who calls.
//!
//! ```text
//! cargo run -p snodo-tower --example axum
//! ```
//!
//! serves on `http://127.0.0.1:4000/mcp` until it is interrupted, and prints a `curl` line that calls it. The host's
//! middleware turns the token into a user, the service hands the user on, and a policy lets only an administrator see
//! the tool `restart`. With `--check` it calls itself over loopback, and ends.

use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use snodo_core::http::Endpoint;
use snodo_core::{Action, Call, Component, Context, Decision, NoArguments, Server, Tool};
use snodo_executor::{Executor, spawn_fn};
use snodo_tower::Mcp;
use tokio::net::TcpListener;

/// Whom a token belongs to. Tokens of yours are random, and looked up where you keep them.
const TOKENS: [(&str, User); 2] = [
    ("ada-token", User { name: "Ada", is_admin: true }),
    ("bob-token", User { name: "Bob", is_admin: false }),
];

#[derive(Clone)]
struct User {
    name: &'static str,
    is_admin: bool,
}

/// The host's own authentication. What it finds out goes into the request's extensions.
async fn authenticate(mut request: Request, next: Next) -> Response {
    let Some(user) = user(request.headers()) else {
        return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response();
    };
    request.extensions_mut().insert(user);
    next.run(request).await
}

fn user(headers: &HeaderMap) -> Option<User> {
    let token = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    let (_, user) = TOKENS.iter().find(|(known, _)| *known == token)?;
    Some(user.clone())
}

/// Who may see and use what.
fn decide(_: Action, component: &Component<'_>, call: &Call) -> Decision {
    match call.auth::<User>() {
        Some(user) if user.is_admin || component.name != "restart" => Decision::Allow,
        _ => Decision::Conceal,
    }
}

fn server() -> Result<Server, snodo_core::Error> {
    let whoami = Tool::new("whoami", async |_: NoArguments, cx: Context| {
        let name = cx.auth::<User>().map_or("nobody", |user| user.name);
        let from = cx.peer().map_or_else(|| "somewhere".to_owned(), |peer| peer.ip().to_string());
        Ok(format!("You are {name}, and call from {from}."))
    });
    let restart =
        Tool::new("restart", async |_: NoArguments| Ok("Restarted, if there were something to restart."));
    Server::builder("axum-example", "0.1.0")
        .tool(whoami.description("Tell who calls"))
        .tool(restart.description("Restart the plant; for administrators"))
        .policy(decide)
        .build()
}

fn mcp() -> Result<Mcp, Box<dyn Error>> {
    // Handlers run as tasks of tokio, 32 at a time, and 128 calls may wait.
    let executor = Executor::builder(spawn_fn(|task| drop(tokio::spawn(task))));
    let executor = executor.max_running(32).max_queued(128).build()?;
    let mcp = Mcp::builder(Endpoint::builder(server()?).build()?, executor)
        .auth::<User>()
        .call(|head, call| match head.extensions.get::<ConnectInfo<SocketAddr>>() {
            Some(ConnectInfo(peer)) => call.with_peer(*peer),
            None => call,
        })
        // hyper sees when a client goes away: nothing has to be written to find out.
        .probe(None);
    Ok(mcp.build()?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let is_check = std::env::args().any(|argument| argument == "--check");
    let mcp = mcp()?;
    let handle = mcp.handle();
    let app = Router::new().route_service("/mcp", mcp).layer(middleware::from_fn(authenticate));

    let listener = TcpListener::bind(if is_check { "127.0.0.1:0" } else { "127.0.0.1:4000" }).await?;
    let address = listener.local_addr()?;
    let until = async move {
        if is_check {
            // A check that fails panics: then the program ends with an error.
            tokio::task::spawn_blocking(move || check(address)).await.expect("the check succeeds");
        } else {
            eprintln!("Serving on http://{address}/mcp. Try:\n\n{}", curl(address));
            tokio::signal::ctrl_c().await.expect("signals can be waited for");
        }
        // First what is open for ever ends, then the host waits for the rest.
        handle.shutdown();
    };
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, app).with_graceful_shutdown(until).await?;
    Ok(())
}

const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

/// The fields of a request that calls `whoami`.
const FIELDS: [&str; 5] = [
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    "MCP-Protocol-Version: 2026-07-28",
    "Mcp-Method: tools/call",
    "Mcp-Name: whoami",
];

fn curl(address: SocketAddr) -> String {
    let fields = FIELDS.map(|field| format!(" -H '{field}'")).concat();
    format!("curl -H 'Authorization: Bearer ada-token'{fields} http://{address}/mcp \\\n  -d '{MESSAGE}'\n")
}

/// Calls itself as three clients would.
fn check(address: SocketAddr) {
    for (token, status, text) in [
        ("ada-token", "HTTP/1.1 200 OK\r\n", "You are Ada, and call from 127.0.0.1."),
        ("bob-token", "HTTP/1.1 200 OK\r\n", "You are Bob, and call from 127.0.0.1."),
        ("no-token", "HTTP/1.1 401 Unauthorized\r\n", ""),
    ] {
        let answer = ask(address, token).expect("the server answers");
        assert!(answer.starts_with(status) && answer.contains(text), "{answer}");
        eprintln!("{token}: {}", status.trim_end());
    }
}

fn ask(address: SocketAddr, token: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n"
    );
    let length = MESSAGE.len();
    write!(stream, "{head}{}\r\nContent-Length: {length}\r\n\r\n{MESSAGE}", FIELDS.join("\r\n"))?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
