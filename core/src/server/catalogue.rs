//! What a server offers, frozen: found by name, listed from text that was written once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::builder::ServerBuilder;
use super::listing::Listing;
use super::panics::PanicPolicy;
use crate::define::Definition;
use crate::dialect::SUPPORTED;
use crate::dialect::v2026_07_28::{CacheHint, tail};
use crate::error::{Error, ErrorKind};
use crate::json::Writer;
use crate::limits::Limits;
use crate::sync::{self, NameMap};

pub(crate) struct Catalogue {
    pub(super) name: String,
    pub(super) tools: Vec<Definition>,
    tool_places: NameMap,
    pub(super) tools_listing: Listing,
    /// The members of the `server/discover` result.
    pub(super) discovery: String,
    /// The end of each result: who the server is.
    pub(super) tail: String,
    pub(super) offers_tools: bool,
    pub(super) logging: bool,
    pub(super) limits: Limits,
    pub(super) panics: PanicPolicy,
}

impl Catalogue {
    pub(super) fn new(builder: ServerBuilder) -> Result<Self, Error> {
        let offers_tools = builder.offers_tools || !builder.tools.is_empty();
        let tools = builder
            .tools
            .into_iter()
            .map(|tool| tool.define(builder.any_tool_name))
            .collect::<Result<Vec<_>, _>>()?;
        let mut tool_places = NameMap::default();
        for (place, tool) in (0_u32..).zip(&tools) {
            if tool_places.insert(tool.name.as_str().into(), place).is_some() {
                return Err(Error::new(ErrorKind::Duplicate, format!("two tools are named {:?}", tool.name)));
            }
        }
        Ok(Self {
            tools_listing: Listing::new(tools.iter().map(|tool| tool.json.as_str()), builder.tools_cache),
            discovery: discovery(
                offers_tools,
                builder.logging,
                builder.instructions.as_deref(),
                builder.discover_cache,
            ),
            tail: tail(&written(|w| builder.info.write(w))),
            name: builder.info.name,
            tools,
            tool_places,
            offers_tools,
            logging: builder.logging,
            limits: builder.limits,
            panics: builder.panics,
        })
    }

    pub(super) fn place_of_tool(&self, name: &str) -> Option<u32> {
        self.tool_places.get(name).copied()
    }

    pub(super) fn tool(&self, place: u32) -> &Definition {
        &self.tools[place as usize]
    }
}

/// Spec: server/discover.
fn discovery(tools: bool, logging: bool, instructions: Option<&str>, cache: CacheHint) -> String {
    written(|w| {
        w.literal("\"supportedVersions\":[");
        for (i, version) in SUPPORTED.iter().enumerate() {
            w.literal(if i > 0 { "," } else { "" }).string(version);
        }
        w.literal("],\"capabilities\":{");
        w.literal(if tools { "\"tools\":{}" } else { "" });
        w.literal(if tools && logging { "," } else { "" });
        w.literal(if logging { "\"logging\":{}" } else { "" });
        w.literal("}");
        if let Some(text) = instructions {
            w.literal(",\"instructions\":").string(text);
        }
        cache.write(w);
    })
}

fn written(write: impl FnOnce(&mut Writer<'_>)) -> String {
    let mut out = Vec::new();
    write(&mut Writer::new(&mut out));
    String::from_utf8(out).expect("each part came from a str")
}

impl Drop for Catalogue {
    /// Handlers hold their author's state, whose destructors may panic.
    fn drop(&mut self) {
        for tool in self.tools.drain(..) {
            if sync::contain(|| drop(tool.handler)).is_err() {
                log::error!("the handler of tool {:?} panicked while it was dropped", tool.name);
            }
        }
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").field("name", &self.name).finish_non_exhaustive()
    }
}
