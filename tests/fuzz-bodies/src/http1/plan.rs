//! What an input chooses besides the stream: the limits, how each request is answered, and how the stream is cut.

use crate::wire::Bounds;

/// How many bytes of an input choose.
pub(super) const LENGTH: usize = 16;
const ANSWERS: usize = 7;

pub(super) struct Plan {
    pub(super) bounds: Bounds,
    answers: [u8; ANSWERS],
    pub(super) steps: [u8; LENGTH - 1 - ANSWERS],
}

/// What an answer's body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Full,
    Empty,
    /// In so many pieces, of which one may be empty.
    Stream(usize),
    Written,
    /// Its bytes are sent by the caller.
    Length,
}

/// How a request is answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) status: u16,
    pub(super) kind: Kind,
    /// Steps are taken meanwhile: before the body is asked for, and between the parts of the answer.
    pub(super) is_late: bool,
    /// The connection is told to end with this request.
    pub(super) closes: bool,
    /// A head that is given in front of its body is answered as it stands.
    pub(super) by_head: bool,
}

impl Plan {
    pub(super) fn of(bytes: [u8; LENGTH]) -> Self {
        let [bounds, rest @ ..] = bytes;
        let (answers, steps) = rest.split_at(ANSWERS);
        Self {
            bounds: self::bounds(bounds),
            answers: answers.try_into().expect("it was split there"),
            steps: steps.try_into().expect("it is the rest"),
        }
    }

    /// How the answer at this place is made.
    pub(super) fn answer(&self, at: usize) -> Choice {
        let byte = self.answers[at % ANSWERS];
        let (status, kind) = match byte & 7 {
            0 => (200, Kind::Full),
            1 => (599, Kind::Empty),
            2 => (200, Kind::Stream(usize::from(byte >> 4))),
            3 => (404, Kind::Written),
            4 => (200, Kind::Length),
            5 => (204, Kind::Full),
            6 => (304, Kind::Stream(2)),
            _ => (200, Kind::Stream(3)),
        };
        Choice {
            status,
            kind,
            is_late: byte & 8 != 0,
            closes: byte & 0x30 == 0x30,
            by_head: byte & 0x40 != 0,
        }
    }
}

/// The pieces of a body in the order in which they are sent.
pub(super) fn pieces(kind: Kind, at: usize) -> Vec<Vec<u8>> {
    let piece = |nth: usize| format!("{at}.{nth}\r\n").repeat(nth * 5).into_bytes();
    match kind {
        Kind::Empty => Vec::new(),
        Kind::Stream(count) => (0..count).map(piece).collect(),
        Kind::Full | Kind::Written | Kind::Length => vec![piece(1 + at % 3)],
    }
}

fn bounds(choice: u8) -> Bounds {
    let all = Bounds::DEFAULT;
    match choice % 10 {
        0 => all,
        1 => Bounds { head: 64, ..all },
        2 => Bounds { headers: 2, target: 4, ..all },
        3 => Bounds { body: 5, read_ahead: 0, ..all },
        4 => Bounds { chunk_line: 8, trailers: 12, body: 40, ..all },
        5 => Bounds { requests: Some(2), ..all },
        6 => Bounds { head: 100, body: 0, read_ahead: 1, ..all },
        7 => Bounds { requests: Some(1), read_ahead: 100, ..all },
        8 => Bounds { body: 12, read_ahead: 7, chunk_line: 3, ..all },
        _ => Bounds { head: 20_000, body: 9_000, read_ahead: 10_000, ..all },
    }
}
