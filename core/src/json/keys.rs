//! Finds two members of one name in an object.

use alloc::vec::Vec;
use core::iter;

use super::{Fault, string};

/// How many names are compared with each other directly.
const FEW: usize = 8;

/// The member names of one open object, by where they stand in the text.
///
/// Up to eight plain names are compared as they come, behind a filter that rules nearly all comparisons out. With
/// the ninth name, or an escaped one, all of them move to a list that is sorted once, when the object closes.
pub(super) struct Keys {
    filter: u64,
    len: usize,
    few: [(u32, u32); FEW],
    many: Vec<Key>,
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
}

impl Keys {
    #[inline]
    pub(super) fn new() -> Self {
        Self { filter: 0, len: 0, few: [(0, 0); FEW], many: Vec::new() }
    }

    /// Adds the plain name that stands at `from..to`.
    #[inline]
    pub(super) fn add(&mut self, text: &[u8], from: u32, to: u32) -> Result<(), Fault> {
        let name = &text[from as usize..to as usize];
        if self.len == FEW {
            self.add_many(text, name, from);
            return Ok(());
        }
        let last = name.last().copied().unwrap_or_default();
        let bit = 1 << ((name.len() * 5 + usize::from(last)) % 64);
        if self.filter & bit != 0
            && self.few[..self.len].iter().any(|&(from, to)| text[from as usize..to as usize] == *name)
        {
            return Err(Fault::Duplicate);
        }
        self.filter |= bit;
        self.few[self.len] = (from, to);
        self.len += 1;
        Ok(())
    }

    /// Adds the name that means `name` and is spelled with escapes at `from`, or that is one too many for
    /// comparing.
    #[cold]
    pub(super) fn add_many(&mut self, text: &[u8], name: &[u8], from: u32) {
        if self.many.is_empty() {
            let few = &self.few[..self.len];
            self.many.extend(few.iter().map(|&(from, to)| Key::new(&text[from as usize..to as usize], from)));
            self.len = FEW;
        }
        self.many.push(Key::new(name, from));
    }

    /// Says at the end of the object whether all names differed.
    #[inline]
    pub(super) fn close(self, text: &str) -> Result<(), Fault> {
        if self.many.is_empty() { Ok(()) } else { all_differ(text, self.many) }
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
