//! What the client says it can do, as bits that are set while the message is read.

use core::fmt;

use super::meta_key::is_prefixed;
use crate::json::{Fault, Kind, Reader, Span, Writer};

/// A client capability that a tool may need. See `Tool::requires`.
///
/// Spec: schema, `ClientCapabilities`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Capability {
    /// Questions answered in a form. An empty `elicitation` object declares it.
    ElicitationForm,
    /// Questions answered at a URL.
    ElicitationUrl,
    /// Completions from the client's model.
    Sampling,
    /// Completions that may call tools.
    SamplingTools,
    /// Completions with context of other servers.
    SamplingContext,
    /// The client's root directories.
    Roots,
}

impl Capability {
    const ALL: [Self; 6] = [
        Self::ElicitationForm,
        Self::ElicitationUrl,
        Self::Sampling,
        Self::SamplingTools,
        Self::SamplingContext,
        Self::Roots,
    ];

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of client capabilities.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct ClientCapabilities(u16);

/// A known member of the wrong kind; no capability has this bit.
const MALFORMED: u16 = 1 << 15;

impl ClientCapabilities {
    /// Whether `capability` is in the set.
    #[must_use]
    pub fn has(self, capability: Capability) -> bool {
        self.0 & capability.bit() != 0
    }

    pub(crate) fn add(&mut self, capability: Capability) {
        self.0 |= capability.bit();
    }

    /// What is in this set and not in `other`.
    pub(crate) fn missing_from(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn is_malformed(self) -> bool {
        self.0 & MALFORMED != 0
    }

    /// Reads the value of `clientCapabilities`, which is an object.
    pub(super) fn read(&mut self, r: &mut Reader<'_>) -> Result<Span, Fault> {
        r.object(|r, key| match key {
            b"elicitation" => self.elicitation(r),
            b"sampling" => self.sampling(r),
            b"extensions" => self.extensions(r),
            b"roots" => {
                self.add(Capability::Roots);
                self.object(r)
            }
            b"experimental" => self.object(r),
            _ => r.value().map(drop),
        })
    }

    fn elicitation(&mut self, r: &mut Reader<'_>) -> Result<(), Fault> {
        if !r.at_object() {
            return self.object(r);
        }
        let (mut members, mut modes) = (0_usize, 0_usize);
        r.object(|r, key| {
            members += 1;
            match key {
                b"form" => self.add(Capability::ElicitationForm),
                b"url" => self.add(Capability::ElicitationUrl),
                _ => return r.value().map(drop),
            }
            modes += 1;
            self.object(r)
        })?;
        match (members, modes) {
            (0, _) => self.add(Capability::ElicitationForm),
            (_, 0) => self.0 |= MALFORMED,
            _ => {}
        }
        Ok(())
    }

    fn sampling(&mut self, r: &mut Reader<'_>) -> Result<(), Fault> {
        self.add(Capability::Sampling);
        if !r.at_object() {
            return self.object(r);
        }
        r.object(|r, key| {
            match key {
                b"tools" => self.add(Capability::SamplingTools),
                b"context" => self.add(Capability::SamplingContext),
                _ => return r.value().map(drop),
            }
            self.object(r)
        })
        .map(drop)
    }

    fn extensions(&mut self, r: &mut Reader<'_>) -> Result<(), Fault> {
        if !r.at_object() {
            return self.object(r);
        }
        r.object(|r, key| {
            if !core::str::from_utf8(key).is_ok_and(is_prefixed) {
                self.0 |= MALFORMED;
            }
            self.object(r)
        })
        .map(drop)
    }

    /// Consumes a value that has to be an object.
    fn object(&mut self, r: &mut Reader<'_>) -> Result<(), Fault> {
        if r.value()?.kind() != Kind::Object {
            self.0 |= MALFORMED;
        }
        Ok(())
    }
}

impl fmt::Debug for ClientCapabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Capability::ALL.iter().filter(|c| self.has(**c))).finish()
    }
}

/// Writes `set` as a `ClientCapabilities` object.
pub(crate) fn write_required(set: ClientCapabilities, w: &mut Writer<'_>) {
    use Capability as C;
    w.literal("{");
    let mut separator = "";
    let mut group = |name: &str, itself: Option<C>, parts: &[(&str, C)]| {
        let mut parts = parts.iter().filter(|(_, part)| set.has(*part)).peekable();
        if !itself.is_some_and(|c| set.has(c)) && parts.peek().is_none() {
            return;
        }
        w.literal(separator).literal("\"").literal(name).literal("\":{");
        separator = ",";
        let mut before = "\"";
        for (part, _) in parts {
            w.literal(before).literal(part).literal("\":{}");
            before = ",\"";
        }
        w.literal("}");
    };
    group("elicitation", None, &[("form", C::ElicitationForm), ("url", C::ElicitationUrl)]);
    group("sampling", Some(C::Sampling), &[("tools", C::SamplingTools), ("context", C::SamplingContext)]);
    group("roots", Some(C::Roots), &[]);
    w.literal("}");
}
