//! Finds two members of one name in an object.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use super::{Fault, Name, string};

/// How many names are compared with each other directly.
const FEW: usize = 8;

/// The member names of one open object. Those that the caller expects are a bit each; others are kept by where they stand
/// in the text.
///
/// Up to eight plain names are compared as they come, behind a filter that rules nearly all comparisons out. With
/// the ninth name, or an escaped one, all of them move to a list that is sorted once, when the object closes.
pub(super) struct Keys<'e> {
    expected: &'e [&'e str],
    /// Of which there may be 32.
    seen: u32,
    filter: u64,
    len: usize,
    few: [u32; FEW],
    many: Option<Box<Many>>,
}

/// What few objects need.
struct Many {
    keys: Vec<Key>,
    /// The last name that was spelled with escapes.
    resolved: String,
}

/// A name by its hash and by the place of its first byte. Its end is found again in the rare case that it is
/// needed, which halves what a list of hostile size takes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    hash: u32,
    from: u32,
}

impl Key {
    fn new(name: &[u8], from: u32) -> Self {
        Self { hash: hash(name), from }
    }

    /// The plain name that stands at `from`.
    fn plain(text: &[u8], from: u32) -> Self {
        let name = &text[from as usize..];
        Self::new(&name[..string::plain_len(name)], from)
    }
}

impl<'e> Keys<'e> {
    #[inline]
    pub(super) fn new(expected: &'e [&'e str]) -> Self {
        Self { expected, seen: 0, filter: 0, len: 0, few: [0; FEW], many: None }
    }

    /// Adds the name that is expected at `index`.
    #[inline]
    pub(super) fn add_expected(&mut self, index: usize) -> Result<(), Fault> {
        let bit = 1 << index;
        if self.seen & bit != 0 {
            return Err(Fault::Duplicate);
        }
        self.seen |= bit;
        Ok(())
    }

    /// Adds the plain name that stands at `from..to` and is not expected, and gives it back.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "what is read has no more than MAX_BYTES")]
    pub(super) fn add<'a>(&mut self, text: &'a [u8], from: usize, to: usize) -> Result<&'a [u8], Fault> {
        // With its closing quote, so that a longer name which starts like it is another one.
        let quoted = &text[from..=to];
        let name = &quoted[..quoted.len() - 1];
        let Some(slot) = self.few.get_mut(self.len) else {
            self.add_to_many(text, Key::new(name, from as u32));
            return Ok(name);
        };
        // Of an empty name this is the opening quote.
        let last = text[to - 1];
        let bit = 1 << ((quoted.len() * 5 + usize::from(last)) % 64);
        *slot = from as u32;
        if self.filter & bit != 0
            && self.few[..self.len].iter().any(|&from| text[from as usize..].starts_with(quoted))
        {
            return Err(Fault::Duplicate);
        }
        self.filter |= bit;
        self.len += 1;
        Ok(name)
    }

    /// Adds the name that is spelled with escapes at `from..to`, and gives back what it means.
    #[cold]
    #[expect(clippy::cast_possible_truncation, reason = "what is read has no more than MAX_BYTES")]
    pub(super) fn add_escaped(&mut self, text: &str, from: usize, to: usize) -> Result<Name<'_>, Fault> {
        let resolved = string::unescape(&text[from..to])?;
        if let Some(index) = self.expected.iter().position(|name| *name == resolved) {
            return self.add_expected(index).map(|()| Name::Expected(index));
        }
        let many = self.add_to_many(text.as_bytes(), Key::new(resolved.as_bytes(), from as u32));
        many.resolved = resolved;
        Ok(Name::Other(many.resolved.as_bytes()))
    }

    #[cold]
    fn add_to_many(&mut self, text: &[u8], key: Key) -> &mut Many {
        let few = &self.few[..self.len];
        let many = self.many.get_or_insert_with(|| {
            let keys = few.iter().map(|&from| Key::plain(text, from)).collect();
            Box::new(Many { keys, resolved: String::new() })
        });
        // From now on there is room there only.
        self.len = FEW;
        many.keys.push(key);
        many
    }

    /// Says at the end of the object whether all names differed.
    #[inline]
    pub(super) fn close(self, text: &str) -> Result<(), Fault> {
        match self.many {
            None => Ok(()),
            Some(many) => all_differ(text, many.keys),
        }
    }
}

/// Names of one hash are sorted by themselves, so that forged hashes cost no more than sorting by name.
#[cold]
fn all_differ(text: &str, mut keys: Vec<Key>) -> Result<(), Fault> {
    keys.sort_unstable();
    for alike in keys.chunk_by_mut(|a, b| a.hash == b.hash) {
        if alike.len() > 1 {
            alike.sort_unstable_by(|a, b| name_at(text, a.from).cmp(name_at(text, b.from)));
            if !alike.is_sorted_by(|a, b| name_at(text, a.from).ne(name_at(text, b.from))) {
                return Err(Fault::Duplicate);
            }
        }
    }
    Ok(())
}

/// The characters of the name whose first one stands at `from`, escapes resolved. They are looked at one by one,
/// so that comparing a very long name costs no more than what it has in common with the other.
fn name_at(text: &str, from: u32) -> impl Iterator<Item = char> {
    let mut rest = &text[from as usize..];
    iter::from_fn(move || {
        let (char, len) = match rest.chars().next()? {
            '"' => return None,
            '\\' => string::escape(rest.as_bytes()).ok()?,
            plain => (plain, plain.len_utf8()),
        };
        rest = &rest[len..];
        Some(char)
    })
}

/// Spreads ordinary names well. Forging collisions is easy, and gains nothing.
fn hash(name: &[u8]) -> u32 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: [u8; 8]| (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(ODD);
    let (words, rest) = name.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let hash = words.iter().fold(name.len() as u64, |hash, &word| mix(hash, word));
    // The upper half depends on every bit of the product's factors.
    (mix(hash, last) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::*;

    /// Names in quotes, and a key for each that claims the same hash.
    fn forged(names: impl IntoIterator<Item = String>) -> (String, Vec<Key>) {
        let mut text = String::new();
        let keys = names.into_iter().map(|name| {
            let from = u32::try_from(text.len() + 1).unwrap();
            text.push_str(&format!("\"{name}\""));
            Key { hash: 7, from }
        });
        let keys = keys.collect();
        (text, keys)
    }

    #[test]
    fn names_of_one_hash_are_told_apart() {
        let names = || (0..20_000).map(|n| format!("{:05}-behind-a-changing-start", n * 7_919 % 20_011));
        let (text, keys) = forged(names().chain(["x".repeat(1_000_000)]));
        assert_eq!(all_differ(&text, keys), Ok(()));
        let (text, keys) = forged(names().chain(["00001-behind-a-changing-start".into()]));
        assert_eq!(all_differ(&text, keys), Err(Fault::Duplicate));
        let (text, keys) = forged(names().chain([r"0000\u0031-behind-a-changing-start".into()]));
        assert_eq!(all_differ(&text, keys), Err(Fault::Duplicate));
    }

    #[test]
    fn ordinary_names_have_hashes_of_their_own() {
        let mut hashes: Vec<u32> = (0..10_000).map(|n| hash(format!("member-{n}").as_bytes())).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert!(hashes.len() > 9_990, "{}", hashes.len());
        assert_ne!(hash(b"a"), hash(b"a\0"));
        assert_ne!(hash(b""), hash(b"\0"));
    }
}
