//! What a call costs from the bytes of the request to the bytes of the answer, as a ratio to the floor: a typed
//! `serde_json` parse of the same request, and the same answer written into a kept buffer.
//!
//! ```text
//! cargo bench --bench floor
//! ```
//!
//! All cases run in turns of a few milliseconds, so that they see the same machine; the ratio is the median over
//! the turns. Nothing here asserts a time.

mod support {
    pub(crate) mod exchange;
    pub(crate) mod floor;
    pub(crate) mod subject;
    pub(crate) mod wire;
}

use std::time::Instant;

use support::exchange::{ANSWER, answer};
use support::floor::floor;
use support::subject::{CALL, LIST, server, server_with_context};
use support::wire::{HTTP_ANSWER, Wire, request};

struct Case {
    name: &'static str,
    run: Box<dyn FnMut()>,
    /// Nanoseconds for one exchange, by turn.
    times: Vec<f64>,
}

fn case(name: &'static str, run: impl FnMut() + 'static) -> Case {
    Case { name, run: Box::new(run), times: Vec::new() }
}

fn main() {
    let (one, many, context) = (server(1), server(10_000), server_with_context());
    let mut out = Vec::new();
    for server in [&one, &many, &context] {
        answer(server, CALL, &mut out);
        assert_eq!(String::from_utf8_lossy(&out), ANSWER);
    }
    floor(CALL, &mut out);
    assert_eq!(String::from_utf8_lossy(&out), ANSWER, "the floor writes the same bytes");
    let mut wire = Wire::new(one.clone());
    let request = request();
    wire.exchange(&request, &mut out);
    assert_eq!(String::from_utf8_lossy(&out), HTTP_ANSWER);

    let kept = || Vec::with_capacity(4096);
    let list = one.clone();
    let mut cases = [
        case("floor: typed parse + typed answer", {
            let mut out = kept();
            move || floor(CALL, &mut out)
        }),
        case("tools/call", {
            let mut out = kept();
            move || answer(&one, CALL, &mut out)
        }),
        case("tools/call with a context", {
            let mut out = kept();
            move || answer(&context, CALL, &mut out)
        }),
        case("tools/call among 10,000 tools", {
            let mut out = kept();
            move || answer(&many, CALL, &mut out)
        }),
        case("tools/call over HTTP", {
            let mut out = kept();
            move || wire.exchange(&request, &mut out)
        }),
        case("tools/list of one tool", {
            let mut out = kept();
            move || answer(&list, LIST, &mut out)
        }),
    ];
    // `cargo bench -- --test`: once through, to see that it works.
    let (turns, exchanges) = if std::env::args().any(|a| a == "--test") { (1, 10) } else { (400, 2_000) };
    for _ in 0..turns {
        for case in &mut cases {
            let start = Instant::now();
            for _ in 0..exchanges {
                (case.run)();
            }
            case.times.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(exchanges));
        }
    }
    let base = cases[0].times.clone();
    eprintln!("{:36} {:>9} {:>9} {:>8}", "", "best ns", "median", "×floor");
    for case in &cases {
        let ratios = case.times.iter().zip(&base).map(|(time, floor)| time / floor).collect();
        let (best, middle) =
            (case.times.iter().copied().fold(f64::INFINITY, f64::min), median(case.times.clone()));
        eprintln!("{:36} {best:>9.1} {middle:>9.1} {:>8.2}", case.name, median(ratios));
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
