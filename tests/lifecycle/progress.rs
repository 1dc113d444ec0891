//! What a handler says before it is done.

use crate::hosts::{Plan, over_each};
use crate::messages::{named, progress, text};

#[test]
fn reports_come_as_they_are_made_and_the_answer_last() {
    over_each(Plan::default(), |scene| {
        let mut exchange = scene.host.send(&named(1, "steps", "a"));
        for step in 1..=3 {
            assert_eq!(exchange.next(), Some(progress(1, step)));
            scene.stage.open("a");
        }
        assert_eq!(exchange.next(), Some(text(1, "a")));
        assert_eq!(exchange.next(), None);
        scene.stage.wait_for("start a");
        scene.stage.wait_for("gone a");
    });
}

#[test]
fn two_calls_report_side_by_side() {
    over_each(Plan::default(), |scene| {
        let mut first = scene.host.send(&named(1, "steps", "a"));
        let mut second = scene.host.send(&named(2, "steps", "b"));
        assert_eq!(first.next(), Some(progress(1, 1)));
        for step in 1..=3 {
            assert_eq!(second.next(), Some(progress(2, step)));
            scene.stage.open("b");
        }
        assert_eq!(second.next(), Some(text(2, "b")));
        for step in 2..=3 {
            scene.stage.open("a");
            assert_eq!(first.next(), Some(progress(1, step)));
        }
        scene.stage.open("a");
        assert_eq!(first.next(), Some(text(1, "a")));
        assert_eq!((first.next(), second.next()), (None, None));
        for note in ["start a", "gone a", "start b", "gone b"] {
            scene.stage.wait_for(note);
        }
    });
}
