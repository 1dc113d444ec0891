//! Strings: where they end, and what their escapes stand for.

use alloc::string::String;

use super::Fault;

/// Finds the end of the string whose first content byte is at `from`: the place of its closing quote, and
/// whether it holds an escape. Every escape is checked on the way.
#[inline]
pub(super) fn scan(text: &[u8], from: usize) -> Result<(usize, bool), Fault> {
    let rest = text.get(from..).unwrap_or_default();
    let plain = plain_len(rest);
    if rest.get(plain) == Some(&b'"') {
        return Ok((from + plain, false));
    }
    scan_escaped(text, from + plain).map(|end| (end, true))
}

/// Goes on from the first byte that is not plain. Out of line, to keep the plain case small where it is inlined.
#[inline(never)]
fn scan_escaped(text: &[u8], mut at: usize) -> Result<usize, Fault> {
    loop {
        match text.get(at..) {
            Some([b'"', ..]) => return Ok(at),
            Some(rest @ [b'\\', ..]) => {
                let len = escape(rest)?.1;
                at += len + plain_len(&rest[len..]);
            }
            _ => return Err(Fault::Syntax),
        }
    }
}

/// The content of a string with its escapes resolved: never longer than what it was written as.
#[cold]
pub(super) fn unescape(content: &str) -> Result<String, Fault> {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    loop {
        let plain = plain_len(rest.as_bytes());
        out.push_str(&rest[..plain]);
        rest = &rest[plain..];
        if rest.is_empty() {
            return Ok(out);
        }
        let (char, len) = escape(rest.as_bytes())?;
        out.push(char);
        rest = &rest[len..];
    }
}

/// The character that the escape at the start of `text` stands for, and the length of the escape.
pub(super) fn escape(text: &[u8]) -> Result<(char, usize), Fault> {
    let char = match text {
        [b'\\', mark @ (b'"' | b'\\' | b'/'), ..] => char::from(*mark),
        [b'\\', b'b', ..] => '\u{8}',
        [b'\\', b'f', ..] => '\u{c}',
        [b'\\', b'n', ..] => '\n',
        [b'\\', b'r', ..] => '\r',
        [b'\\', b't', ..] => '\t',
        [b'\\', b'u', digits @ ..] => return unicode(digits),
        _ => return Err(Fault::Syntax),
    };
    Ok((char, 2))
}

/// The character of a `\u` escape, or of two that are a surrogate pair, from the first digit on.
fn unicode(text: &[u8]) -> Result<(char, usize), Fault> {
    let first = unit(text)?;
    if let Some(char) = char::from_u32(u32::from(first)) {
        return Ok((char, 6));
    }
    let Some([b'\\', b'u', digits @ ..]) = text.get(4..) else { return Err(Fault::Surrogate) };
    match char::decode_utf16([first, unit(digits)?]).next() {
        Some(Ok(char)) => Ok((char, 12)),
        _ => Err(Fault::Surrogate),
    }
}

/// Four hexadecimal digits.
fn unit(text: &[u8]) -> Result<u16, Fault> {
    let digits = text.first_chunk::<4>().ok_or(Fault::Syntax)?;
    digits.iter().try_fold(0, |unit, &digit| {
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            b'A'..=b'F' => digit - b'A' + 10,
            _ => return Err(Fault::Syntax),
        };
        Ok(unit << 4 | u16::from(digit))
    })
}

/// How many bytes stand in front of the first quote, backslash or control byte. Looks at eight bytes a step.
#[inline]
pub(super) fn plain_len(text: &[u8]) -> usize {
    let mut rest = text;
    while let Some((word, behind)) = rest.split_first_chunk() {
        let hits = special_bytes(u64::from_le_bytes(*word));
        if hits != 0 {
            return text.len() - rest.len() + hits.trailing_zeros() as usize / 8;
        }
        rest = behind;
    }
    let is_special = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
    text.len() - rest.len() + rest.iter().position(is_special).unwrap_or(rest.len())
}

/// Of the lowest byte that is a quote, a backslash or a control byte the high bit; none when there is no such byte.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
    const ONE: u64 = u64::from_le_bytes([1; 8]);
    // This bit is what a quote has and a space has not: with it flipped a quote becomes a space, and control bytes stay
    // what they are.
    const FLIP: u64 = u64::from_le_bytes([b'"' ^ b' '; 8]);
    const BEHIND_SPACE: u64 = u64::from_le_bytes([b' ' + 1; 8]);

    // The high bit of a byte is set where a subtraction borrows. A borrow can spoil later bytes but no earlier ones, and
    // the first hit counts. Bytes above ASCII have that bit anyway, and are none of these.
    let backslashes = (word ^ BACKSLASHES).wrapping_sub(ONE);
    let quotes_and_controls = (word ^ FLIP).wrapping_sub(BEHIND_SPACE);
    (backslashes | quotes_and_controls) & !word & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_len_agrees_with_a_look_at_every_byte() {
        // Each byte value at each place around the eight-byte step, between neighbours that borrow or carry.
        for around in [b'a', 0x7f, 0x80, 0xff, b' ', b'!', b'#', b'[', b']'] {
            for byte in 0..=u8::MAX {
                for place in 0..20 {
                    let mut text = [around; 20];
                    text[place] = byte;
                    let plain = byte >= b' ' && byte != b'"' && byte != b'\\';
                    for from in 0..=place {
                        assert_eq!(
                            plain_len(&text[from..]),
                            if plain { 20 } else { place } - from,
                            "{byte:#x} at {place}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn escapes_stand_for_their_characters() {
        for (written, meant) in [
            ("", ""),
            ("plain, longer than a step of eight", "plain, longer than a step of eight"),
            (r#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"),
            (r"\u0000\u001F\u001f\u00e9\uFFFF\ue000\ud7ff", "\0\u{1f}\u{1f}é\u{ffff}\u{e000}\u{d7ff}"),
            (r"\uD83D\ude00\ud800\udc00\udbff\udfff", "😀\u{10000}\u{10ffff}"),
            (r"é\u00e9日\n本", "éé日\n本"),
        ] {
            assert_eq!(unescape(written).as_deref(), Ok(meant), "{written}");
        }
    }
}
