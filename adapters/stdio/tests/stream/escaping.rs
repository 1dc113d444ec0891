//! Pure ASCII out, whatever goes in.

use crate::peer::{Peer, call, text};

#[test]
fn everything_above_7e_is_escaped_in_lower_case() {
    let mut peer = Peer::new();
    peer.send(call("1", "echo", "{\"text\":\"na\u{ef}ve \u{7f}\u{2028}\u{2029} \u{1f980} ~\"}"));
    assert_eq!(peer.lines(), [text("1", r"na\u00efve \u007f\u2028\u2029 \ud83e\udd80 ~")]);
}

#[test]
fn an_escaped_character_is_not_escaped_twice() {
    let mut peer = Peer::new();
    peer.send(call("1", "echo", r#"{"text":"\u00e9 \ud83e\udd80 \\u00e9"}"#));
    assert_eq!(peer.lines(), [text("1", r"\u00e9 \ud83e\udd80 \\u00e9")]);
}

#[test]
fn ids_are_escaped_too() {
    let mut peer = Peer::new();
    peer.send(call("\"\u{e9}\"", "echo", r#"{"text":"hi"}"#));
    assert_eq!(peer.lines(), [text(r#""\u00e9""#, "hi")]);
}
