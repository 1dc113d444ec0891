//! The members of a request's `_meta` that the protocol reserves.

use super::capabilities::ClientCapabilities;
use crate::json::{Fault, Kind, Reader, Span};

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
    r.object(|r, key| {
        let Some(name) = key.strip_prefix(b"io.modelcontextprotocol/") else {
            let value = r.value()?;
            if key == b"progressToken" {
                meta.progress_token = value;
            }
            return Ok(());
        };
        match name {
            b"protocolVersion" => meta.protocol_version = r.value()?,
            b"clientInfo" if r.at_object() => meta.client_info = client_info(r, &mut meta.client_is_named)?,
            b"clientInfo" => meta.client_info = r.value()?,
            b"clientCapabilities" if r.at_object() => meta.client_capabilities = meta.capabilities.read(r)?,
            b"clientCapabilities" => meta.client_capabilities = r.value()?,
            b"logLevel" => meta.log_level = r.value()?,
            _ => drop(r.value()?),
        }
        Ok(())
    })
}

fn client_info(r: &mut Reader<'_>, named: &mut bool) -> Result<Span, Fault> {
    let (mut name, mut version) = (false, false);
    let span = r.object(|r, key| {
        let is_string = r.value()?.kind() == Kind::String;
        match key {
            b"name" => name = is_string,
            b"version" => version = is_string,
            _ => {}
        }
        Ok(())
    })?;
    *named = name && version;
    Ok(span)
}
