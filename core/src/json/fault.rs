//! Why a text is refused, and the bounds that refuse it.

use core::error::Error;
use core::fmt;
use core::str::Utf8Error;

/// How deep arrays and objects may be nested, counted from the text's first bracket: 128 levels pass, 129 are
/// [`Fault::Depth`]. Skipping takes a stack frame a level, in all less than 48 KiB when optimized.
pub const MAX_DEPTH: u32 = 128;

/// How many digits an integer may have: 64 pass, 65 are [`Fault::Digits`]. The sign is not counted, and a number
/// with a fraction or an exponent is no integer here: it is bounded by the size of the text alone.
pub const MAX_DIGITS: usize = 64;

/// How long a text may be: as far as a [`Span`](super::Span) reaches, a byte less than 1 GiB. A longer one is
/// [`Fault::Size`].
pub const MAX_BYTES: usize = (1 << 30) - 1;

/// Why a text is not acceptable JSON: always the fault of whoever wrote the text, and answered with code
/// `-32700`. What was read before the fault stays usable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The text breaks the grammar, or ends too early.
    Syntax,
    /// Arrays and objects are nested more than [`MAX_DEPTH`] levels deep.
    Depth,
    /// An integer has more than [`MAX_DIGITS`] digits.
    Digits,
    /// An object has two members of one name, escapes resolved.
    Duplicate,
    /// A `\u` escape is half of a surrogate pair.
    Surrogate,
    /// The bytes are not UTF-8. Reported where bytes become text; the reader is given text.
    Utf8,
    /// Something other than white space follows the value.
    Trailing,
    /// The text has more than [`MAX_BYTES`].
    Size,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("the text is not valid JSON"),
            Self::Depth => write!(f, "nesting is deeper than {MAX_DEPTH} levels"),
            Self::Digits => write!(f, "an integer has more than {MAX_DIGITS} digits"),
            Self::Duplicate => f.write_str("an object has two members of the same name"),
            Self::Surrogate => f.write_str("an escape is half of a surrogate pair"),
            Self::Utf8 => f.write_str("the text is not valid UTF-8"),
            Self::Trailing => f.write_str("something follows the JSON value"),
            Self::Size => write!(f, "the text is longer than {MAX_BYTES} bytes"),
        }
    }
}

impl Error for Fault {}

impl From<Utf8Error> for Fault {
    fn from(_: Utf8Error) -> Self {
        Self::Utf8
    }
}
