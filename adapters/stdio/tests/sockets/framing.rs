//! One message per line, however the bytes arrive.

use crate::peer::{echo, over_each, text};

/// The id can be read, so it is told.
const PARSE_ERROR: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32700,\"message\":\"Parse error: the text is not valid JSON\"}}\n";

#[test]
fn whole_in_pieces_and_with_the_end_behind_it() {
    over_each(
        |stdio| stdio,
        |mut peer| {
            let input = echo("1", "a") + &echo("2", "b").replace('\n', "\r\n");
            let expected = text("1", "a") + &text("2", "b");
            peer.send(&input);
            peer.expect(&expected);
            for byte in input.as_bytes() {
                peer.send([*byte]);
            }
            peer.expect(&expected);
            peer.send(input.trim_end());
            peer.end();
            let (rest, served) = peer.finish();
            assert_eq!(rest, expected);
            assert!(served.is_ok());
        },
    );
}

#[test]
fn half_a_line_at_the_end_is_no_message() {
    over_each(
        |stdio| stdio,
        |mut peer| {
            peer.send(&echo("1", "a")[..40]);
            peer.end();
            let (rest, served) = peer.finish();
            assert_eq!(rest, PARSE_ERROR);
            assert!(served.is_ok());
        },
    );
}

#[test]
fn a_line_of_the_limit_is_served_and_a_longer_one_is_refused_before_it_ends() {
    const REFUSED: &str = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid request: the line is longer than 1000 bytes, its newline included\"}}\n";
    over_each(
        |stdio| stdio.max_line(1000),
        |mut peer| {
            let around = echo("1", "").len();
            for room in [999, 1000] {
                let long = "x".repeat(room - around);
                peer.send(echo("1", &long));
                peer.expect(text("1", &long));
            }
            peer.send(&echo("1", &"x".repeat(1001 - around))[..1001]);
            peer.expect(REFUSED);
            peer.send("x".repeat(1001));
            peer.expect(REFUSED);
            peer.send("x".repeat(10_000) + "\n" + &echo("2", "b"));
            peer.expect(text("2", "b"));
        },
    );
}
