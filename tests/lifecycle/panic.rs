//! Handlers that panic take nobody down, and say nothing.

use crate::hosts::{Plan, over_each};
use crate::messages::{echo, fall_at_once, internal, named, progress, text};

#[test]
fn a_panic_is_an_error_of_its_call_alone() {
    over_each(Plan::default(), |scene| {
        let mut waiting = scene.host.send(&named(1, "wait", "a"));
        let mut falling = scene.host.send(&named(2, "fall", "b"));
        scene.stage.wait_for("start a");
        scene.expect(&fall_at_once(3), internal(3));
        scene.stage.open("b");
        assert_eq!(falling.next(), Some(internal(2)));
        assert_eq!(falling.next(), None);
        scene.stage.wait_for("gone b");
        scene.expect(&echo(4), text(4, "hi"));
        scene.stage.open("a");
        assert_eq!(waiting.next(), Some(text(1, "a")));
        assert_eq!(waiting.next(), None);
        scene.stage.wait_for("gone a");
    });
}

#[test]
fn a_panic_after_reports_is_the_last_message() {
    over_each(Plan::default(), |scene| {
        let mut exchange = scene.host.send(&named(1, "fall_late", "a"));
        assert_eq!(exchange.next(), Some(progress(1, 1)));
        scene.stage.open("a");
        assert_eq!(exchange.next(), Some(internal(1)));
        assert_eq!(exchange.next(), None);
        scene.stage.wait_for("gone a");
        scene.expect(&echo(2), text(2, "hi"));
    });
}
