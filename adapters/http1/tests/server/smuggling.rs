//! Inputs on which servers and proxies have disagreed, with the one verdict that we give on each.
//!
//! They stand in `tests/smuggling/`, and a verdict is what the feeder records.

use snodo_http1::server::Limits;

use super::cases::cases;
use super::feeder::disagreement;

pub(crate) const FILES: [(&str, &str); 13] = [
    ("chunk_extension", include_str!("../smuggling/chunk_extension.txt")),
    ("chunk_size", include_str!("../smuggling/chunk_size.txt")),
    ("content_length", include_str!("../smuggling/content_length.txt")),
    ("field_line", include_str!("../smuggling/field_line.txt")),
    ("host", include_str!("../smuggling/host.txt")),
    ("length_conflict", include_str!("../smuggling/length_conflict.txt")),
    ("line_end", include_str!("../smuggling/line_end.txt")),
    ("pipelining", include_str!("../smuggling/pipelining.txt")),
    ("request_line", include_str!("../smuggling/request_line.txt")),
    ("target", include_str!("../smuggling/target.txt")),
    ("trailer", include_str!("../smuggling/trailer.txt")),
    ("transfer_encoding", include_str!("../smuggling/transfer_encoding.txt")),
    ("version", include_str!("../smuggling/version.txt")),
];

#[test]
fn every_case_has_its_verdict_however_it_is_cut() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (name, file) in FILES {
        for case in cases(file) {
            count += 1;
            if let Some(disagreement) = disagreement(Limits::default(), &case.input, &case.verdict) {
                wrong.push(format!("{name}, {}: {disagreement}", case.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count, 383, "every case is run");
}
