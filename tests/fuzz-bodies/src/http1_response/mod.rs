//! The client role of the HTTP/1.1 machine, against a reading of each answer by the grammar.

mod drive;
mod plan;

use drive::Host;
use plan::Plan;

use crate::wire;

/// Stands between what is sent for one request and for the next.
const NEXT: u8 = 0xFE;

/// However what a server sends is cut and whenever it is looked at, each request gets the answer that stands in front of
/// what was sent for it, or a refusal; what stands behind an answer is never one, and is the end of the connection; no
/// more is held than documented.
///
/// # Panics
///
/// When one of this does not hold.
pub fn http1_response(data: &[u8]) {
    let Some((plan, input)) = data.split_first_chunk::<{ plan::LENGTH }>() else { return };
    let plan = Plan::of(*plan);
    let exchanges = input.split(|byte| *byte == NEXT);
    let streams: Vec<_> = exchanges.map(|input| wire::expand(input, wire::OF_RESPONSES)).collect();
    let (expected, refused) = plan.expected(&streams);
    let whole = Host::new(&plan).serve(&streams, false);
    assert_eq!((&whole.seen, whole.refusal.is_some()), (&expected, refused), "the answers as a whole");
    let in_steps = Host::new(&plan).serve(&streams, true);
    assert_eq!((in_steps.seen, in_steps.refusal), (expected, whole.refusal), "the same in steps");
}
