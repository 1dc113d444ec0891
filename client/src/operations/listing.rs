//! Lists, page by page or whole.
//!
//! Spec: server/utilities/pagination.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use snodo_core::http::ParamFields;
use snodo_core::json;
use snodo_core::model::{CacheScope, Meta, Prompt, Resource, ResourceTemplate, Tool};

use super::sealed::Sealed;
use super::{Output, request};
use crate::call::Call;
use crate::client::{Client, Shared};
use crate::error::Error;
use crate::exchange::Running;
use crate::machine::{self, Request};

/// One page of a list.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Page<T> {
    /// The items, in the server's order.
    pub items: Vec<T>,
    /// Where the next page starts; none after the last one. Any text is one, the empty one too.
    pub next_cursor: Option<String>,
    /// How long the page may be kept, in milliseconds. Where it is not said: not at all.
    pub ttl_ms: Option<u64>,
    /// Who may share it. Where it is not said: nobody.
    pub cache_scope: Option<CacheScope>,
    /// The result's `_meta` members.
    pub meta: Meta,
    raw: Box<str>,
}

impl<T> Page<T> {
    /// The result as the server sent it: the text of a JSON object.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.raw
    }
}

/// What servers list: tools, prompts, resources and resource templates.
pub trait Listed: DeserializeOwned + Send + 'static + Sealed {
    /// The method that lists them.
    #[doc(hidden)]
    const METHOD: &'static str;
    /// Where they stand in its result.
    #[doc(hidden)]
    const MEMBER: &'static str;
    /// Whether the client can use it over its transport.
    #[doc(hidden)]
    fn is_usable(&self, _shared: &Usable<'_>) -> bool {
        true
    }
}

/// What decides whether an item can be used.
#[doc(hidden)]
#[derive(Debug)]
pub struct Usable<'a>(&'a Client);

macro_rules! listed {
    ($($item:ident, $method:literal, $member:literal $(, $is_usable:item)?;)*) => {$(
        impl Sealed for $item {}

        impl Listed for $item {
            const METHOD: &'static str = $method;
            const MEMBER: &'static str = $member;

            $($is_usable)?
        }
    )*};
}

listed! {
    Tool, "tools/list", "tools",
        fn is_usable(&self, usable: &Usable<'_>) -> bool {
            is_usable_tool(self, &usable.0.shared)
        };
    Prompt, "prompts/list", "prompts";
    Resource, "resources/list", "resources";
    ResourceTemplate, "resources/templates/list", "resourceTemplates";
}

/// Over HTTP, a tool with broken annotations is left out; what the others want repeated is kept for calls by name.
fn is_usable_tool(tool: &Tool, shared: &Shared) -> bool {
    let has_headers = shared.transport.has_headers();
    match ParamFields::of_schema(tool.input_schema.get()) {
        Ok(fields) => {
            shared.known.see(tool, Arc::new(if has_headers { fields } else { ParamFields::default() }));
            true
        }
        Err(_) if !has_headers => {
            shared.known.see(tool, Arc::default());
            true
        }
        Err(why) => {
            log::warn!("the tool {:?} is left out: {why}", tool.name);
            false
        }
    }
}

impl<T> Sealed for Page<T> {}

impl<T: Listed> Output for Page<T> {
    async fn run(mut running: Running) -> Result<Self, Error> {
        page(&mut running).await
    }
}

impl<T> Sealed for Vec<T> {}

impl<T: Listed> Output for Vec<T> {
    async fn run(mut running: Running) -> Result<Self, Error> {
        let (mut items, mut seen) = (Self::new(), Vec::new());
        while let Some(page) = next_page(&mut running, &mut seen).await? {
            items.extend(page.items);
        }
        Ok(items)
    }
}

async fn page<T: Listed>(running: &mut Running) -> Result<Page<T>, Error> {
    let result = running.complete_result().await?;
    let mut page = read::<T>(result).map_err(|error| running.of_call(error))?;
    page.items.retain(|item| item.is_usable(&Usable(&running.client)));
    Ok(page)
}

/// What a page says besides its items.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    next_cursor: Option<String>,
    ttl_ms: Option<Box<RawValue>>,
    cache_scope: Option<Box<RawValue>>,
    #[serde(rename = "_meta", default)]
    meta: Meta,
}

/// A page. One item that has not its form is left out: it shall not hide the others.
fn read<T: Listed>(result: String) -> Result<Page<T>, Error> {
    let frame: Frame = machine::decode(&result)?;
    let (mut items, mut spans, mut is_list) = (Vec::new(), Vec::new(), false);
    let read = json::parse(&result, |r| {
        r.object(|r, name| {
            if name != T::MEMBER.as_bytes() || !r.at_array() {
                return r.value().map(drop);
            }
            is_list = true;
            r.array(|r| {
                spans.push(r.value()?);
                Ok(())
            })
            .map(drop)
        })
    });
    if read.is_err() || !is_list {
        return Err(Error::result(format!("the page has no array {:?}", T::MEMBER), &result));
    }
    for (at, span) in spans.into_iter().enumerate() {
        match serde_json::from_str(span.raw(&result)) {
            Ok(item) => items.push(item),
            Err(why) => log::warn!("item {at} of a page of {} is left out: {why}", T::METHOD),
        }
    }
    Ok(Page {
        items,
        next_cursor: frame.next_cursor,
        ttl_ms: hint(frame.ttl_ms.as_deref()),
        cache_scope: hint(frame.cache_scope.as_deref()),
        meta: frame.meta,
        raw: result.into(),
    })
}

/// A hint that is malformed, such as a negative time, counts as left out.
fn hint<T: DeserializeOwned>(json: Option<&RawValue>) -> Option<T> {
    serde_json::from_str(json?.get()).ok()
}

/// The page after those whose cursors were `seen`; the first one when there are none. `None` after the last one.
pub(super) async fn next_page<T: Listed>(
    running: &mut Running,
    seen: &mut Vec<Option<String>>,
) -> Result<Option<Page<T>>, Error> {
    match seen.last() {
        None => {}
        Some(None) => return Ok(None),
        Some(Some(cursor)) => running.request = with_cursor(&running.request, cursor)?,
    }
    let max = running.client.shared.defaults.max_pages;
    if seen.len() >= max {
        return Err(running.of_call(Error::connection(format!("the list does not end within {max} pages"))));
    }
    let page = page::<T>(running).await?;
    if page.next_cursor.is_some() && seen.contains(&page.next_cursor) {
        return Err(
            running.of_call(Error::connection("the list goes round: a cursor came for the second time"))
        );
    }
    seen.push(page.next_cursor.clone());
    Ok(Some(page))
}

#[derive(Serialize)]
struct Params<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<&'a str>,
}

/// The same request for another page.
fn with_cursor(old: &Request, cursor: &str) -> Result<Request, Error> {
    let mut new = old.clone();
    new.set_params(super::object("the cursor", &Params { cursor: Some(cursor) })?);
    Ok(new)
}

impl Client {
    /// One page of a list: the first one, or the one at a cursor from the page before.
    ///
    /// ```no_run
    /// # async fn run(client: snodo_client::Client) -> Result<(), snodo_client::Error> {
    /// use snodo_client::Page;
    /// use snodo_core::model::Tool;
    ///
    /// let page: Page<Tool> = client.list_page(None).await?;
    /// # Ok(()) }
    /// ```
    pub fn list_page<T: Listed>(&self, cursor: Option<&str>) -> Call<Page<T>> {
        Call::new(self, request(T::METHOD, &Params { cursor }))
    }

    /// All tools.
    ///
    /// Lists are fetched page by page. They fail as a whole: when a page does, when a cursor comes twice, or when there
    /// are more pages than [`max_pages`](crate::ClientBuilder::max_pages).
    ///
    /// Spec: server/tools, section "Listing Tools".
    pub fn list_tools(&self) -> Call<Vec<Tool>> {
        self.list()
    }

    /// All prompts.
    ///
    /// Spec: server/prompts, section "Listing Prompts".
    pub fn list_prompts(&self) -> Call<Vec<Prompt>> {
        self.list()
    }

    /// All resources.
    ///
    /// Spec: server/resources, section "Listing Resources".
    pub fn list_resources(&self) -> Call<Vec<Resource>> {
        self.list()
    }

    /// All resource templates.
    ///
    /// Spec: server/resources, section "Resource Templates".
    pub fn list_resource_templates(&self) -> Call<Vec<ResourceTemplate>> {
        self.list()
    }

    fn list<T: Listed>(&self) -> Call<Vec<T>> {
        Call::new(self, request(T::METHOD, &Params { cursor: None }))
    }
}
