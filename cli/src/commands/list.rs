//! Lists, page by page.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use snodo_client::{Listed, Page};
use snodo_core::model::{Prompt, Resource, ResourceTemplate, Tool};

use crate::args::ServerOnly;
use crate::exit::{Exit, Failure};
use crate::output::{Layout, Screen, Table, size};
use crate::server::Server;
use crate::session::Session;

/// More pages than any list has, and more bytes than any list has in all its pages.
const MAX_PAGES: usize = 1_000;
const MAX_BYTES: usize = 256 * 1024 * 1024;

/// Shows a list: as a table when it is complete, as JSON line by line as it comes.
pub(super) async fn run<T: Row>(given: &ServerOnly, session: &mut Session) -> Result<Exit, Failure> {
    let server = Server::given(given.url.as_ref(), &given.command)?;
    let client = session.connect(&server).await?;
    let mut table = Table::new(T::HEADINGS);
    let (mut seen, mut bytes) = (HashSet::new(), 0);
    let mut cursor: Option<String> = None;
    for _ in 0..MAX_PAGES {
        let call = session.call(client.list_page::<T>(cursor.as_deref()));
        let page: Page<T> = call.await?;
        session.notices.clear();
        if session.screen.is_json() {
            show_items::<T>(page.raw(), &mut session.screen)?;
        } else {
            page.items.iter().for_each(|item| table.row(&item.cells()));
        }
        bytes += page.raw().len();
        if bytes > MAX_BYTES {
            return Err(Failure::Server(format!("the list has more than {MAX_BYTES} bytes")));
        }
        let Some(next) = page.next_cursor else {
            table.show(&mut session.screen)?;
            return Ok(Exit::Done);
        };
        if !seen.insert(next.clone()) {
            return Err(Failure::Server("the list goes round: a cursor came for the second time".into()));
        }
        cursor = Some(next);
    }
    Err(Failure::Server(format!("the list does not end within {MAX_PAGES} pages")))
}

/// The items of a page as they came, one in a line.
fn show_items<T: Row>(page: &str, screen: &mut Screen) -> Result<(), Failure> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(page).unwrap_or_default();
    let items = members.get(T::ITEMS).map(|items| serde_json::from_str::<Vec<&RawValue>>(items.get()));
    for item in items.into_iter().flatten().flatten() {
        screen.json(item.get(), Layout::Line)?;
    }
    screen.flush()
}

/// What is listed, as a row.
pub(super) trait Row: Listed {
    /// Where a page has its items.
    const ITEMS: &'static str;
    const HEADINGS: &'static [&'static str];
    fn cells(&self) -> Vec<String>;
}

impl Row for Tool {
    const ITEMS: &'static str = "tools";
    const HEADINGS: &'static [&'static str] = &["NAME", "ARGUMENTS", "DESCRIPTION"];

    fn cells(&self) -> Vec<String> {
        let schema: Schema = serde_json::from_str(self.input_schema.get()).unwrap_or_default();
        let arguments = schema.properties.0.iter().map(|name| marked(name, schema.required.contains(name)));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        vec![self.name.clone(), arguments, summary(self.description.as_ref(), self.title.as_ref())]
    }
}

impl Row for Prompt {
    const ITEMS: &'static str = "prompts";
    const HEADINGS: &'static [&'static str] = &["NAME", "ARGUMENTS", "DESCRIPTION"];

    fn cells(&self) -> Vec<String> {
        let arguments = self.arguments.iter();
        let arguments = arguments.map(|argument| marked(&argument.name, argument.required == Some(true)));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        vec![self.name.clone(), arguments, summary(self.description.as_ref(), self.title.as_ref())]
    }
}

impl Row for Resource {
    const ITEMS: &'static str = "resources";
    const HEADINGS: &'static [&'static str] = &["URI", "NAME", "TYPE", "SIZE", "DESCRIPTION"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.uri.clone(),
            self.name.clone(),
            self.mime_type.clone().unwrap_or_default(),
            self.size.map(size).unwrap_or_default(),
            summary(self.description.as_ref(), self.title.as_ref()),
        ]
    }
}

impl Row for ResourceTemplate {
    const ITEMS: &'static str = "resourceTemplates";
    const HEADINGS: &'static [&'static str] = &["TEMPLATE", "NAME", "TYPE", "DESCRIPTION"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.uri_template.clone(),
            self.name.clone(),
            self.mime_type.clone().unwrap_or_default(),
            summary(self.description.as_ref(), self.title.as_ref()),
        ]
    }
}

/// An argument that may be left out has a question mark.
fn marked(name: &str, is_required: bool) -> String {
    if is_required { name.to_owned() } else { format!("{name}?") }
}

/// The first paragraph of a description, or the title where there is none.
fn summary(description: Option<&String>, title: Option<&String>) -> String {
    let paragraph = description.and_then(|text| {
        let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty());
        let lines: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then(|| lines.join(" "))
    });
    paragraph.or_else(|| title.cloned()).unwrap_or_default()
}

/// As much of a tool's input schema as a table shows.
#[derive(Default, Deserialize)]
struct Schema {
    #[serde(default)]
    properties: Names,
    #[serde(default)]
    required: HashSet<String>,
}

/// The names of an object's members, in their order.
#[derive(Default)]
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Names;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = members.next_entry()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }

        deserializer.deserialize_map(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<T: Row + for<'de> Deserialize<'de>>(json: &str) -> Vec<String> {
        serde_json::from_str::<T>(json).unwrap().cells()
    }

    #[test]
    fn arguments_of_tools_stand_in_the_schemas_order() {
        let tool = r#"{"name":"t","title":"T","inputSchema":{"type":"object","required":["b"],
            "properties":{"z":{},"b":{"type":"object","properties":{"x":{}}},"a":true}}}"#;
        assert_eq!(cells::<Tool>(tool), ["t", "z?, b, a?", "T"]);
        assert_eq!(
            cells::<Tool>(r#"{"name":"t","inputSchema":{"type":"object","properties":[]}}"#),
            ["t", "", ""]
        );
    }

    #[test]
    fn descriptions_end_with_their_first_paragraph() {
        let prompt = r#"{"name":"p","title":"T","description":"\n One\n  two.\n\nThree.","arguments":[{"name":"a","required":true},{"name":"b"}]}"#;
        assert_eq!(cells::<Prompt>(prompt), ["p", "a, b?", "One two."]);
    }

    #[test]
    fn resources_have_a_type_and_a_size() {
        let resource = r#"{"uri":"a:b","name":"r","mimeType":"text/plain","size":2048}"#;
        assert_eq!(cells::<Resource>(resource), ["a:b", "r", "text/plain", "2.0 KiB", ""]);
        let template = r#"{"uriTemplate":"a:{b}","name":"t","description":"D"}"#;
        assert_eq!(cells::<ResourceTemplate>(template), ["a:{b}", "t", "", "D"]);
    }
}
