//! What goes wrong inside a tool stays there.

use crate::peer::{Peer, call, text};

#[test]
fn a_panic_is_an_error_answer_without_internals() {
    let mut peer = Peer::new();
    peer.send(call("1", "boom", "{}") + &call("2", "echo", r#"{"text":"hi"}"#));
    let lines = peer.lines();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":""#),
        "{lines:?}"
    );
    assert!(!lines[0].contains("secret"), "{lines:?}");
    assert_eq!(lines[1], text("2", "hi"));
}
