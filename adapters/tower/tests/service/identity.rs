//! Who calls, as the host knows it.

use std::net::SocketAddr;

use snodo_core::{Action, Call, Component, Decision};

use crate::messages::{answer, call, echo, hi, text};
use crate::scene::{Plan, Scene};
use crate::tools::{Tenant, User};

#[test]
fn what_middleware_found_out_reaches_the_handler() {
    let scene = Scene::with(|mcp| {
        mcp.call(|head, call| match head.extensions.get::<SocketAddr>() {
            Some(peer) => call.with_peer(*peer),
            None => call,
        })
        .auth::<User>()
        .extension::<Tenant>()
    });
    let mut request = call("1", "who", "{}");
    request.extensions_mut().insert(User("ada"));
    request.extensions_mut().insert(Tenant("acme"));
    request.extensions_mut().insert(SocketAddr::from(([192, 0, 2, 1], 80)));
    assert_eq!(scene.ask(request), answer("200 OK", &text("1", "ada, acme, 192.0.2.1:80")));
    let nothing = scene.ask(call("2", "who", "{}"));
    assert_eq!(nothing, answer("200 OK", &text("2", "nobody, nowhere, no address")));
}

#[test]
fn nothing_is_taken_that_was_not_asked_for() {
    let scene = Scene::new();
    let mut request = call("1", "who", "{}");
    request.extensions_mut().insert(User("ada"));
    request.headers_mut().insert("authorization", "Bearer ada".parse().unwrap());
    assert_eq!(scene.ask(request), answer("200 OK", &text("1", "nobody, nowhere, no address")));
}

#[test]
fn a_policy_decides_by_it() {
    fn decide(_: Action, component: &Component<'_>, call: &Call) -> Decision {
        match call.auth::<User>() {
            Some(User("ada")) => Decision::Allow,
            _ if component.name == "echo" => Decision::refuse(403, "Only for Ada"),
            _ => Decision::Allow,
        }
    }
    let scene = Scene::on(Plan {
        server: |server| server.policy(decide),
        mcp: |mcp| mcp.auth::<User>(),
        ..Plan::default()
    });
    let refusal = r#"{"jsonrpc":"2.0","id":1,"error":{"code":403,"message":"Only for Ada"}}"#;
    assert_eq!(scene.ask(echo("1")), answer("200 OK", refusal));
    let mut request = echo("1");
    request.extensions_mut().insert(User("ada"));
    assert_eq!(scene.ask(request), hi("1"));
}
