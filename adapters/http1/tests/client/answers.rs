//! Answers as servers and proxies send them, in order or not, with the one verdict that we give on each.
//!
//! They stand in `tests/answers/`, and a verdict is what the feeder records.

use snodo_http1::client::Limits;

use super::cases::cases;
use super::feeder::disagreement;

/// Name, method of the request, cases.
pub(crate) const FILES: [(&str, &str, &str); 11] = [
    ("behind", "GET", include_str!("../answers/behind.txt")),
    ("chunks", "GET", include_str!("../answers/chunks.txt")),
    ("content_length", "GET", include_str!("../answers/content_length.txt")),
    ("field_line", "GET", include_str!("../answers/field_line.txt")),
    ("interim", "GET", include_str!("../answers/interim.txt")),
    ("no_body", "GET", include_str!("../answers/no_body.txt")),
    ("persistence", "GET", include_str!("../answers/persistence.txt")),
    ("status_line", "GET", include_str!("../answers/status_line.txt")),
    ("to_head", "HEAD", include_str!("../answers/to_head.txt")),
    ("transfer_encoding", "GET", include_str!("../answers/transfer_encoding.txt")),
    ("until_end", "GET", include_str!("../answers/until_end.txt")),
];

#[test]
fn every_case_has_its_verdict_however_it_is_cut() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (name, method, file) in FILES {
        for case in cases(file) {
            count += 1;
            if let Some(disagreement) = disagreement(Limits::default(), method, &case.input, &case.verdict) {
                wrong.push(format!("{name}, {}: {disagreement}", case.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count, 221, "every case is run");
}
