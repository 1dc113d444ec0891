//! Where a document has schemas, and which of them are about the same place of a value.

use std::borrow::Cow;
use std::collections::HashMap;

use jsonschema::{Draft, Registry};
use referencing::Resolver;
use serde_json::Value;

use crate::dialect::{self, Place, Shape};
use crate::words::{escaped, shortened};

/// How many schemas a document may have, its root among them.
const MAX_POSITIONS: usize = 10_000;

/// What a document without `$id` is called while references are resolved.
const NAMELESS: &str = "json-schema:///";

/// All schemas of a document, the root first.
pub(crate) struct Positions<'a> {
    found: Vec<Position<'a>>,
    by_address: HashMap<usize, usize>,
}

pub(crate) struct Position<'a> {
    schema: &'a Value,
    /// The schema it stands in, the keyword there, and which one of the keyword's it is.
    parent: usize,
    keyword: &'a str,
    which: Option<Cow<'a, str>>,
    /// The schemas that are about the same place of a value.
    same_place: Vec<usize>,
}

impl<'a> Positions<'a> {
    /// Walks a document of one dialect.
    ///
    /// # Errors
    ///
    /// It has too many schemas or another dialect inside, or a reference leads to no schema of it.
    pub(crate) fn find(document: &'a Value, draft: Draft) -> Result<Self, String> {
        let root = draft.create_resource_ref(document);
        let base = root.id().unwrap_or(NAMELESS);
        let base = base.strip_suffix('#').unwrap_or(base);
        let registry = Registry::new()
            .draft(draft)
            .retriever(Nothing)
            .retrieve_known_draft_meta_schemas(false)
            .add(base, root)
            .and_then(jsonschema::RegistryBuilder::prepare)
            .map_err(|error| unresolved(&error))?;
        let base = jsonschema::uri::from_str(base).map_err(|error| unresolved(&error))?;
        let mut positions = Self { found: Vec::new(), by_address: HashMap::new() };
        let mut resolvers = vec![registry.resolver(base)];
        positions.add(document, 0, "", None)?;
        let mut at = 0;
        while at < positions.found.len() {
            positions.add_within(at, &mut resolvers, draft)?;
            at += 1;
        }
        for (at, resolver) in resolvers.iter().enumerate() {
            positions.follow_references(at, resolver)?;
        }
        Ok(positions)
    }

    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    pub(crate) fn same_place(&self, at: usize) -> &[usize] {
        &self.found[at].same_place
    }

    /// Whether its rules depend on which parts of the value the others beside them are about.
    pub(crate) fn asks_what_is_unevaluated(&self, at: usize) -> bool {
        let schema = self.found[at].schema;
        ["unevaluatedProperties", "unevaluatedItems"].iter().any(|keyword| schema.get(keyword).is_some())
    }

    /// For people.
    pub(crate) fn pointer(&self, mut at: usize) -> String {
        let mut steps = Vec::new();
        while at != 0 {
            let position = &self.found[at];
            let which = position.which.as_ref().map(|which| format!("/{}", escaped(which)));
            steps.push(format!("/{}{}", escaped(position.keyword), which.unwrap_or_default()));
            at = position.parent;
        }
        steps.reverse();
        shortened(&steps.concat()).into_owned()
    }

    /// Adds the schemas that stand directly in one.
    fn add_within(
        &mut self,
        at: usize,
        resolvers: &mut Vec<Resolver<'_>>,
        draft: Draft,
    ) -> Result<(), String> {
        let Value::Object(keywords) = self.found[at].schema else { return Ok(()) };
        for (keyword, value) in keywords {
            let Some((place, shape)) = dialect::place(keyword) else { continue };
            let first = self.found.len();
            match (shape, value) {
                (Shape::Direct, Value::Array(schemas)) => {
                    for (index, schema) in schemas.iter().enumerate() {
                        self.add(schema, at, keyword, Some(index.to_string().into()))?;
                    }
                }
                (Shape::Direct, schema) => self.add(schema, at, keyword, None)?,
                (Shape::Named, Value::Object(schemas)) => {
                    for (name, schema) in schemas {
                        self.add(schema, at, keyword, Some(name.into()))?;
                    }
                }
                // Against the meta-schema, which is checked elsewhere.
                (Shape::Named, _) => {}
            }
            let added = first..self.found.len();
            for child in added.clone() {
                let schema = self.found[child].schema;
                if dialect_differs(schema, draft)? {
                    return Err(format!("{}/$schema names a second dialect", self.pointer(child)));
                }
                let resolver = resolvers[at].in_subresource(draft.create_resource_ref(schema));
                resolvers.push(resolver.map_err(|error| unresolved(&error))?);
            }
            if place == Place::Same {
                self.found[at].same_place.extend(added);
            }
        }
        Ok(())
    }

    /// Adds a position, unless what stands there is no schema.
    fn add(
        &mut self,
        schema: &'a Value,
        parent: usize,
        keyword: &'a str,
        which: Option<Cow<'a, str>>,
    ) -> Result<(), String> {
        if !schema.is_object() && !schema.is_boolean() {
            return Ok(());
        }
        if self.found.len() == MAX_POSITIONS {
            return Err(format!("the schema has more than {MAX_POSITIONS} subschemas"));
        }
        self.by_address.insert(address(schema), self.found.len());
        self.found.push(Position { schema, parent, keyword, which, same_place: Vec::new() });
        Ok(())
    }

    fn follow_references(&mut self, at: usize, resolver: &Resolver<'_>) -> Result<(), String> {
        for keyword in ["$ref", "$dynamicRef"] {
            let Some(reference) = self.found[at].schema.get(keyword).and_then(Value::as_str) else {
                continue;
            };
            let place = || format!("{}/{keyword}", self.pointer(at));
            let resolved = resolver.lookup(reference);
            let resolved = resolved.map_err(|error| format!("{}: {}", place(), unresolved(&error)))?;
            let Some(&target) = self.by_address.get(&address(resolved.contents())) else {
                return Err(format!(
                    "{} refers to {}, which is no schema of the document",
                    place(),
                    shortened(reference)
                ));
            };
            self.found[at].same_place.push(target);
            if keyword == "$dynamicRef" {
                self.follow_dynamic(at, reference, target);
            }
        }
        Ok(())
    }

    /// Which of the anchors of a name is meant depends on how a schema was reached, so the others count as well.
    fn follow_dynamic(&mut self, at: usize, reference: &str, known: usize) {
        let Some((_, name)) = reference.rsplit_once('#') else { return };
        let named = |schema: &Value| schema.get("$dynamicAnchor").and_then(Value::as_str) == Some(name);
        let others = (0..self.found.len()).filter(|at| *at != known && named(self.found[*at].schema));
        let others: Vec<_> = others.collect();
        self.found[at].same_place.extend(others);
    }
}

fn address(value: &Value) -> usize {
    std::ptr::from_ref(value).addr()
}

fn dialect_differs(schema: &Value, draft: Draft) -> Result<bool, String> {
    Ok(schema.get("$schema").is_some() && dialect::of(schema)? != draft)
}

/// Has no document but the one at hand.
struct Nothing;

impl jsonschema::Retrieve for Nothing {
    fn retrieve(
        &self,
        _: &jsonschema::Uri<String>,
    ) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err("nothing is fetched".into())
    }
}

/// Why a reference leads nowhere, for the schema's author.
pub(crate) fn unresolved(error: &jsonschema::ReferencingError) -> String {
    use jsonschema::ReferencingError as E;
    match error {
        E::Unretrievable { uri, .. } => {
            format!("{} is outside the schema, and nothing is fetched", shortened(uri))
        }
        E::PointerToNowhere { pointer } => format!("#{} is not in the schema", shortened(pointer)),
        E::NoSuchAnchor { anchor } => format!("the anchor {} is not in the schema", shortened(anchor)),
        other => shortened(&other.to_string()).into_owned(),
    }
}
