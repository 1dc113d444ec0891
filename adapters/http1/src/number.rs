//! Numbers on the wire: lengths that count down as what they measure arrives, and a length that is written in front
//! of what it measures before that is known.

use alloc::vec::Vec;

/// How many digits are kept free for a length. Three decimal digits hold most answers, and then nothing moves.
const GUESS: &[u8] = b"000";

/// Takes as much of what is outstanding as is available, and returns how much that is.
pub(crate) fn take(outstanding: &mut u64, available: usize) -> usize {
    let taken = usize::try_from(*outstanding).map_or(available, |outstanding| outstanding.min(available));
    *outstanding -= taken as u64;
    taken
}

/// The digits of `value`, most significant first; lower case where they are letters.
fn digits<const RADIX: usize>(mut value: usize, room: &mut [u8; 20]) -> &[u8] {
    let mut at = room.len();
    loop {
        at -= 1;
        room[at] = b"0123456789abcdef"[value % RADIX];
        value /= RADIX;
        if value == 0 {
            return &room[at..];
        }
    }
}

/// Appends `value`. The radix is 10 or 16.
pub(crate) fn push<const RADIX: usize>(out: &mut Vec<u8>, value: usize) {
    out.extend_from_slice(digits::<RADIX>(value, &mut [0; 20]));
}

/// Appends a length, `separator`, and what `write` appends, which is as many bytes as the length says. Returns
/// it.
///
/// When the length needs more or fewer digits than were kept free, what was written moves by the difference.
pub(crate) fn push_measured<const RADIX: usize>(
    out: &mut Vec<u8>,
    separator: &[u8],
    write: impl FnOnce(&mut Vec<u8>),
) -> usize {
    let at = out.len();
    out.extend_from_slice(GUESS);
    out.extend_from_slice(separator);
    let start = out.len();
    write(out);
    assert!(out.len() >= start, "what writes a body may only append");
    let length = out.len() - start;
    let mut room = [0; 20];
    let digits = digits::<RADIX>(length, &mut room);
    let guessed = at..at + GUESS.len();
    if digits.len() == GUESS.len() {
        out[guessed].copy_from_slice(digits);
    } else {
        out.splice(guessed, digits.iter().copied());
    }
    length
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{push, push_measured, take};

    fn measured<const RADIX: usize>(length: usize) -> Vec<u8> {
        let mut out = b"<".to_vec();
        assert_eq!(
            push_measured::<RADIX>(&mut out, b"|", |out| out.resize(out.len() + length, b'.')),
            length
        );
        out
    }

    #[test]
    fn any_number_of_digits() {
        assert_eq!(measured::<10>(0), b"<0|");
        assert_eq!(measured::<10>(7), b"<7|.......");
        assert!(measured::<10>(10).starts_with(b"<10|.........."));
        assert!(measured::<10>(100).starts_with(b"<100|."));
        assert!(measured::<10>(1_000).starts_with(b"<1000|."));
        assert_eq!(measured::<10>(123_456).len(), "<123456|".len() + 123_456);
        assert!(measured::<16>(0xab).starts_with(b"<ab|."));
        assert!(measured::<16>(0xfffff).starts_with(b"<fffff|."));
    }

    #[test]
    fn no_more_is_taken_than_there_is() {
        let mut outstanding = 5;
        assert_eq!((take(&mut outstanding, 3), outstanding), (3, 2));
        assert_eq!((take(&mut outstanding, 3), outstanding), (2, 0));
        assert_eq!((take(&mut outstanding, 3), outstanding), (0, 0));
        let mut outstanding = u64::MAX;
        assert_eq!((take(&mut outstanding, 1), outstanding), (1, u64::MAX - 1));
    }

    #[test]
    fn the_largest_fits() {
        let mut out = Vec::new();
        push::<10>(&mut out, usize::MAX);
        push::<16>(&mut out, usize::MAX);
        assert_eq!(out, b"18446744073709551615ffffffffffffffff");
    }
}
