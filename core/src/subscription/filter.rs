//! What a client asks to be told, or what a server agreed to tell.

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::event::Event;
use super::topics::{List, Topics};
use super::uris::Uris;
use crate::json::{self, Fault, Kind, Reader, Span, Writer};
use crate::jsonrpc::Rejection;
use crate::model::is_absolute_uri;

/// The most resources that one subscription may name, those named twice counted twice.
const MAX_RESOURCES: usize = 1_000;

/// Which notifications a client asks for, or a server has agreed to send: the `notifications` member of
/// `subscriptions/listen` and of its acknowledgement.
///
/// It does not change, and cloning it shares it. It takes 48 bytes, and for each resource 40 bytes and its URI; the
/// members of extensions take their text.
///
/// ```
/// use snodo_core::{Event, Filter, Topics};
///
/// let asked = Filter::parse(r#"{"toolsListChanged":true,"resourceSubscriptions":["docs:///a"]}"#)?;
/// assert!(asked.allows(&Event::ToolsListChanged) && !asked.allows(&Event::PromptsListChanged));
///
/// let accepted = asked.narrow(Topics::RESOURCE_UPDATES);
/// assert!(accepted.is_subset_of(&asked) && !accepted.allows(&Event::ToolsListChanged));
/// # Ok::<(), snodo_core::Rejection>(())
/// ```
///
/// Spec: basic/patterns/subscriptions, section "Notification Filter".
#[derive(Clone, Default)]
#[must_use]
pub struct Filter(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// Of lists alone.
    lists: Topics,
    uris: Uris,
    /// Rare, so behind a pointer of one word.
    extensions: Option<Box<Extensions>>,
}

#[derive(Clone, PartialEq)]
struct Extensions {
    /// An object with at least one member, in one line.
    json: Box<str>,
}

impl Filter {
    /// Reads the JSON object that a client sends as `notifications`.
    ///
    /// It may name up to 1,000 resources; one that it names twice counts once afterwards. Members that the protocol does
    /// not know are kept for
    /// extensions, see [`raw`](Filter::raw). Takes time n log n in the bytes of the text.
    ///
    /// # Errors
    ///
    /// The client's fault, code -32602: the text is no JSON object, a list's member is no boolean,
    /// `resourceSubscriptions` is no array of absolute URIs or has more than 1,000 of them.
    pub fn parse(json: &str) -> Result<Self, Rejection> {
        let mut asked = Asked::default();
        let is_object = json::parse(json, |reader| {
            if !reader.at_object() {
                return reader.value().map(|_| false);
            }
            asked.read(reader, json).map(|()| true)
        });
        match is_object {
            Ok(true) => asked.judge(json),
            Ok(false) => Err(bad(NO_OBJECT)),
            Err(fault) => Err(bad(&format!("notifications: {fault}"))),
        }
    }

    /// Reads the member `notifications`, wherever it stands in a request's text.
    pub(crate) fn read(notifications: Span, text: &str) -> Result<Self, Rejection> {
        match notifications.kind() {
            Kind::Missing => Err(bad("notifications is required")),
            Kind::Object => Self::parse(notifications.raw(text)),
            _ => Err(bad(NO_OBJECT)),
        }
    }

    fn new(lists: Topics, uris: Uris, extensions: Option<Box<Extensions>>) -> Self {
        Self(Arc::new(Inner { lists, uris, extensions }))
    }

    /// The kinds of notifications in it.
    pub fn topics(&self) -> Topics {
        let updates = if self.0.uris.is_empty() { Topics::NONE } else { Topics::RESOURCE_UPDATES };
        self.0.lists | updates
    }

    /// The watched resources, each once, in the order they were named.
    pub fn resources(&self) -> impl ExactSizeIterator<Item = &Arc<str>> {
        self.0.uris.iter()
    }

    /// The members that the protocol does not know, as a JSON object in one line; `None` when there are none. Member
    /// names are unique; the values are the client's.
    #[must_use]
    pub fn raw(&self) -> Option<&str> {
        self.0.extensions.as_ref().map(|extensions| &*extensions.json)
    }

    /// Whether it asks for nothing, of extensions neither.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.topics().is_empty() && self.0.extensions.is_none()
    }

    /// Whether `event` may be sent to who has this filter. Updates of a resource may be about something below one
    /// that is watched; a [custom](Event::Custom) event may be sent where members of an extension are.
    #[must_use]
    pub fn allows(&self, event: &Event) -> bool {
        match event {
            Event::ToolsListChanged => self.0.lists.contains(Topics::TOOLS_LIST),
            Event::PromptsListChanged => self.0.lists.contains(Topics::PROMPTS_LIST),
            Event::ResourcesListChanged => self.0.lists.contains(Topics::RESOURCES_LIST),
            Event::ResourceUpdated(uri) => self.0.uris.cover(uri),
            Event::Custom(_) => self.0.extensions.is_some(),
        }
    }

    /// Whether `other` asks for all that is in this filter. What the values of an extension's members mean is not
    /// looked at: they are in `other` when it has any.
    #[must_use]
    pub fn is_subset_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (other.0.lists.contains(self.0.lists)
                && self.resources().all(|uri| other.0.uris.contains(uri))
                && (self.0.extensions.is_none() || other.0.extensions.is_some()))
    }

    /// What is in both. Members of extensions stay when both have the same text.
    pub fn intersect(&self, other: &Self) -> Self {
        let lists = self.0.lists & other.0.lists;
        let uris = self.kept(|uri| other.0.uris.contains(uri));
        let extensions = self.0.extensions.clone().filter(|_| self.0.extensions == other.0.extensions);
        Self::new(lists, uris, extensions)
    }

    /// What of it is about `topics`; members of extensions stay.
    pub fn narrow(&self, topics: Topics) -> Self {
        if topics.contains(self.topics()) {
            return self.clone();
        }
        let updates = topics.contains(Topics::RESOURCE_UPDATES);
        Self::new(self.0.lists & topics, self.kept(|_| updates), self.0.extensions.clone())
    }

    /// The same without the resources that `keep` refuses.
    pub fn narrow_resources(&self, keep: impl FnMut(&str) -> bool) -> Self {
        let uris = self.kept(keep);
        if uris.len() == self.0.uris.len() {
            return self.clone();
        }
        Self::new(self.0.lists, uris, self.0.extensions.clone())
    }

    fn kept(&self, mut keep: impl FnMut(&str) -> bool) -> Uris {
        let uris: Vec<_> = self.resources().filter(|uri| keep(uri)).cloned().collect();
        Uris::distinct(&uris)
    }

    /// The same with other members of extensions, or with none: what an extension's source has agreed to.
    ///
    /// # Errors
    ///
    /// As [`parse`](Filter::parse); members that the protocol knows are left out.
    pub fn with_raw(&self, json: Option<&str>) -> Result<Self, Rejection> {
        let extensions = match json {
            None => None,
            Some(json) => Self::parse(json)?.0.extensions.clone(),
        };
        Ok(Self::new(self.0.lists, self.kept(|_| true), extensions))
    }

    /// The same without members of extensions.
    pub(super) fn without_raw(self) -> Self {
        match self.0.extensions {
            None => self,
            Some(_) => Self::new(self.0.lists, self.kept(|_| true), None),
        }
    }

    /// Which lists are asked for, resources aside.
    pub(super) fn lists(&self) -> Topics {
        self.0.lists
    }

    pub(super) fn resource(&self, at: usize) -> Option<&Arc<str>> {
        self.0.uris.get(at)
    }

    /// Appends it to `out` as the JSON object that it is in an acknowledgement. It cannot fail.
    pub fn encode(&self, out: &mut Vec<u8>) {
        self.write(&mut Writer::new(out));
    }

    pub(crate) fn write(&self, w: &mut Writer<'_>) {
        let mut separator = "{\"";
        for list in self.0.lists.lists() {
            w.literal(separator).literal(list.member()).literal("\":true");
            separator = ",\"";
        }
        if !self.0.uris.is_empty() {
            w.literal(separator).literal("resourceSubscriptions\":");
            let mut before = "[";
            for uri in self.resources() {
                w.literal(before).string(uri);
                before = ",";
            }
            w.literal("]");
            separator = ",\"";
        }
        match self.raw() {
            // Its first member's quotation mark is part of the separator.
            Some(object) => w.literal(separator).literal(&object[2..]),
            None if separator == "{\"" => w.literal("{}"),
            None => w.literal("}"),
        };
    }
}

impl fmt::Debug for Filter {
    /// Without the URIs: they may be private.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("topics", &self.topics())
            .field("resources", &self.0.uris.len())
            .field("extensions", &self.0.extensions.is_some())
            .finish()
    }
}

const NO_OBJECT: &str = "notifications must be an object";

fn bad(problem: &str) -> Rejection {
    Rejection::invalid_params(format!("Invalid params: {problem}"))
}

/// A filter's members as they stand, not judged yet.
#[derive(Default)]
struct Asked {
    lists: Topics,
    /// A list's member that is no boolean.
    odd: Option<List>,
    resources: Span,
    uris: Vec<Span>,
    /// The members for extensions, each with a comma after it.
    others: Vec<u8>,
}

impl Asked {
    fn read(&mut self, reader: &mut Reader<'_>, json: &str) -> Result<(), Fault> {
        let object = reader.object(|reader, key| {
            if key == b"resourceSubscriptions" {
                self.resources = if reader.at_array() { self.uris(reader)? } else { reader.value()? };
                return Ok(());
            }
            let value = reader.value()?;
            match List::ALL.into_iter().find(|list| list.member().as_bytes() == key) {
                Some(list) => match value.kind() {
                    Kind::True => self.lists = self.lists | list.topic(),
                    Kind::False => {}
                    _ => self.odd = Some(list),
                },
                None => self.keep(key, value.raw(json)),
            }
            Ok(())
        });
        object.map(drop)
    }

    /// One more than is allowed is enough to know.
    fn uris(&mut self, reader: &mut Reader<'_>) -> Result<Span, Fault> {
        reader.array(|reader| {
            let uri = reader.value()?;
            if self.uris.len() <= MAX_RESOURCES {
                self.uris.push(uri);
            }
            Ok(())
        })
    }

    fn keep(&mut self, key: &[u8], value: &str) {
        let key = String::from_utf8_lossy(key);
        Writer::new(&mut self.others).string(&key).literal(":").raw(value).literal(",");
    }

    fn judge(self, json: &str) -> Result<Filter, Rejection> {
        if let Some(list) = self.odd {
            return Err(bad(&format!("notifications.{} must be a boolean", list.member())));
        }
        if !matches!(self.resources.kind(), Kind::Missing | Kind::Array) {
            return Err(bad("notifications.resourceSubscriptions must be an array"));
        }
        if self.uris.len() > MAX_RESOURCES {
            return Err(bad(&format!(
                "notifications.resourceSubscriptions may name at most {MAX_RESOURCES} resources"
            )));
        }
        let absolute = |uri: &Span| uri.string(json).filter(|uri| is_absolute_uri(uri)).map(Arc::from);
        let uris: Option<Vec<Arc<str>>> = self.uris.iter().map(absolute).collect();
        let uris =
            uris.ok_or_else(|| bad("notifications.resourceSubscriptions must hold absolute URIs only"))?;
        let extensions = self.others.strip_suffix(b",").map(|members| {
            Box::new(Extensions { json: format!("{{{}}}", String::from_utf8_lossy(members)).into() })
        });
        Ok(Filter::new(self.lists, Uris::distinct(&uris), extensions))
    }
}
