//! `Content-Type`: too loose lets web pages in without being asked, too tight keeps clients out.

use crate::hosts::{FIELDS, Request, over_each};
use crate::subject::{echo_hi, error, text};

fn with_type(lines: &str) -> String {
    FIELDS.replacen("Content-Type: application/json\n", lines, 1)
}

#[test]
fn json_however_it_is_written_is_served() {
    over_each(|ask, calls| {
        for media_type in [
            "application/json",
            "Application/JSON",
            "application/json;charset=UTF-8",
            "application/json ; charset=\"utf-8\"",
        ] {
            let fields = with_type(&format!("Content-Type: {media_type}\n"));
            let answer = ask(&Request { method: "POST", fields: fields.as_bytes(), body: &echo_hi("1") });
            assert_eq!(answer.said(), (200, &*text("1", "hi")), "{media_type}");
            assert_eq!(calls.take(), 1);
        }
    });
}

#[test]
fn anything_else_is_refused_and_nothing_runs() {
    let refused = error("", -32600, "Unsupported media type: Content-Type must be application/json", "");
    over_each(|ask, calls| {
        for lines in [
            "",
            "Content-Type: text/plain\n",
            "Content-Type: text/plain; x=application/json\n",
            "Content-Type: application/json-seq\n",
            "Content-Type: application/x-www-form-urlencoded\n",
            "Content-Type: application/json, text/plain\n",
            "Content-Type: application/json\nContent-Type: application/json\n",
            "Content-Type: text/plain\nContent-Type: application/json\n",
        ] {
            let fields = with_type(lines);
            let answer = ask(&Request { method: "POST", fields: fields.as_bytes(), body: &echo_hi("1") });
            assert_eq!(answer.said(), (415, &*refused), "{lines}");
        }
        assert_eq!(calls.take(), 0);
    });
}
