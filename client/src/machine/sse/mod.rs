//! Server-sent events, decoded as they arrive.
//!
//! The format is that of the WHATWG HTML standard, section "Server-sent events": lines end in LF, CRLF or CR in any
//! mixture, one byte order mark may stand in front, comments and unknown fields say nothing. What an event stream
//! carries here is messages, so of an event only its data are given.

#[cfg(test)]
mod tests;

use std::mem;

use memchr::memchr2;
use thiserror::Error;

const BYTE_ORDER_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
/// The type of events that carry messages, which is also that of events that name none.
const MESSAGE: &[u8] = b"message";
/// As long as the longest field name that means something.
const LONGEST_NAME: usize = 5;

/// Decodes an event stream, piece by piece.
///
/// The same stream gives the same events in whatever pieces it comes, each as soon as its last line end is there: after
/// a CR there is no waiting for an LF.
///
/// - Events of a type other than `message` are left out, and so is what came when the stream ends before an empty line.
/// - `id` and `retry` are ignored: streams are not resumed.
/// - Bytes are given as they came. Whether they are UTF-8 is for the reader of the message to judge.
///
/// # Costs
///
/// It holds the data of one event, never more than the limit that it was made with, in a buffer of at most twice that
/// size. Comments, names and ignored fields are not kept. The work is linear in the length of the stream.
///
/// # Example
///
/// ```
/// use snodo_client::machine::EventDecoder;
///
/// let mut decoder = EventDecoder::new(1024);
/// let mut bytes: &[u8] = b": hello\r\n\r\ndata: {\"id\":1,\r\ndata: \"result\":{}}\r\n\r\ndata: cut";
/// assert_eq!(decoder.next_event(&mut bytes)?, Some(b"{\"id\":1,\n\"result\":{}}".to_vec()));
/// assert_eq!(decoder.next_event(&mut bytes)?, None);
/// assert!(bytes.is_empty() && decoder.is_within_event());
/// # Ok::<(), snodo_client::machine::EventTooLong>(())
/// ```
#[derive(Debug)]
pub struct EventDecoder {
    place: Place,
    /// The last line ended in CR: an LF that comes now is part of its end.
    after_cr: bool,
    /// The data of the event, with an LF after each of its lines.
    data: Vec<u8>,
    event_type: EventType,
    max_event: usize,
    failed: bool,
}

/// The server sent an event whose data are longer than the limit. The decoder gives nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("an event of the stream is longer than {limit} bytes")]
#[non_exhaustive]
pub struct EventTooLong {
    /// The limit, in bytes.
    pub limit: usize,
}

/// Where in the stream the next byte stands.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// At the start of the stream, behind as many bytes of a byte order mark.
    Mark(usize),
    /// At the start of a line, or in the name in front.
    Name(Name),
    /// Behind the colon: a space is not part of the value.
    Colon(Field),
    Value(Field),
    /// In a comment, or in a field that says nothing.
    Ignored,
}

#[derive(Debug, Clone, Copy, Default)]
struct Name {
    bytes: [u8; LONGEST_NAME],
    len: usize,
}

#[derive(Debug, Clone, Copy)]
enum Field {
    Data,
    EventType,
}

/// The type that the event has so far.
#[derive(Debug, Clone, Copy, Default)]
struct EventType {
    len: usize,
    /// It differs from `message` in the bytes that came.
    differs: bool,
}

impl Name {
    /// The name with a byte more, unless it says nothing already.
    fn with(mut self, byte: u8) -> Option<Self> {
        *self.bytes.get_mut(self.len)? = byte;
        self.len += 1;
        Some(self)
    }

    fn field(&self) -> Option<Field> {
        match &self.bytes[..self.len] {
            b"data" => Some(Field::Data),
            b"event" => Some(Field::EventType),
            _ => None,
        }
    }
}

impl EventType {
    fn push(&mut self, piece: &[u8]) {
        let rest = MESSAGE.get(self.len..).unwrap_or_default();
        self.differs |= !rest.starts_with(piece);
        self.len = self.len.saturating_add(piece.len());
    }

    fn carries_message(self) -> bool {
        self.len == 0 || (self.len == MESSAGE.len() && !self.differs)
    }
}

impl EventDecoder {
    /// For a stream whose events have no more than `max_event` bytes of data.
    #[must_use]
    pub fn new(max_event: usize) -> Self {
        Self {
            place: Place::Mark(0),
            after_cr: false,
            data: Vec::new(),
            event_type: EventType::default(),
            max_event,
            failed: false,
        }
    }

    /// Reads on to the end of the next event and gives its data; what it read is gone from `bytes`. With `None` all of
    /// them are, and more are needed.
    ///
    /// Data may be empty: an event can consist of an empty line of data.
    ///
    /// # Errors
    ///
    /// When an event is longer than the limit, now and ever after.
    pub fn next_event(&mut self, bytes: &mut &[u8]) -> Result<Option<Vec<u8>>, EventTooLong> {
        if self.failed {
            return Err(self.too_long());
        }
        while let Some((first, rest)) = bytes.split_first() {
            let after_cr = mem::take(&mut self.after_cr);
            match first {
                b'\n' if after_cr => *bytes = rest,
                b'\n' | b'\r' => {
                    *bytes = rest;
                    self.after_cr = *first == b'\r';
                    if let Some(event) = self.end_line()? {
                        return Ok(Some(event));
                    }
                }
                _ => self.read_on(*first, bytes)?,
            }
        }
        Ok(None)
    }

    /// Whether the stream is in the middle of an event, which would be lost if it ended here.
    #[must_use]
    pub fn is_within_event(&self) -> bool {
        let in_line =
            !matches!(self.place, Place::Mark(_) | Place::Ignored | Place::Name(Name { len: 0, .. }));
        in_line || !self.data.is_empty()
    }

    /// Reads one byte of a line, or as many of a value as there are. The first one ends no line.
    fn read_on(&mut self, first: u8, bytes: &mut &[u8]) -> Result<(), EventTooLong> {
        let mut count = 1;
        self.place = match self.place {
            Place::Mark(seen) if BYTE_ORDER_MARK[seen] == first => match seen + 1 {
                3 => Place::Name(Name::default()),
                seen => Place::Mark(seen),
            },
            Place::Mark(seen) => {
                count = 0;
                // The start of a mark is the start of a name that nobody knows.
                if seen == 0 { Place::Name(Name::default()) } else { Place::Ignored }
            }
            Place::Name(name) if first == b':' => {
                name.field().map_or(Place::Ignored, |field| self.begin(field))
            }
            Place::Name(name) => name.with(first).map_or(Place::Ignored, Place::Name),
            Place::Colon(field) => {
                count = usize::from(first == b' ');
                Place::Value(field)
            }
            Place::Value(field) => {
                let piece = line_rest(bytes);
                count = piece.len();
                match field {
                    Field::Data => self.push_data(piece)?,
                    Field::EventType => self.event_type.push(piece),
                }
                Place::Value(field)
            }
            Place::Ignored => {
                count = line_rest(bytes).len();
                Place::Ignored
            }
        };
        *bytes = &bytes[count..];
        Ok(())
    }

    fn begin(&mut self, field: Field) -> Place {
        if let Field::EventType = field {
            // The last one counts.
            self.event_type = EventType::default();
        }
        Place::Colon(field)
    }

    fn end_line(&mut self) -> Result<Option<Vec<u8>>, EventTooLong> {
        let field = match mem::replace(&mut self.place, Place::Name(Name::default())) {
            Place::Mark(0) | Place::Name(Name { len: 0, .. }) => return Ok(self.end_event()),
            Place::Mark(_) | Place::Ignored => None,
            // A field without a value.
            Place::Name(name) => name.field().inspect(|field| _ = self.begin(*field)),
            Place::Colon(field) | Place::Value(field) => Some(field),
        };
        if let Some(Field::Data) = field {
            self.push_data(b"")?;
            self.data.push(b'\n');
        }
        Ok(None)
    }

    fn end_event(&mut self) -> Option<Vec<u8>> {
        let carries_message = mem::take(&mut self.event_type).carries_message();
        if !carries_message {
            self.data.clear();
        }
        self.data.pop()?;
        Some(mem::take(&mut self.data))
    }

    fn push_data(&mut self, piece: &[u8]) -> Result<(), EventTooLong> {
        // The LF after the line before counts, the one after this line does not.
        if piece.len() > self.max_event.saturating_sub(self.data.len()) || self.data.len() > self.max_event {
            self.failed = true;
            self.data = Vec::new();
            return Err(self.too_long());
        }
        self.data.extend_from_slice(piece);
        Ok(())
    }

    fn too_long(&self) -> EventTooLong {
        EventTooLong { limit: self.max_event }
    }
}

/// What there is up to the end of the line.
fn line_rest<'a>(bytes: &&'a [u8]) -> &'a [u8] {
    &bytes[..memchr2(b'\r', b'\n', bytes).unwrap_or(bytes.len())]
}
