//! The members of a request's `_meta` that the protocol reserves.

use super::capabilities::ClientCapabilities;
use crate::json::{Fault, Kind, Name, Reader, Span};

/// Where the reserved members stand. Kinds are judged later, in the order of the error codes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MetaSpans {
    pub(crate) protocol_version: Span,
    pub(crate) client_info: Span,
    pub(crate) client_capabilities: Span,
    pub(crate) log_level: Span,
    pub(crate) progress_token: Span,
    /// What `client_capabilities` declares.
    pub(crate) capabilities: ClientCapabilities,
    /// Whether `client_info` has a `name` and a `version`, both strings.
    pub(crate) client_is_named: bool,
}

/// Reads a `_meta` object.
pub(crate) fn read(r: &mut Reader<'_>, meta: &mut MetaSpans) -> Result<Span, Fault> {
    const NAMES: [&str; 3] = [
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientInfo",
        "io.modelcontextprotocol/clientCapabilities",
    ];
    const INFO: usize = 1;
    const CAPABILITIES: usize = 2;
    let mut found = [Span::default(); NAMES.len()];
    let whole = r.object_of(NAMES, |r, name| {
        match name {
            Name::Expected(INFO) if r.at_object() => {
                found[INFO] = client_info(r, &mut meta.client_is_named)?;
            }
            Name::Expected(CAPABILITIES) if r.at_object() => {
                found[CAPABILITIES] = meta.capabilities.read(r)?;
            }
            Name::Expected(index) => found[index] = r.value()?,
            Name::Other(name) => rare_member(r, name, meta)?,
        }
        Ok(())
    })?;
    [meta.protocol_version, meta.client_info, meta.client_capabilities] = found;
    Ok(whole)
}

#[inline(never)]
fn rare_member(r: &mut Reader<'_>, name: &[u8], meta: &mut MetaSpans) -> Result<(), Fault> {
    let value = r.value()?;
    match name {
        b"progressToken" => meta.progress_token = value,
        b"io.modelcontextprotocol/logLevel" => meta.log_level = value,
        _ => {}
    }
    Ok(())
}

fn client_info(r: &mut Reader<'_>, named: &mut bool) -> Result<Span, Fault> {
    let mut are_strings = [false; 2];
    let span = r.object_of(["name", "version"], |r, name| {
        let is_string = r.value()?.kind() == Kind::String;
        if let Name::Expected(index) = name {
            are_strings[index] = is_string;
        }
        Ok(())
    })?;
    *named = are_strings == [true; 2];
    Ok(span)
}
