//! Resources and templates, and which of them a URI names.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::builder::Caches;
use super::shelf::Shelf;
use crate::define::{Component, ComponentKind, Finder, Resource, ResourceDefinition};
use crate::error::{Error, ErrorKind};
use crate::template::{Overlap, Uri, Variables};

pub(super) struct Resources {
    pub(super) direct: Shelf<ResourceDefinition>,
    pub(super) templates: Shelf<ResourceDefinition>,
    /// Places of templates in the order in which they are asked: the more literal of two that can match one URI
    /// first, own matchers last.
    order: Vec<u32>,
}

/// One of them, by its place on its shelf.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Direct(u32),
    Template(u32),
}

/// What a URI names, and the variables that a template has found in it.
pub(super) struct Found {
    pub(super) place: Place,
    pub(super) variables: Option<Box<Variables>>,
}

impl Resources {
    pub(super) fn new(resources: Vec<Resource>, offered: bool, caches: Caches) -> Result<Self, Error> {
        let offered = offered || !resources.is_empty();
        let (mut direct, mut templates) = (Vec::new(), Vec::new());
        for resource in resources {
            let kind = if resource.is_template() { &mut templates } else { &mut direct };
            kind.push(resource.define()?);
        }
        Ok(Self {
            order: precedence(&templates)?,
            direct: Shelf::new(ComponentKind::Resource, direct, offered, caches.resources)?,
            templates: Shelf::new(ComponentKind::ResourceTemplate, templates, offered, caches.templates)?,
        })
    }

    pub(super) fn is_offered(&self) -> bool {
        self.direct.is_offered()
    }

    pub(super) fn completes(&self) -> bool {
        self.templates.iter().any(|template| !template.completers.is_empty())
    }

    pub(super) fn at(&self, place: Place) -> &ResourceDefinition {
        match place {
            Place::Direct(place) => self.direct.at(place),
            Place::Template(place) => self.templates.at(place),
        }
    }

    pub(super) fn component(&self, place: Place) -> Component<'_> {
        match place {
            Place::Direct(place) => self.direct.component(place),
            Place::Template(place) => self.templates.component(place),
        }
    }

    /// Whom `uri` names: a resource of its own before any template.
    pub(super) fn find(&self, uri: &str) -> Option<Found> {
        if let Some(place) = self.direct.place(uri) {
            return Some(Found { place: Place::Direct(place), variables: None });
        }
        let parts = Uri::read(uri);
        self.order.iter().find_map(|&place| {
            let variables = match (&self.templates.at(place).finder, &parts) {
                (Finder::Template(template), Some(parts)) => template.matches(parts),
                (Finder::Own(matcher), _) => matcher(uri),
                (Finder::Template(_), None) | (Finder::Exact, _) => None,
            };
            let variables = Some(Box::new(variables?));
            Some(Found { place: Place::Template(place), variables })
        })
    }
}

/// Puts templates in the order in which they are asked, or names two that can match one URI and of which neither is
/// the more literal one.
fn precedence(definitions: &[ResourceDefinition]) -> Result<Vec<u32>, Error> {
    let (mut templates, mut own) = (Vec::new(), Vec::new());
    for (place, definition) in (0_u32..).zip(definitions) {
        match &definition.finder {
            Finder::Template(template) => templates.push((place, &**template, &definition.place)),
            Finder::Exact | Finder::Own(_) => own.push(place),
        }
    }
    for (second, (_, other, other_text)) in templates.iter().enumerate() {
        for (_, one, one_text) in &templates[..second] {
            if one.overlap(other) == Overlap::Ambiguous {
                let problem =
                    format!("the resource templates {one_text:?} and {other_text:?} can match one URI");
                return Err(Error::new(ErrorKind::Template, problem));
            }
        }
    }
    templates.sort_by_key(|(_, template, _)| Reverse(template.specificity()));
    Ok(templates.into_iter().map(|(place, ..)| place).chain(own).collect())
}
