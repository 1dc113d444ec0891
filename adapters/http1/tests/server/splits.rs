//! What a connection does never depends on how its input was cut, or on what the input is.

use snodo_http1::server::{Connection, Event, Limits};

use super::cases::cases;
use super::feeder::{CANARY, Record, record};
use super::smuggling::FILES;

/// xorshift64*: the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap() % bound
    }

    fn cut<'a>(&mut self, mut input: &'a [u8]) -> Vec<&'a [u8]> {
        let mut pieces = Vec::new();
        while !input.is_empty() {
            // Mostly short ones, now and then a long one.
            let most = [2, 8, 64, 4_096][self.below(4)];
            let (piece, rest) = input.split_at((1 + self.below(most)).min(input.len()));
            pieces.push(piece);
            input = rest;
        }
        pieces
    }
}

fn assert_cuts_agree(random: &mut Random, limits: Limits, input: &[u8], times: usize) -> Record {
    let whole = record(limits, [input]);
    for _ in 0..times {
        let pieces = random.cut(input);
        assert_eq!(record(limits, pieces.iter().copied()), whole, "{}", input.escape_ascii());
    }
    whole
}

#[test]
fn random_cuts_of_the_corpus() {
    let mut random = Random(1);
    for (_, file) in FILES {
        for case in cases(file) {
            let input = [&case.input[..], CANARY, CANARY].concat();
            assert_cuts_agree(&mut random, Limits::default(), &input, 10);
        }
    }
}

#[test]
fn random_cuts_of_several_cases_in_a_row() {
    let mut random = Random(2);
    let inputs: Vec<_> = FILES.iter().flat_map(|(_, file)| cases(file)).map(|case| case.input).collect();
    let mut longest = 0;
    for _ in 0..300 {
        let input: Vec<u8> = (0..6).flat_map(|_| inputs[random.below(inputs.len())].clone()).collect();
        longest = longest.max(assert_cuts_agree(&mut random, Limits::default(), &input, 5).lines.len());
    }
    assert!(longest >= 4, "some of them are served one after the other");
}

#[test]
fn random_cuts_under_small_limits() {
    let mut random = Random(3);
    let limits =
        Limits::default().head(120).headers(3).target(20).body(12).chunk_line(10).trailers(16).read_ahead(1);
    for (_, file) in FILES {
        for case in cases(file) {
            let input = [&case.input[..], CANARY].concat();
            assert_cuts_agree(&mut random, limits, &input, 10);
        }
    }
}

#[test]
fn damaged_inputs() {
    let mut random = Random(4);
    let inputs: Vec<_> = FILES.iter().flat_map(|(_, file)| cases(file)).map(|case| case.input).collect();
    let telling = b"\r\n\t \0:;,=\"\\0159afFGhH/*.\x7f\x80\xff";
    for _ in 0..4_000 {
        let mut input = inputs[random.below(inputs.len())].clone();
        input.extend_from_slice(CANARY);
        for _ in 0..=random.below(3) {
            let at = random.below(input.len() - 1);
            let byte = telling[random.below(telling.len())];
            match random.below(4) {
                0 => input[at] = byte,
                1 => input.insert(at, byte),
                2 => drop(input.remove(at)),
                _ => input.truncate(at + 2),
            }
        }
        assert_cuts_agree(&mut random, Limits::default(), &input, 2);
    }
}

/// What comes first of an input whose first `early` bytes come alone: a head to the letter, or the very refusal.
fn first_event(limits: Limits, input: &[u8], early: usize) -> String {
    let mut connection = Connection::new(limits);
    connection.receive(&input[..early]);
    if early > 0 && !matches!(connection.next_event(), Event::NeedMore) {
        return format!("{:?}", connection.next_event());
    }
    connection.receive(&input[early..]);
    let head = match connection.next_event() {
        Event::Request(request) => request.head(),
        Event::Head(head) => head,
        other => return format!("{other:?}"),
    };
    let parts = (head.method(), head.target(), head.path(), head.query(), head.version(), head.host());
    let fields: Vec<_> =
        head.headers().map(|(name, value)| (name, value.escape_ascii().to_string())).collect();
    format!("{parts:?} {:?} {fields:?}", head.content_length())
}

/// A head that is there as a whole is read at one go, and one that is not is searched line by line.
#[test]
fn a_head_at_one_go_is_what_it_is_line_by_line() {
    let heads: [&[u8]; 3] = [
        b"POST /a?b HTTP/1.1\r\nHost: h:80\r\nX:\r\nContent-Length:  2 \r\n\r\nhi",
        b"GET http://i/ HTTP/1.0\r\nConnection: close\r\n\r\n",
        b"HEAD / HTTP/1.0\r\n\r\n",
    ];
    let all = Limits::default();
    let small = [all, all.head(64), all.headers(2), all.target(4), all.body(1)];
    let (mut served, mut refused) = (0, 0);
    let mut compare = |limits: &[Limits], input: &[u8]| {
        for limits in limits {
            let at_one_go = first_event(*limits, input, 0);
            let by_lines = first_event(*limits, input, 1);
            assert_eq!(at_one_go, by_lines, "{limits:?} {}", input.escape_ascii());
            if at_one_go.starts_with('(') { served += 1 } else { refused += 1 }
        }
    };
    for head in heads {
        compare(&small, head);
        for at in 0..head.len() {
            let (before, after) = head.split_at(at);
            compare(&small, &[before, &after[1..]].concat());
            for byte in *b"\r\n\t :\0a\x80" {
                compare(&small, &[before, &[byte], after].concat());
            }
            for byte in (0..b'0').chain(*b":;@Aa{~\x7f\x80\xff") {
                compare(&[all], &[before, &[byte], &after[1..]].concat());
            }
        }
    }
    assert!(served > 1_000 && refused > 10_000, "{served} served, {refused} refused");
}
