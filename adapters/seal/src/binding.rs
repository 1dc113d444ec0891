//! What a token is bound to, as one digest.

use sha2::{Digest as _, Sha256};
use snodo_core::Binding;
use snodo_core::json::{self, Fault, Reader};

use crate::key::Digest;

/// Of a token's signed part and of the request it is for. `None` when `params` are no object that the strict reader
/// takes.
///
/// No two requests that differ feed the same bytes to a hash: every part says what it is, and how long.
pub(crate) fn digest(signed: &str, binding: &Binding<'_>) -> Option<Digest> {
    let mut hash = Sha256::new();
    part(&mut hash, b'T', signed.as_bytes());
    part(&mut hash, b'M', binding.method.as_bytes());
    match binding.principal {
        Some(principal) => part(&mut hash, b'P', principal.as_bytes()),
        None => hash.update(b"A"),
    }
    let mut values = Values { text: binding.params, members: Vec::new() };
    json::parse(binding.params, |reader| values.object(reader, &mut hash, counts)).ok()?;
    Some(hash.finalize().into())
}

/// Whether a member of `params` stays the same from round to round.
fn counts(name: &[u8]) -> bool {
    !matches!(name, b"_meta" | b"requestState" | b"inputResponses")
}

fn part(hash: &mut Sha256, mark: u8, content: &[u8]) {
    head(hash, mark, content.len());
    hash.update(content);
}

/// What follows, and how much of it.
fn head(hash: &mut Sha256, mark: u8, length: usize) {
    let mut head = [mark; 9];
    head[1..].copy_from_slice(&(length as u64).to_be_bytes());
    hash.update(head);
}

/// Feeds values to hashes while they are read, by what they say and not by how it is spelled.
struct Values<'a> {
    text: &'a str,
    /// Digests of the members that were read of the objects that are open, the outermost first.
    members: Vec<Digest>,
}

impl<'a> Values<'a> {
    fn value(&mut self, reader: &mut Reader<'a>, hash: &mut Sha256) -> Result<(), Fault> {
        if reader.at_object() {
            return self.object(reader, hash, |_| true);
        }
        if reader.at_array() {
            return self.array(reader, hash);
        }
        let span = reader.value()?;
        match span.string(self.text) {
            Some(content) => part(hash, b'"', content.as_bytes()),
            None => part(hash, b'#', span.raw(self.text).as_bytes()),
        }
        Ok(())
    }

    fn array(&mut self, reader: &mut Reader<'a>, hash: &mut Sha256) -> Result<(), Fault> {
        hash.update(b"[");
        reader.array(|reader| self.value(reader, hash))?;
        hash.update(b"]");
        Ok(())
    }

    /// Each member has a digest of its own, and the object is their sorted list: whatever order they come in, none
    /// has to be read twice.
    fn object(
        &mut self,
        reader: &mut Reader<'a>,
        hash: &mut Sha256,
        counts: fn(&[u8]) -> bool,
    ) -> Result<(), Fault> {
        let first = self.members.len();
        reader.object(|reader, name| {
            if !counts(name) {
                return reader.value().map(drop);
            }
            let mut member = Sha256::new();
            part(&mut member, b'"', name);
            self.value(reader, &mut member)?;
            self.members.push(member.finalize().into());
            Ok(())
        })?;
        let members = &mut self.members[first..];
        members.sort_unstable();
        head(hash, b'{', members.len());
        hash.update(members.as_flattened());
        self.members.truncate(first);
        Ok(())
    }
}
