//! Server-sent events, against a reading of the whole stream.

use snodo_client::machine::EventDecoder;

/// How many bytes of an input choose the limit and how the rest is fed.
const PLAN: usize = 6;

/// A stream gives the events that a reading of the whole gives, whatever pieces it comes in; each comes as soon as the
/// end of its last line is there; one that is too long ends the stream.
///
/// # Panics
///
/// When one of this does not hold.
pub fn sse(data: &[u8]) {
    let Some(([limit, steps @ ..], stream)) = data.split_first_chunk::<PLAN>() else { return };
    let max_event = [0, 1, 2, 5, 8, 20, 100, 1_000, usize::MAX][usize::from(*limit) % 9];
    let expected = read(stream, max_event);
    assert_eq!(decode(stream, std::iter::once(stream.len().max(1)), max_event), expected, "in one piece");
    assert_eq!(decode(stream, std::iter::repeat(1), max_event), expected, "byte by byte");
    let sizes = steps.iter().cycle().map(|step| usize::from(*step) + 1);
    assert_eq!(decode(stream, sizes, max_event), expected, "in pieces");
}

/// An event, or `None` for one that is too long, and how many bytes have to be there until it is known.
type Told = (Option<Vec<u8>>, usize);

/// What the decoder tells, and after how many bytes at the latest.
fn decode(stream: &[u8], mut sizes: impl Iterator<Item = usize>, max_event: usize) -> Vec<Option<Vec<u8>>> {
    let known = told(stream, max_event);
    let mut decoder = EventDecoder::new(max_event);
    let mut events = Vec::new();
    let mut fed = 0;
    while fed < stream.len() {
        let size = sizes.next().expect("sizes without end").min(stream.len() - fed);
        let mut piece = &stream[fed..fed + size];
        fed += size;
        loop {
            match decoder.next_event(&mut piece) {
                Ok(Some(event)) => events.push(Some(event)),
                Ok(None) => break assert!(piece.is_empty(), "all of a piece is read"),
                Err(error) => {
                    assert_eq!(error.limit, max_event);
                    assert_eq!(decoder.next_event(&mut &b"data: x\n\n"[..]), Err(error), "it stays broken");
                    events.push(None);
                    return events;
                }
            }
        }
        let due = known.iter().filter(|(_, at)| *at <= fed).count();
        assert_eq!(events.len(), due, "events are told as soon as they are known, and no earlier");
    }
    events
}

fn read(stream: &[u8], max_event: usize) -> Vec<Option<Vec<u8>>> {
    told(stream, max_event).into_iter().map(|(event, _)| event).collect()
}

/// One line after the other, as the standard says it.
fn told(stream: &[u8], max_event: usize) -> Vec<Told> {
    let mut told = Vec::new();
    let (mut data, mut event_type): (Option<Vec<u8>>, Vec<u8>) = (None, Vec::new());
    for Line { text, from, end } in lines(stream) {
        if text.is_empty() {
            let Some(end) = end else { continue };
            let message = event_type.is_empty() || event_type == b"message";
            if let Some(data) = data.take().filter(|_| message) {
                told.push((Some(data), end));
            }
            event_type.clear();
            continue;
        }
        let colon = text.iter().position(|byte| *byte == b':');
        let (name, value) = match colon {
            Some(colon) => (&text[..colon], &text[colon + 1..]),
            None => (text, &b""[..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        if name == b"event" && (end.is_some() || colon.is_some()) {
            event_type = value.to_vec();
        }
        // A line that has not ended counts with what there is of its value.
        if name == b"data" && (end.is_some() || !value.is_empty()) {
            let before = data.as_ref().map_or(0, |data| data.len() + 1);
            if before + value.len() > max_event {
                let value_from = from + text.len() - value.len();
                let known_at = if before > max_event {
                    if value.is_empty() { end.expect("it has ended") } else { value_from + 1 }
                } else {
                    value_from + (max_event - before) + 1
                };
                told.push((None, known_at));
                return told;
            }
            let joined = data.take().map(|data| [&data[..], b"\n", value].concat());
            data = Some(joined.unwrap_or_else(|| value.to_vec()));
        }
    }
    told
}

/// A line, where it starts, and behind which byte its end is known, if it has one.
struct Line<'a> {
    text: &'a [u8],
    from: usize,
    end: Option<usize>,
}

fn lines(stream: &[u8]) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut from = if stream.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    while from < stream.len() {
        let rest = &stream[from..];
        let Some(length) = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')) else {
            lines.push(Line { text: rest, from, end: None });
            break;
        };
        lines.push(Line { text: &rest[..length], from, end: Some(from + length + 1) });
        from += length + if rest[length..].starts_with(b"\r\n") { 2 } else { 1 };
    }
    lines
}
