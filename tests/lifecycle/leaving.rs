//! Clients that leave: what runs for them is cancelled, and nothing else is.

use crate::hosts::{Plan, over_each};
use crate::messages::{echo, named, progress, text};

#[test]
fn a_call_that_has_said_nothing_is_cancelled() {
    over_each(Plan::default(), |scene| {
        let mut stays = scene.host.send(&named(1, "wait", "a"));
        let goes = scene.host.send(&named(2, "wait", "b"));
        scene.stage.wait_for("start a");
        scene.stage.wait_for("start b");
        goes.leave();
        scene.stage.wait_for("gone b");
        scene.expect(&echo(3), text(3, "hi"));
        scene.stage.open("a");
        assert_eq!(stays.next(), Some(text(1, "a")));
        assert_eq!(stays.next(), None);
        scene.stage.wait_for("gone a");
    });
}

#[test]
fn a_call_in_the_middle_of_its_reports_is_cancelled() {
    over_each(Plan::default(), |scene| {
        let mut exchange = scene.host.send(&named(1, "steps", "a"));
        scene.stage.wait_for("start a");
        assert_eq!(exchange.next(), Some(progress(1, 1)));
        exchange.leave();
        scene.stage.wait_for("gone a");
        scene.expect(&echo(2), text(2, "hi"));
    });
}
