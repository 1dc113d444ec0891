//! Clients that say no more, hear no more, or are gone.

use crate::peer::{call, echo, over_each, text};

#[test]
fn one_that_says_no_more_gets_its_answers() {
    over_each(
        |stdio| stdio,
        |mut peer| {
            let input: String = (0..1000).map(|id| echo(&id.to_string(), "hi")).collect();
            peer.send(input);
            peer.end();
            let (rest, served) = peer.finish();
            assert_eq!(rest, (0..1000).map(|id| text(&id.to_string(), "hi")).collect::<String>());
            assert!(served.is_ok());
        },
    );
}

/// Whoever closes looks like one who says no more: what runs has the drain limit.
#[test]
fn one_that_is_gone_keeps_nothing_beyond_the_drain_limit() {
    over_each(
        |stdio| stdio,
        |mut peer| {
            peer.send(call("1", "hang", "{}"));
            peer.wait_for("start");
            peer.close();
            peer.pass(5_000);
            peer.wait_for("gone");
            // Whether its system has said so by then is not certain.
            let (_, served) = peer.finish();
            assert!(served.is_ok() || served.is_err_and(|error| error.is_write()));
        },
    );
}

#[test]
fn one_that_is_gone_with_answers_on_their_way_ends_it_at_once() {
    over_each(
        |stdio| stdio,
        |mut peer| {
            peer.send(call("1", "hang", "{}") + &call("2", "big", r#"{"bytes":50000000}"#));
            peer.wait_for("start");
            peer.close();
            let (_, served) = peer.finish();
            assert!(served.unwrap_err().is_write());
        },
    );
}

#[test]
fn one_that_does_not_read_is_given_up() {
    over_each(
        |stdio| stdio,
        |mut peer| {
            peer.send(call("1", "hang", "{}") + &call("2", "big", r#"{"bytes":50000000}"#));
            peer.wait_for("start");
            peer.pass(5_000);
            assert!(peer.outlast().unwrap_err().is_write_timeout());
        },
    );
}
