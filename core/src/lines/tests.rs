use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::{Line, Lines, seal};

const TOO_LONG: &str = "too long";

fn shown(line: Line<'_>) -> String {
    match line {
        Line::Message(bytes) => format!("[{}]", String::from_utf8_lossy(bytes)),
        Line::TooLong => TOO_LONG.to_string(),
    }
}

fn drain(lines: &mut Lines, seen: &mut Vec<String>) {
    while let Some(line) = lines.next_line() {
        seen.push(shown(line));
    }
}

fn finish(mut lines: Lines, mut seen: Vec<String>) -> Vec<String> {
    while let Some(line) = lines.finish() {
        seen.push(shown(line));
    }
    assert!(lines.finish().is_none() && lines.next_line().is_none());
    seen
}

/// Feeds pieces of `size` bytes, taking lines after each.
fn feed(max_line: usize, input: &[u8], size: usize) -> Vec<String> {
    let (mut lines, mut seen) = (Lines::new(max_line), Vec::new());
    for mut piece in input.chunks(size) {
        while !piece.is_empty() {
            piece = &piece[lines.push(piece)..];
            drain(&mut lines, &mut seen);
        }
    }
    finish(lines, seen)
}

/// Whole, in pieces of every small size, and with more behind it.
#[track_caller]
fn check(max_line: usize, input: &[u8], expected: &[&str]) {
    for size in (1..=input.len().min(20)).chain([input.len().max(1)]) {
        assert_eq!(feed(max_line, input, size), expected, "in pieces of {size}");
    }
    if input.ends_with(b"\n") {
        let more = [input, b"more\n"].concat();
        let expected = [expected, &["[more]"]].concat();
        for size in [1, more.len()] {
            assert_eq!(feed(max_line, &more, size), expected, "with more behind it");
        }
    }
}

#[test]
fn lines_end_with_lf_or_crlf_and_the_last_one_needs_neither() {
    check(100, b"", &[]);
    check(100, b"{}\n", &["[{}]"]);
    check(100, b"{}\r\n[]\n", &["[{}]", "[[]]"]);
    check(100, b"{}\n[]", &["[{}]", "[[]]"]);
    check(100, b"{}\n[]\r", &["[{}]", "[[]]"]);
    check(100, b"a\rb\r\r\n", &["[a\rb\r]"]);
}

#[test]
fn blank_lines_are_passed_over() {
    check(100, b"\n\r\n \t \r\n\n{}\n\n  \n", &["[{}]"]);
    check(100, b"{}\n   ", &["[{}]"]);
    check(100, b" {} \n", &["[ {} ]"]);
    // Form feed and no-break space are no white space of JSON.
    check(100, b"\x0c\n", &["[\x0c]"]);
}

#[test]
fn the_limit_counts_the_newline() {
    check(8, b"1234567\nabc\n", &["[1234567]", "[abc]"]);
    check(8, b"123456\r\nabc\n", &["[123456]", "[abc]"]);
    check(8, b"12345678\nabc\n", &[TOO_LONG, "[abc]"]);
    check(8, b"1234567\r\nabc\n", &[TOO_LONG, "[abc]"]);
    check(8, b"12345678", &["[12345678]"]);
    check(8, b"123456789", &[TOO_LONG]);
}

#[test]
fn an_overlong_line_is_told_once_and_the_next_is_served() {
    let mut input = vec![b'x'; 1000];
    input.extend_from_slice(b"\n{}\n");
    input.extend_from_slice(&[b'y'; 1000]);
    check(8, &input, &[TOO_LONG, "[{}]", TOO_LONG]);
    check(8, b"123456789\n123456789\n1\n", &[TOO_LONG, TOO_LONG, "[1]"]);
    assert_eq!(feed(0, b"\n\nx", 1), [TOO_LONG, TOO_LONG, TOO_LONG]);
}

#[test]
fn an_overlong_line_is_told_as_soon_as_it_is_known() {
    let mut lines = Lines::new(8);
    assert_eq!(lines.push(b"12345678"), 8);
    assert_eq!(lines.next_line(), None);
    assert_eq!(lines.push(b"9"), 1);
    assert_eq!(lines.next_line(), Some(Line::TooLong));
    assert_eq!(lines.push(b"0\nab\n"), 5);
    assert_eq!(lines.next_line(), Some(Line::Message(b"ab")));
}

#[test]
fn memory_stays_at_the_limit_and_comes_back() {
    let mut lines = Lines::new(Lines::DEFAULT_MAX_LINE);
    let mut largest = 0;
    let mut told = 0;
    for _ in 0..1000 {
        let mut rest = &[b'x'; 10_000][..];
        while !rest.is_empty() {
            rest = &rest[lines.push(rest)..];
            largest = largest.max(lines.buffer.capacity());
            told += usize::from(lines.next_line().is_some());
        }
    }
    assert_eq!((told, largest), (1, 2_000_001));
    lines.push(b"\n{}\n");
    assert_eq!(lines.next_line(), Some(Line::Message(b"{}")));
    lines.space();
    assert_eq!(lines.buffer.capacity(), 16_384);

    lines.push(&[b'y'; 100_000]);
    assert_eq!(lines.next_line(), None);
    assert_eq!(lines.buffer.capacity(), 131_072);
    lines.push(b"\n");
    assert!(lines.next_line().is_some());
    assert_eq!(lines.space().len(), 8192);
    assert_eq!(lines.buffer.capacity(), 8192);
}

#[test]
fn the_buffer_grows_with_the_line_and_not_ahead_of_it() {
    let mut lines = Lines::new(Lines::DEFAULT_MAX_LINE);
    assert_eq!(lines.space().len(), 8192);
    lines.push(&[b'x'; 5000]);
    assert_eq!(lines.buffer.len(), 8192);
    lines.space();
    assert_eq!(lines.buffer.len(), 16_384);
    lines.push(b"\n");
    // Everything that was taken makes room without growing.
    for _ in 0..1000 {
        assert!(lines.next_line().is_some());
        lines.push(&[b'y'; 3000]);
        lines.push(b"\n");
    }
    assert_eq!(lines.buffer.len(), 16_384);
}

#[test]
fn the_exact_default_limit_passes_and_one_byte_more_does_not() {
    for (payload, expected) in [(1_999_999, 1_999_999), (2_000_000, 0)] {
        let mut input = vec![b'x'; payload];
        input.extend_from_slice(b"\n{}\n");
        let (mut lines, mut seen) = (Lines::new(Lines::DEFAULT_MAX_LINE), Vec::new());
        for mut piece in input.chunks(65_536) {
            while !piece.is_empty() {
                piece = &piece[lines.push(piece)..];
                while let Some(line) = lines.next_line() {
                    seen.push(if let Line::Message(bytes) = line { bytes.len() } else { 0 });
                }
            }
        }
        assert_eq!(seen, [expected, 2]);
    }
}

#[test]
fn a_full_buffer_takes_no_more_until_a_line_is_taken() {
    let mut lines = Lines::new(8);
    assert_eq!(lines.push(b"ab\ncd\nef\ngh\n"), 9);
    assert!(lines.space().is_empty());
    assert_eq!(lines.push(b"x"), 0);
    let mut seen = Vec::new();
    drain(&mut lines, &mut seen);
    assert_eq!(lines.push(b"gh\n"), 3);
    drain(&mut lines, &mut seen);
    assert_eq!(seen, ["[ab]", "[cd]", "[ef]", "[gh]"]);
}

#[test]
fn peeking_shows_each_line_once_and_takes_none() {
    let mut lines = Lines::new(8);
    lines.push(b"a\n\nb\n12");
    assert_eq!(lines.next_line(), Some(Line::Message(b"a")));
    assert_eq!(lines.peek_line(), Some(&b"b"[..]));
    assert_eq!(lines.peek_line(), None);
    assert_eq!(lines.next_line(), Some(Line::Message(b"b")));
    assert_eq!(lines.peek_line(), None);
    lines.push(b"3\r\n");
    assert_eq!(lines.peek_line(), Some(&b"123"[..]));
    assert_eq!(lines.peek_line(), None);
    assert_eq!(lines.next_line(), Some(Line::Message(b"123")));
    assert_eq!(lines.next_line(), None);
}

#[test]
fn peeking_passes_over_overlong_lines() {
    let mut lines = Lines::new(8);
    lines.push(b"123456789");
    assert_eq!(lines.next_line(), Some(Line::TooLong));
    // The rest of the dropped line is no line.
    lines.push(b"x\nab\n");
    assert_eq!(lines.peek_line(), Some(&b"ab"[..]));
    assert_eq!(lines.peek_line(), None);
    assert_eq!(lines.next_line(), Some(Line::Message(b"ab")));
    assert_eq!(lines.push(b"12345678\n"), 9);
    assert_eq!(lines.peek_line(), None);
    assert_eq!(lines.next_line(), Some(Line::TooLong));
    assert_eq!(lines.push(b"z"), 1);
    assert_eq!(lines.peek_line(), None);
    assert_eq!(lines.finish(), Some(Line::Message(b"z")));
}

/// The same lines in the same order, whatever is peeked at in between.
#[test]
fn peeking_survives_moves_of_the_buffer() {
    let input: Vec<u8> =
        (0..3000).flat_map(|n| format!("{n}{}\n", " ".repeat(n % 37)).into_bytes()).collect();
    for (size, every) in [(1, 3), (7, 2), (1000, 5), (9000, 2)] {
        let (mut lines, mut taken, mut peeked) = (Lines::new(20_000), Vec::new(), Vec::new());
        for (turn, piece) in input.chunks(size).enumerate() {
            assert_eq!(lines.push(piece), piece.len());
            while let Some(line) = lines.peek_line() {
                peeked.push(shown(Line::Message(line)));
            }
            if turn % every == 0 {
                drain(&mut lines, &mut taken);
            } else if let Some(line) = lines.next_line() {
                taken.push(shown(line));
            }
        }
        drain(&mut lines, &mut taken);
        let expected: Vec<String> = (0..3000).map(|n| format!("[{n}{}]", " ".repeat(n % 37))).collect();
        assert_eq!(taken, expected);
        assert_eq!(peeked, expected);
    }
}

#[test]
#[should_panic = "more bytes were read than there was space for"]
fn more_than_the_space_cannot_be_filled() {
    let mut lines = Lines::new(8);
    let space = lines.space().len();
    lines.filled(space + 1);
}

#[track_caller]
fn check_seal(text: &str, expected: &str) {
    let mut out = b"\xff before \n".to_vec();
    let from = out.len();
    out.extend_from_slice(text.as_bytes());
    seal(&mut out, from);
    assert_eq!(&out[..from], b"\xff before \n");
    assert_eq!(String::from_utf8_lossy(&out[from..]), format!("{expected}\n"));
}

#[test]
fn everything_above_7e_is_escaped() {
    check_seal("", "");
    check_seal(r#"{"a":"b~"}"#, r#"{"a":"b~"}"#);
    check_seal("\"\u{7f}\u{80}\u{ff}\"", r#""\u007f\u0080\u00ff""#);
    check_seal("\"naïve\"", r#""na\u00efve""#);
    check_seal("\"\u{2028}\u{2029}\u{feff}\u{ffff}\"", r#""\u2028\u2029\ufeff\uffff""#);
    check_seal("\"🦀\u{10ffff}\"", r#""\ud83e\udd80\udbff\udfff""#);
    check_seal("\"日本語\"", r#""\u65e5\u672c\u8a9e""#);
}

/// The check goes in blocks; the place of the first odd character must not matter.
#[test]
fn the_place_of_a_character_does_not_matter() {
    for place in 0..200 {
        let (before, after) = ("a".repeat(place), "b".repeat(200 - place));
        check_seal(&format!("{before}é{after}é"), &format!("{before}\\u00e9{after}\\u00e9"));
    }
}

#[test]
fn ascii_is_sealed_without_allocation() {
    let mut out = Vec::with_capacity(301);
    out.extend_from_slice(&[b'~'; 300]);
    let place = out.as_ptr();
    seal(&mut out, 0);
    assert_eq!((out.as_ptr(), out.capacity(), out.len()), (place, 301, 301));
}
