//! What a terminal shows: how wide it is, and what must not reach it.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar as _;

/// How many columns a terminal has; none where it does not say.
#[cfg(unix)]
pub(crate) fn width(terminal: impl std::os::fd::AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(terminal).ok()?;
    (size.ws_col > 0).then_some(size.ws_col.into())
}

#[cfg(not(unix))]
pub(crate) fn width<T>(_terminal: T) -> Option<usize> {
    None
}

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// How many columns a character takes.
pub(crate) fn columns_of(character: char) -> usize {
    character.width().unwrap_or(0)
}

/// The text without anything that a terminal obeys or that reorders what is read: such characters are shown in place of
/// being sent. Line breaks and tabs stay.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    let is_harmless = |c: char| matches!(c, '\n' | '\t') || !is_control(c);
    if text.chars().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    // A carriage return before a line break is part of it.
    let text = text.replace("\r\n", "\n");
    text.chars().map(|c| if is_harmless(c) { c } else { picture(c) }).collect::<String>().into()
}

/// Whether a terminal obeys the character, or shows what follows in another order or not at all. Joiners are not meant:
/// letters of many languages need them.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061C}'
                | '\u{200B}'
                | '\u{200E}'
                | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{E0000}'..='\u{E007F}'
        )
}

/// One character for one that must not be sent.
fn picture(c: char) -> char {
    match c {
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7F' => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown_instead() {
        assert_eq!(visible("a\x1B[2Jb\x07\x7F\r"), "a\u{241B}[2Jb\u{2407}\u{2421}\u{240D}");
        // One character that begins a sequence, an order turned round, and letters that nobody sees.
        assert_eq!(visible("\u{9B}31m\u{202E}x\u{200B}\u{E0041}"), "\u{FFFD}31m\u{FFFD}x\u{FFFD}\u{FFFD}");
    }

    #[test]
    fn lines_and_letters_stay() {
        assert!(matches!(visible("Zoë\t漢字\n👩\u{200D}🚀"), Cow::Borrowed("Zoë\t漢字\n👩\u{200D}🚀")));
        assert_eq!(visible("a\r\nb\x1B"), "a\nb\u{241B}");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!((columns("ab"), columns("漢字"), columns("e\u{301}")), (2, 4, 1));
    }
}
