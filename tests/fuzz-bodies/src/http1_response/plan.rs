//! What an input chooses besides the answers: the limits, what is asked, and how the answers are cut.

use crate::wire::{self, AnswerBounds, ChunkBounds, End};

/// How many bytes of an input choose.
pub(super) const LENGTH: usize = 12;
const REQUESTS: usize = 4;

pub(super) struct Plan {
    pub(super) bounds: AnswerBounds,
    requests: [u8; REQUESTS],
    pub(super) steps: [u8; LENGTH - 1 - REQUESTS],
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    pub(super) is_head: bool,
    /// The connection is told that there is no other.
    pub(super) is_last: bool,
    /// How large the body may be, when the caller says so in front of it; `Some(None)` sets no limit.
    pub(super) most: Option<Option<u64>>,
}

impl Plan {
    pub(super) fn of(bytes: [u8; LENGTH]) -> Self {
        let [bounds, rest @ ..] = bytes;
        let (requests, steps) = rest.split_at(REQUESTS);
        Self {
            bounds: self::bounds(bounds),
            requests: requests.try_into().expect("it was split there"),
            steps: steps.try_into().expect("it is the rest"),
        }
    }

    pub(super) fn request(&self, at: usize) -> Request {
        let byte = self.requests[at % REQUESTS];
        let most = match byte & 0x30 {
            0x10 => Some(None),
            0x20 => Some(Some(7)),
            _ => None,
        };
        Request { is_head: byte & 3 == 3, is_last: byte & 0x0C == 0x0C, most }
    }

    /// What has to be seen, and whether the last answer is refused.
    pub(super) fn expected(&self, streams: &[Vec<u8>]) -> (Vec<String>, bool) {
        let mut seen = Vec::new();
        for (at, stream) in streams.iter().enumerate() {
            let request = self.request(at);
            let mut bounds = self.bounds;
            if let Some(most) = request.most {
                bounds.chunks.body = most.unwrap_or(u64::MAX);
            }
            let received = wire::receive(stream, request.is_head, &bounds);
            if let Some(head) = received.head {
                seen.push(render(head.code, head.is_http10, head.fields.into_iter()));
                seen.push(received.body.escape_ascii().to_string());
            }
            if received.end == End::Refused {
                return (seen, true);
            }
            if received.end == End::Last || request.is_last {
                break;
            }
        }
        (seen, false)
    }
}

/// A head as text, for comparison.
pub(super) fn render<'a>(
    code: u16,
    is_http10: bool,
    fields: impl Iterator<Item = (&'a str, &'a [u8])>,
) -> String {
    let fields: String = fields.map(|(name, value)| format!("{name}: {}\n", value.escape_ascii())).collect();
    format!("{code} {}\n{fields}\n", if is_http10 { "1.0" } else { "1.1" })
}

fn bounds(choice: u8) -> AnswerBounds {
    let (all, chunks) = (AnswerBounds::DEFAULT, AnswerBounds::DEFAULT.chunks);
    match choice % 8 {
        0 => all,
        1 => AnswerBounds { head: 64, ..all },
        2 => AnswerBounds { headers: 2, ..all },
        3 => AnswerBounds { chunks: ChunkBounds { body: 5, ..chunks }, ..all },
        4 => AnswerBounds { chunks: ChunkBounds { line: 8, trailers: 12, body: 40 }, ..all },
        5 => AnswerBounds { head: 100, headers: 1, chunks: ChunkBounds { body: 0, ..chunks } },
        6 => AnswerBounds { chunks: ChunkBounds { body: u64::MAX, line: 3, ..chunks }, ..all },
        _ => AnswerBounds { head: 20_000, headers: 1_000, chunks: ChunkBounds { body: 9_000, ..chunks } },
    }
}
