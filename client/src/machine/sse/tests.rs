use super::{EventDecoder, EventTooLong};

/// What a stream gives: its events, then perhaps the error.
type Outcome = (Vec<Vec<u8>>, Option<EventTooLong>);

fn decode<'a>(pieces: impl IntoIterator<Item = &'a [u8]>, max_event: usize) -> Outcome {
    let mut decoder = EventDecoder::new(max_event);
    let mut events = Vec::new();
    for mut piece in pieces {
        loop {
            match decoder.next_event(&mut piece) {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break assert!(piece.is_empty(), "all of it is read"),
                Err(error) => {
                    assert_eq!(decoder.next_event(&mut piece), Err(error), "it stays broken");
                    return (events, Some(error));
                }
            }
        }
    }
    (events, None)
}

/// Whole, byte by byte, in all pairs of pieces, and with bytes behind it that are no event yet.
fn check(stream: &[u8], max_event: usize, events: &[&str], error: Option<EventTooLong>) {
    let shown = String::from_utf8_lossy(stream);
    let expected: Outcome = (events.iter().map(|event| event.as_bytes().to_vec()).collect(), error);
    assert_eq!(decode([stream], max_event), expected, "whole: {shown:?}");
    assert_eq!(decode(stream.chunks(1), max_event), expected, "byte by byte: {shown:?}");
    for at in 0..stream.len() {
        let (head, tail) = stream.split_at(at);
        assert_eq!(decode([head, tail], max_event), expected, "split at {at}: {shown:?}");
    }
    let trailing = [stream, b":\xFF a comment that has no end"].concat();
    if stream.last().is_some_and(|byte| b"\r\n".contains(byte)) {
        assert_eq!(decode([&trailing[..]], max_event), expected, "with trailing bytes: {shown:?}");
    }
}

#[test]
fn streams_and_their_events() {
    let table: &[(&[u8], &[&str])] = &[
        (b"", &[]),
        (b"\n\n\n", &[]),
        (b"data: a\n\n", &["a"]),
        (b"data:a\n\n", &["a"]),
        // One space belongs to the format, others to the data.
        (b"data:  a \n\n", &[" a "]),
        (b"data:\ta\n\n", &["\ta"]),
        (b"data: a\ndata: b\n\n", &["a\nb"]),
        (b"data: a\n\ndata: b\n\n", &["a", "b"]),
        (b"data: a\n\n\n\ndata: b\n\n\n", &["a", "b"]),
        (b"data: a:b: c\n\n", &["a:b: c"]),
        (b"data: a\x00b\n\n", &["a\0b"]),
        ("data: \u{20AC}\u{2028}\u{1F600}\n\n".as_bytes(), &["\u{20AC}\u{2028}\u{1F600}"]),
        // Empty data are data.
        (b"data\n\n", &[""]),
        (b"data:\n\n", &[""]),
        (b"data: \n\n", &[""]),
        (b"data\ndata\n\n", &["\n"]),
        (b"data:\ndata: a\ndata:\n\n", &["\na\n"]),
        // The end of the stream ends no event.
        (b"data: a", &[]),
        (b"data: a\n", &[]),
        (b"data: a\n\ndata: b\n", &["a"]),
        // Line ends.
        (b"data: a\r\n\r\n", &["a"]),
        (b"data: a\r\r", &["a"]),
        (b"data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", &["a\nb", "c"]),
        (b"data: a\rdata: b\r\rdata: c\r\r", &["a\nb", "c"]),
        (b"data: a\rdata: b\ndata: c\r\n\rdata: d\n\r\n", &["a\nb\nc", "d"]),
        (b"data: a\r\n\ndata: b\n\r", &["a", "b"]),
        (b"data: a\n\r\ndata: b\r\n\n", &["a", "b"]),
        (b"\r\ndata: a\r\n\r\n", &["a"]),
        // Comments.
        (b":\n\n", &[]),
        (b": keepalive\r\n\r\n: keepalive\r\n\r\ndata: a\r\n\r\n", &["a"]),
        (b":data: b\ndata: a\n: data: c\n\n", &["a"]),
        (b"data: a\n:\ndata: b\n\n", &["a\nb"]),
        // Other fields, known and unknown.
        (b"id: 1\nretry: 10\ndata: a\n\n", &["a"]),
        (b"id\nretry\ndata: a\n\n", &["a"]),
        (b"id: 1\n\n", &[]),
        (b"datum: b\ndata1: c\ndat: d\nDATA: e\n data: f\ndata : g\ndata: a\n\n", &["a"]),
        (b"a-name-that-is-longer-than-any: b\ndata: a\n\n", &["a"]),
        (b"a-name-that-is-longer-than-any\ndata: a\n\n", &["a"]),
        (b"{\"jsonrpc\":\"2.0\"}\n\ndata: a\n\n", &["a"]),
        // Types.
        (b"event: message\ndata: a\n\n", &["a"]),
        (b"event:message\ndata: a\n\n", &["a"]),
        (b"data: a\nevent: message\n\n", &["a"]),
        (b"event: ping\ndata: a\n\ndata: b\n\n", &["b"]),
        (b"data: a\nevent: ping\n\ndata: b\n\n", &["b"]),
        (b"event: messages\ndata: a\n\nevent: messag\ndata: b\n\nevent: Message\ndata: c\n\n", &[]),
        (b"event:  message\ndata: a\n\n", &[]),
        (b"event: ping\nevent: message\ndata: a\n\n", &["a"]),
        (b"event: message\nevent: ping\ndata: a\n\n", &[]),
        (b"event: ping\nevent\ndata: a\n\n", &["a"]),
        (b"event:\ndata: a\n\n", &["a"]),
        // A type without data ends with its event.
        (b"event: ping\n\ndata: a\n\n", &["a"]),
        // One byte order mark, in front only.
        (b"\xEF\xBB\xBFdata: a\n\n", &["a"]),
        (b"\xEF\xBB\xBF\xEF\xBB\xBFdata: a\n\ndata: b\n\n", &["b"]),
        (b"\n\xEF\xBB\xBFdata: a\n\ndata: b\n\n", &["b"]),
        (b"\xEF\xBBdata: a\n\ndata: b\n\n", &["b"]),
        (b"\xEF\n\ndata: b\n\n", &["b"]),
        (b"\xEF\xBB\xBF\n\xEF\xBB\xBF\ndata: b\n\n", &["b"]),
    ];
    for (stream, events) in table {
        check(stream, 1_000, events, None);
    }
}

#[test]
fn bytes_are_given_as_they_came() {
    let stream = b"data: \xFF\xC3\n\ndata: \xED\xA0\x80\n\n";
    let expected = (vec![b"\xFF\xC3".to_vec(), b"\xED\xA0\x80".to_vec()], None);
    assert_eq!(decode([&stream[..]], 100), expected);
    assert_eq!(decode(stream.chunks(1), 100), expected);
}

#[test]
fn an_event_is_as_long_as_its_data() {
    type Case = (&'static [u8], usize, &'static [&'static str], Option<EventTooLong>);
    let too_long = |limit| Some(EventTooLong { limit });
    let table: &[Case] = &[
        (b"data: abcd\n\n", 4, &["abcd"], None),
        (b"data: abcde\n\n", 4, &[], too_long(4)),
        // It need not have ended.
        (b"data: abcde", 4, &[], too_long(4)),
        (b"data: ab\ndata: d\n\n", 4, &["ab\nd"], None),
        (b"data: ab\ndata: de\n\n", 4, &[], too_long(4)),
        (b"data: abcd\ndata:\n\n", 4, &[], too_long(4)),
        (b"data: abc\ndata\n\n", 4, &["abc\n"], None),
        (b"data:\n\n", 0, &[""], None),
        (b"data\ndata\n\n", 0, &[], too_long(0)),
        // Each event counts alone, and what is not data does not count.
        (b"data: abcd\n\ndata: abcd\n\ndata: abcde\n\n", 4, &["abcd", "abcd"], too_long(4)),
        (b": a comment of any length\nretry: 1000000\nid: 1234567\ndata: abcd\n\n", 4, &["abcd"], None),
        // What would be left out is too long all the same.
        (b"event: ping\ndata: abcde\n\n", 4, &[], too_long(4)),
    ];
    for (stream, max_event, events, error) in table {
        check(stream, *max_event, events, *error);
    }
}

#[test]
fn it_tells_whether_an_end_would_lose_an_event() {
    for (stream, within) in [
        (&b""[..], false),
        (b"\xEF\xBB", false),
        (b"data: a\n\n", false),
        (b"data: a\r", true),
        (b"data: a\r\n\r", false),
        (b": comment", false),
        (b"data: a\n\n: comment", false),
        (b"da", true),
        (b"data:", true),
        (b"data: a", true),
        (b"data: a\n", true),
        (b"data: a\n: comment", true),
    ] {
        let mut decoder = EventDecoder::new(100);
        let mut bytes = stream;
        while decoder.next_event(&mut bytes).expect("it is short").is_some() {}
        assert_eq!(decoder.is_within_event(), within, "{}", String::from_utf8_lossy(stream));
    }
}

#[test]
fn what_is_ignored_takes_no_memory() {
    let mut decoder = EventDecoder::new(16);
    for _ in 0..1_000 {
        for piece in
            [&b":"[..], &[b'c'; 10_000], b"\nx", &[b'n'; 10_000], b"\nid:", &[b'v'; 10_000], b"\nevent:"]
        {
            let mut piece = piece;
            assert_eq!(decoder.next_event(&mut piece), Ok(None));
        }
        let mut piece = &[b't'; 10_000][..];
        assert_eq!(decoder.next_event(&mut piece), Ok(None));
        assert_eq!(decoder.next_event(&mut &b"\n"[..]), Ok(None));
    }
    assert_eq!(decoder.data.capacity(), 0);
}
