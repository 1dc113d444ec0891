//! Revision 2026-07-28: no handshake, all metadata on each request, `resultType` and `serverInfo` on each result.
//!
//! Spec: basic, sections "_meta" and "Result Responses"; basic/versioning.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{SUPPORTED, write_supported};
use crate::id::Id;
use crate::json::{Kind, Span, Writer};
use crate::jsonrpc::ClientCapabilities;
use crate::jsonrpc::{Members, Rejection, Request, code, write_required};
use crate::model::{Level, Meta};

pub(crate) const VERSION: &str = "2026-07-28";

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// A request's metadata, checked.
#[derive(Debug)]
pub(crate) struct Metadata {
    pub(crate) token: Option<Id>,
    pub(crate) level: Option<Level>,
    pub(crate) capabilities: ClientCapabilities,
}

/// Checks `_meta`: missing or malformed members are -32602.
pub(crate) fn metadata(request: &Request<'_>) -> Result<Metadata, Rejection> {
    if request.method == "initialize" && !has_version(request) {
        return Err(handshake(request));
    }
    let (text, meta) = (request.text, &request.params.reserved);
    match request.params.meta.kind() {
        Kind::Object => {}
        Kind::Missing => return bad("_meta is required"),
        _ => return bad("_meta must be an object"),
    }
    if meta.protocol_version.kind() != Kind::String {
        return bad("_meta must name io.modelcontextprotocol/protocolVersion, a string");
    }
    if meta.client_capabilities.kind() != Kind::Object {
        return bad("_meta must hold io.modelcontextprotocol/clientCapabilities, an object");
    }
    if meta.capabilities.is_malformed() {
        return bad("a member of io.modelcontextprotocol/clientCapabilities is malformed");
    }
    if meta.client_info.is_given() && !meta.client_is_named {
        return bad("io.modelcontextprotocol/clientInfo must be an object with name and version");
    }
    let level = match meta.log_level.is_given() {
        false => None,
        true => Some(level(meta.log_level, text)?),
    };
    let token = match meta.progress_token.is_given() {
        false => None,
        true => match Id::read(meta.progress_token, text) {
            None => {
                return bad("progressToken must be a string of at most 256 bytes or an integer of 64 bits");
            }
            token => token,
        },
    };
    Ok(Metadata { token, level, capabilities: meta.capabilities })
}

#[cold]
fn bad<T>(problem: &str) -> Result<T, Rejection> {
    Err(Rejection::invalid_params(format!("Invalid params: {problem}")))
}

#[inline(never)]
fn level(span: Span, text: &str) -> Result<Level, Rejection> {
    match span.string(text).as_deref().and_then(Level::from_name) {
        Some(level) => Ok(level),
        None => bad("io.modelcontextprotocol/logLevel must be one of the eight log levels"),
    }
}

/// Checks the version that the metadata names: an unknown one is -32022.
pub(crate) fn version(request: &Request<'_>) -> Result<(), Rejection> {
    match request.params.reserved.protocol_version.plain(request.text) {
        Some(VERSION) => Ok(()),
        _ => unusual_version(request),
    }
}

/// Of a version that is another one, or spelled with escapes.
#[inline(never)]
fn unusual_version(request: &Request<'_>) -> Result<(), Rejection> {
    let version = request.params.reserved.protocol_version.string(request.text).unwrap_or_default();
    match &*version {
        VERSION => Ok(()),
        other => Err(unsupported(other, "Unsupported protocol version".into())),
    }
}

fn has_version(request: &Request<'_>) -> bool {
    request.params.reserved.protocol_version.is_given()
}

/// The answer to a client of the handshake era: it may be all that its user gets to see.
fn handshake(request: &Request<'_>) -> Rejection {
    let params = Members::of(request.params.whole, request.text);
    let requested = params.string(b"protocolVersion").unwrap_or_default();
    let message = format!(
        "Unsupported protocol version: this server speaks {} and has no initialize handshake; use a client for that revision",
        SUPPORTED.join(", ")
    );
    unsupported(&requested, message)
}

fn unsupported(requested: &str, message: String) -> Rejection {
    /// More than any version's name; what is longer is no version.
    const ECHOED: usize = 64;
    let mut out = Vec::new();
    let mut w = Writer::new(&mut out);
    w.literal("{\"supported\":");
    write_supported(&mut w);
    w.literal(",\"requested\":").string(&requested[..requested.floor_char_boundary(ECHOED)]).literal("}");
    let data = String::from_utf8(out).unwrap_or_default();
    Rejection::new(code::UNSUPPORTED_PROTOCOL_VERSION, message).with_data(data)
}

/// The refusal of a client that lacks `missing`.
pub(crate) fn missing_capability(missing: ClientCapabilities) -> Rejection {
    let mut out = Vec::new();
    let mut w = Writer::new(&mut out);
    w.literal("{\"requiredCapabilities\":");
    write_required(missing, &mut w);
    w.literal("}");
    let data = String::from_utf8(out).unwrap_or_default();
    Rejection::new(
        code::MISSING_CLIENT_CAPABILITY,
        "The client has not declared a capability that this needs",
    )
    .with_data(data)
}

/// Starts a result that is complete; its members follow, then [`close`].
pub(crate) fn open(id: &Id, w: &mut Writer<'_>) {
    w.literal("{\"jsonrpc\":\"2.0\",\"id\":");
    id.write(w);
    w.literal(",\"result\":{\"resultType\":\"complete\",");
}

/// Starts a result of an extension's type; its members follow, each with a comma before it, then [`close`].
pub(crate) fn open_as(id: &Id, result_type: &str, w: &mut Writer<'_>) {
    w.literal("{\"jsonrpc\":\"2.0\",\"id\":");
    id.write(w);
    w.literal(",\"result\":{\"resultType\":").string(result_type);
}

/// Starts a result that asks for input; its members follow, then [`close`].
pub(crate) fn open_input_required(id: &Id, w: &mut Writer<'_>) {
    w.literal("{\"jsonrpc\":\"2.0\",\"id\":");
    id.write(w);
    w.literal(",\"result\":{\"resultType\":\"input_required\",");
}

/// Writes a result that has nothing but metadata: what `own` writes, each member with a comma after it, and the server's.
pub(crate) fn write_empty(id: &Id, tail: &str, own: impl FnOnce(&mut Writer<'_>), w: &mut Writer<'_>) {
    w.literal("{\"jsonrpc\":\"2.0\",\"id\":");
    id.write(w);
    w.literal(",\"result\":{\"resultType\":\"complete\"").literal(OPEN_META);
    own(w);
    w.literal(&tail[OPEN_META.len()..]);
}

/// What stands before the first member of `_meta` in a [`tail`].
const OPEN_META: &str = ",\"_meta\":{";

/// The end of every result, made once at build from the text of `serverInfo`.
pub(crate) fn tail(server_info: &str) -> String {
    format!(",\"_meta\":{{\"{SERVER_INFO}\":{server_info}}}}}}}")
}

/// Ends a result with [`tail`], and with the result's own `_meta` members before the server's.
pub(crate) fn close(tail: &str, own: Option<&Meta>, w: &mut Writer<'_>) {
    match own {
        None => w.literal(tail),
        Some(meta) => {
            w.literal(OPEN_META);
            meta.write_members(w, SERVER_INFO);
            w.literal(&tail[OPEN_META.len()..])
        }
    };
}
