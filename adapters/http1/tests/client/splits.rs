//! What a connection makes of an answer never depends on where it was cut.

use snodo_http1::client::Limits;

use super::answers::FILES;
use super::cases::cases;
use super::feeder::record;

/// Longer inputs repeat something, which limits test at their edges.
const LONGEST: usize = 400;

#[test]
fn every_case_cut_in_two_at_every_place() {
    let mut cuts = 0;
    for (name, method, file) in FILES {
        for case in cases(file).iter().filter(|case| case.input.len() <= LONGEST) {
            for at in 1..case.input.len() {
                let (first, second) = case.input.split_at(at);
                let seen = record(Limits::default(), method, [first, second]);
                assert_eq!(seen, case.verdict, "{name}, {}, cut at {at}", case.title);
                cuts += 1;
            }
        }
    }
    assert!(cuts > 9_000, "{cuts} cuts");
}

#[test]
fn every_case_in_pieces_of_one_size() {
    for (name, method, file) in FILES {
        for case in cases(file) {
            for size in [2, 3, 5, 7, 64, 1_000] {
                let seen = record(Limits::default(), method, case.input.chunks(size));
                assert_eq!(seen, case.verdict, "{name}, {}, in pieces of {size}", case.title);
            }
        }
    }
}
