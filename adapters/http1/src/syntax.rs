//! The byte classes and small forms of RFC 9110 section 5.6 that every part of a message is made of.

use core::net::Ipv6Addr;
use core::str;

const TOKEN: [bool; 256] = class(b"!#$%&'*+-.^_`|~");
const REG_NAME: [bool; 256] = class(b"-._~!$&'()*+,;=");

/// ASCII letters and digits, and the bytes of `extra`.
const fn class(extra: &[u8]) -> [bool; 256] {
    let mut class = [false; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        class[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    let mut at = 0;
    while at < extra.len() {
        class[extra[at] as usize] = true;
        at += 1;
    }
    class
}

/// `tchar`: what method names, field names and codings consist of.
pub(crate) fn is_token_byte(byte: u8) -> bool {
    TOKEN[usize::from(byte)]
}

pub(crate) fn is_token(bytes: &[u8]) -> bool {
    !bytes.is_empty() && bytes.iter().fold(true, |token, byte| token & is_token_byte(*byte))
}

/// Whether a name is `known` but for case, which is in lower case and has no more than letters and hyphens. No byte
/// is a reason to stop, so a few vector instructions do it.
#[inline]
pub(crate) fn is_name<const N: usize>(name: &[u8], known: &[u8; N]) -> bool {
    // Letters, which have this bit, are compared in lower case.
    let lower = |byte: u8, like: u8| byte | ((like & 0x40) >> 1);
    let Ok(name) = <&[u8; N]>::try_from(name) else { return false };
    name.iter().zip(known).fold(0, |differing, (a, b)| differing | (lower(*a, *b) ^ b)) == 0
}

/// What may stand in a field value: visible characters, bytes above ASCII, space and tab; no other control
/// byte.
pub(crate) fn is_value_byte(byte: u8) -> bool {
    matches!(byte, b'\t' | b' '..=b'~' | 0x80..)
}

/// Whether all of it may stand in a field value.
pub(crate) fn is_value(bytes: &[u8]) -> bool {
    // Values are nearly always fine, so no byte of a piece is a reason to stop, and vector instructions do it. The
    // last piece looks at some bytes twice, which is cheaper than to look at the rest one by one.
    const PIECE: usize = 16;
    let is_fine = |piece: &[u8; PIECE]| piece.iter().fold(true, |fine, byte| fine & is_value_byte(*byte));
    match bytes.last_chunk() {
        Some(last) => bytes.as_chunks().0.iter().all(is_fine) && is_fine(last),
        None => bytes.iter().all(|byte| is_value_byte(*byte)),
    }
}

/// `OWS`.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The members of a comma-separated list without the blanks around them; empty ones come too.
pub(crate) fn members(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| *byte == b',').map(trim)
}

pub(crate) fn trim(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_blank(*first)
    {
        bytes = rest;
    }
    while let [rest @ .., last] = bytes
        && is_blank(*last)
    {
        bytes = rest;
    }
    bytes
}

/// `uri-host [ ":" port ]` of an http URI: what a Host field may say. A host is never empty there, a port may
/// be, and user information has no place.
pub(crate) fn is_host_and_port(value: &[u8]) -> bool {
    if let Some(literal) = value.strip_prefix(b"[") {
        let Some(end) = literal.iter().position(|byte| *byte == b']') else {
            return false;
        };
        return is_ipv6(&literal[..end]) && is_port_or_nothing(&literal[end + 1..]);
    }
    let end = reg_name_end(value);
    end > 0 && is_port_or_nothing(&value[end..])
}

fn is_ipv6(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(|text| text.parse::<Ipv6Addr>().is_ok())
}

fn is_port_or_nothing(bytes: &[u8]) -> bool {
    match bytes {
        [] | [b':'] => true,
        [b':', digits @ ..] => decimal(digits).is_some_and(|port| port <= u64::from(u16::MAX)),
        _ => false,
    }
}

/// Where the `reg-name` in front ends.
fn reg_name_end(bytes: &[u8]) -> usize {
    let mut end = 0;
    loop {
        let rest = &bytes[end..];
        end += rest.iter().position(|byte| !REG_NAME[usize::from(*byte)]).unwrap_or(rest.len());
        match bytes[end..] {
            [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => end += 3,
            _ => return end,
        }
    }
}

/// `1*DIGIT` that fits; no sign, no blank, nothing else.
pub(crate) fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::{decimal, is_host_and_port, is_name, is_token, is_value, is_value_byte, members};

    #[test]
    fn hosts() {
        for good in [
            "localhost",
            "127.0.0.1:8080",
            "example.com:",
            "[::1]",
            "[::1]:80",
            "a_b-c.~d",
            "%41b",
            "a%41%2e:80",
            "a:65535",
            "a:080",
        ] {
            assert!(is_host_and_port(good.as_bytes()), "{good}");
        }
        for bad in [
            "",
            ":80",
            "a b",
            "u@h",
            "a:b",
            "a:65536",
            "a:1:2",
            "[::1",
            "[::1]x",
            "[]",
            "[fe80::1%25eth0]",
            "::1",
            "%4",
            "a%4:80",
            "%zz",
            "a/b",
            "a?b",
            "a#b",
            "a\tb",
            "h\u{f6}st",
            "[::1]:80:80",
            "a\\b",
            "a:+80",
        ] {
            assert!(!is_host_and_port(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn numbers_are_digits_only_and_fit() {
        assert_eq!(decimal(b"0"), Some(0));
        assert_eq!(decimal(b"0005"), Some(5));
        assert_eq!(decimal(b"18446744073709551615"), Some(u64::MAX));
        for bad in ["", "+5", "-5", "5 ", " 5", "0x5", "5,5", "18446744073709551616", "1_000", "\u{661}"] {
            assert_eq!(decimal(bad.as_bytes()), None, "{bad}");
        }
    }

    #[test]
    fn every_byte_of_a_token_and_a_value() {
        let tokens = b"!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        for byte in 0..=u8::MAX {
            assert_eq!(is_token(&[byte]), tokens.contains(&byte), "{byte}");
            assert_eq!(is_value_byte(byte), byte == 9 || (byte >= 32 && byte != 127), "{byte}");
        }
        assert!(!is_token(b""));
    }

    #[test]
    fn one_bad_byte_in_a_value_is_seen_wherever_it_stands() {
        for length in 0..40 {
            let mut value = vec![b'a'; length];
            assert!(is_value(&value), "{length}");
            for at in 0..length {
                for byte in [0, b'\t', b'\n', b'\r', 31, b' ', b'~', 127, 128, 255] {
                    value[at] = byte;
                    assert_eq!(is_value(&value), is_value_byte(byte), "{byte} at {at} of {length}");
                }
                value[at] = b'a';
            }
        }
    }

    #[test]
    fn a_name_is_known_in_any_case_and_no_other_is() {
        const KNOWN: &[u8; 17] = b"transfer-encoding";
        for name in ["transfer-encoding", "Transfer-Encoding", "TRANSFER-ENCODING"] {
            assert!(is_name(name.as_bytes(), KNOWN), "{name}");
        }
        for at in 0..KNOWN.len() {
            for byte in 0..0x80 {
                let mut name = KNOWN.to_vec();
                name[at] = byte;
                let is_known = name.eq_ignore_ascii_case(b"transfer-encoding");
                assert_eq!(is_name(&name, KNOWN), is_known, "{}", name.escape_ascii());
            }
        }
        for name in ["", "transfer-encodin", "transfer-encodings"] {
            assert!(!is_name(name.as_bytes(), KNOWN), "{name}");
        }
    }

    #[test]
    fn list_members_lose_their_blanks() {
        assert!(members(b" close ,\t, keep-alive").eq([&b"close"[..], b"", b"keep-alive"]));
    }
}
