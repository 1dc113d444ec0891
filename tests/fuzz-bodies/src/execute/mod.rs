//! The engine from bytes to frames.
//!
//! An input that begins as an object is a message. Any other is a table of choices from which a message is put together
//! that is mostly in order, so that the fuzzer spends its time in the protocol and not in the grammar.

mod compose;
mod drive;
mod frames;
mod meta;
mod outcome;
mod params;
mod selective;
mod tools;

use snodo_core::{Call, Frame, Incoming, Prepared};

use crate::choices::Choices;
use drive::Ending;
use outcome::Outcome;

/// Whatever comes in, each frame that goes out is one line of the protocol's JSON under the request's id; the answer
/// has the code that the order of checks demands; handlers that fail, panic, wait or are dropped do no harm; and a
/// call that is not woken is over.
///
/// # Panics
///
/// When one of this does not hold.
pub fn execute(data: &[u8]) {
    if data.starts_with(b"{") {
        for choice in 0..2 {
            answer(tools::server(choice), data, None, Ending::Natural);
        }
        return;
    }
    let mut choices = Choices::new(data);
    let server = tools::server(choices.next());
    let ending = Ending::choose(choices.next());
    let (message, outcome) = compose::message(&mut choices);
    answer(server, &message, Some(outcome), ending);
}

/// Has one message answered and checks all of it.
fn answer(server: &tools::Offer, message: &[u8], outcome: Option<Outcome>, ending: Ending) {
    let incoming = Incoming::parse(message);
    let silent = matches!(incoming, Incoming::Notification(_) | Incoming::Ignored(_));
    assert_eq!(server.server.handle(message, &Call::new()).is_none(), silent, "silence by both ways");
    let about = frames::About::of(message, server);
    let frames = match incoming {
        Incoming::Notification(_) | Incoming::Ignored(_) => Vec::new(),
        Incoming::Refused(why) => vec![drive::encoded(&Frame::Response(why.into()))],
        Incoming::Request(request) => {
            match server.server.prepare(request, &Call::new()).map(Prepared::execute) {
                Err(refusal) => vec![drive::encoded(&Frame::Response(refusal))],
                Ok(execution) => drive::frames(execution, ending),
            }
        }
    };
    assert_eq!(tools::at_work(), 0, "the handler's future is gone");
    let answer = frames::check(&frames, &about, ending);
    if let (Some(outcome), Ending::Natural) = (outcome, ending) {
        outcome.check(silent, answer);
    }
}
