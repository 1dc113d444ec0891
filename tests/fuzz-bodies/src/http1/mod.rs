//! The HTTP/1.1 machine, against a reading of the whole stream by the grammar.

mod drive;
mod expected;
mod plan;

use drive::Host;
use expected::Expected;
use plan::Plan;

use crate::wire;

/// However a stream is cut and whenever it is answered, the same requests come out, and none but those that stand in
/// it; each has one answer, in order and in one piece; behind a refusal and behind the end nothing is a request; and
/// no more is held than documented.
///
/// # Panics
///
/// When one of this does not hold.
pub fn http1(data: &[u8]) {
    let Some((plan, input)) = data.split_first_chunk::<{ plan::LENGTH }>() else { return };
    let (plan, stream) = (Plan::of(*plan), wire::expand(input, wire::OF_REQUESTS));
    let expected = Expected::of(&stream, &plan);
    let whole = Host::new(&plan).serve(&stream, &expected.ends);
    assert_eq!(whole.seen, expected.seen, "the whole stream");
    let in_steps = Host::new(&plan).serve_in_steps(&stream, &expected.ends);
    assert_eq!(in_steps.seen, expected.seen, "the same in steps");
    assert_eq!(expected.check(&whole.out, &plan), expected.check(&in_steps.out, &plan), "the answers");
}
