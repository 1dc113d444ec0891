//! Newline framing, against a split of the whole stream.

use snodo_core::json;
use snodo_core::lines::{Line, Lines, seal};

use crate::tokens::Tokens;

/// How many bytes of an input choose how the rest is fed.
const PLAN: usize = 8;
/// Steps before the rest of a long stream is fed in large pieces.
const SMALL_STEPS: usize = 1_000;

/// A stream gives the lines that a split of the whole gives, whatever pieces it comes in and whenever lines are taken
/// or looked at; each line comes as soon as it is known; the buffer is never larger than documented. A sealed message
/// is one line of ASCII that means the same.
///
/// # Panics
///
/// When one of this does not hold.
pub fn lines(data: &[u8]) {
    let Some((plan, stream)) = data.split_first_chunk::<PLAN>() else { return };
    sealed(stream);
    let [limit, stretch, steps @ ..] = plan;
    let max_line =
        pick(*limit, &[16, 64, 0, 1, 2, 3, 5, 300, 4_000, 8_191, 8_192, 10_000, 70_000, usize::MAX]);
    // A few lines that are as long as they may be, or longer.
    let enough = max_line.saturating_mul(4).clamp(2_000, 150_000);
    let times = pick(*stretch, &[1, 1, 1, 3, 40, 500, 5_000]).min(enough / (stream.len() + 1)).max(1);
    let stream = stretched(stream, times);
    let mut run = Run::new(&stream, max_line);
    for step in steps.iter().cycle().take(SMALL_STEPS).chain(std::iter::repeat(&0x0F)) {
        if run.fed == stream.len() {
            break;
        }
        run.step(*step);
    }
    run.finish();
}

fn pick(choice: u8, table: &[usize]) -> usize {
    table[usize::from(choice) % table.len()]
}

/// Each byte `times` over, but for newlines: small inputs make long lines.
fn stretched(stream: &[u8], times: usize) -> Vec<u8> {
    let repeated =
        stream.iter().flat_map(|byte| std::iter::repeat_n(*byte, if *byte == b'\n' { 1 } else { times }));
    repeated.collect()
}

/// A line that has to come.
struct Expected<'a> {
    /// `None` for a line that is too long.
    message: Option<&'a [u8]>,
    /// How much of the stream has to be there until it can be told.
    known_at: usize,
    /// The newline is part of the stream.
    ended: bool,
}

fn split(stream: &[u8], max_line: usize) -> Vec<Expected<'_>> {
    let mut expected = Vec::new();
    let mut start = 0;
    for line in stream.split_inclusive(|byte| *byte == b'\n') {
        let (from, end) = (start, start + line.len());
        start = end;
        let ended = line.ends_with(b"\n");
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        if line.len() > max_line {
            let known_at = end.min(from.saturating_add(max_line).saturating_add(1));
            expected.push(Expected { message: None, known_at, ended });
        } else if !content.iter().all(|byte| b" \t\r".contains(byte)) {
            let message = Some(content.strip_suffix(b"\r").unwrap_or(content));
            expected.push(Expected { message, known_at: end, ended });
        }
    }
    expected
}

/// A stream on its way through the buffer, beside the lines that have to come out.
struct Run<'a> {
    stream: &'a [u8],
    max_line: usize,
    expected: Vec<Expected<'a>>,
    lines: Lines,
    fed: usize,
    /// Where the line starts that is not complete yet.
    started: usize,
    taken: usize,
    /// The first line that was neither taken nor looked at.
    ahead: usize,
}

impl<'a> Run<'a> {
    fn new(stream: &'a [u8], max_line: usize) -> Self {
        let expected = split(stream, max_line);
        Self {
            stream,
            max_line,
            expected,
            lines: Lines::new(max_line),
            fed: 0,
            started: 0,
            taken: 0,
            ahead: 0,
        }
    }

    fn step(&mut self, step: u8) {
        self.feed(pick(step & 7, &[1, 2, 3, 7, 64, 1_000, 4_097, 70_000]), step & 8 != 0);
        if step & 16 != 0 {
            while self.peek() {}
        }
        if step & 32 != 0 {
            self.peek();
        }
        if step & 64 != 0 {
            self.take();
        } else {
            while self.take() {}
            self.measure();
        }
    }

    fn feed(&mut self, size: usize, by_copy: bool) {
        let piece = &self.stream[self.fed..self.stream.len().min(self.fed + size)];
        let count = if by_copy {
            self.lines.push(piece)
        } else {
            let space = self.lines.space();
            let count = piece.len().min(space.len());
            space[..count].copy_from_slice(&piece[..count]);
            self.lines.filled(count);
            count
        };
        if let Some(newline) = piece[..count].iter().rposition(|byte| *byte == b'\n') {
            self.started = self.fed + newline + 1;
        }
        self.fed += count;
        if count < piece.len() && (by_copy || count == 0) {
            // The buffer is full.
            while self.take() {}
            self.measure();
        }
    }

    /// Takes a line if there is one.
    fn take(&mut self) -> bool {
        let known =
            self.expected.get(self.taken).filter(|line| line.known_at <= self.fed && self.is_told(line));
        let line = known.map(|line| line.message.map_or(Line::TooLong, Line::Message));
        assert_eq!(self.lines.next_line(), line, "line {}", self.taken);
        self.taken += usize::from(line.is_some());
        line.is_some()
    }

    /// A last line without a newline is told at the end, unless it is too long.
    fn is_told(&self, line: &Expected<'_>) -> bool {
        line.ended || line.message.is_none()
    }

    fn peek(&mut self) -> bool {
        let from = self.ahead.max(self.taken);
        let rest = self.expected.iter().enumerate().skip(from);
        let next = rest.filter_map(|(at, line)| line.message.map(|message| (at, line, message))).next();
        let next = next.filter(|(_, line, _)| line.ended && line.known_at <= self.fed);
        assert_eq!(
            self.lines.peek_line(),
            next.map(|(_, _, message)| message),
            "ahead of line {}",
            self.taken
        );
        if let Some((at, ..)) = next {
            self.ahead = at + 1;
        }
        next.is_some()
    }

    /// With nothing left to take, only the start of one line is held.
    fn measure(&mut self) {
        let started = self.fed - self.started;
        let held = if started > self.max_line { 0 } else { started };
        let space = self.lines.space().len();
        assert!(space > 0, "there is room for more");
        assert!(held + space <= self.max_line.saturating_add(1), "the buffer holds a line and a byte");
        assert!(held > 0 || space <= 64 * 1024, "an empty buffer is given back");
    }

    fn finish(mut self) {
        for line in &self.expected[self.taken..] {
            assert_eq!(self.lines.finish(), Some(line.message.map_or(Line::TooLong, Line::Message)));
        }
        assert_eq!(self.lines.finish(), None);
        assert_eq!(self.lines.next_line(), None);
    }
}

fn sealed(content: &[u8]) {
    let seal_behind = |kept: &[u8], content: &[u8]| {
        let mut out = [kept, content].concat();
        seal(&mut out, kept.len());
        let line = out.strip_prefix(kept).and_then(|line| line.strip_suffix(b"\n"));
        let line = line.expect("what stood there before stays, and a newline ends the line");
        String::from_utf8(line.into()).expect("a line is ASCII")
    };
    let line = seal_behind(b"kept \xC3\xA9\n", content);
    assert!(line.bytes().all(|byte| byte <= 0x7E), "a line is ASCII");
    let is_plain = |byte: &u8| *byte <= 0x7E;
    if content.iter().all(is_plain) {
        assert_eq!(line.as_bytes(), content, "ASCII stays as it is");
    }

    let Ok(text) = str::from_utf8(content) else { return };
    let Some(tokens) = Tokens::of(text).filter(Tokens::is_acceptable) else { return };
    let compact = json::compact(text).expect("JSON within the bounds");
    let line = seal_behind(b"", compact.as_bytes());
    assert!(!line.contains('\n'), "a message is one line");
    assert_eq!(
        Tokens::of(&line).map(|sealed| sealed.normal()),
        Some(tokens.normal()),
        "sealing keeps the meaning"
    );
}
