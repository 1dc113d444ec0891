//! All definitions of one kind: in the order they were given, found by name, listed from text written once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Deref;

use super::cursor::MAX_NAME_BYTES;
use super::listing::Listing;
use crate::define::{
    Component, ComponentKind, MethodDefinition, PromptDefinition, ResourceDefinition, ToolDefinition,
};
use crate::error::{Error, ErrorKind};
use crate::model::CacheHint;
use crate::sync::{self, NameMap};

/// The definitions of one kind.
pub(super) struct Shelf<D> {
    definitions: Vec<D>,
    index: Index,
}

/// What is known of a shelf without looking at its definitions.
pub(super) struct Index {
    kind: ComponentKind,
    names: Vec<String>,
    places: NameMap,
    listing: Listing,
    /// Whether the server has such components at all, none at the moment included.
    offered: bool,
}

/// What stands on a shelf.
pub(super) trait Defined {
    /// What no other of its kind has, and the object as listings show it. They are taken once.
    fn take(&mut self) -> (String, String);
}

impl<D: Defined> Shelf<D> {
    pub(super) fn new(
        kind: ComponentKind,
        mut definitions: Vec<D>,
        offered: bool,
        cache: CacheHint,
    ) -> Result<Self, Error> {
        let (names, texts): (Vec<_>, Vec<_>) = definitions.iter_mut().map(D::take).unzip();
        let mut places = NameMap::default();
        for (place, name) in (0_u32..).zip(&names) {
            if name.len() > MAX_NAME_BYTES {
                let start = &name[..name.floor_char_boundary(64)];
                let problem = format!("{kind} {start:?}…: it has more than {MAX_NAME_BYTES} bytes");
                return Err(Error::new(ErrorKind::Name, problem));
            }
            if places.insert(name.as_str().into(), place).is_some() {
                let problem = format!("there is a second {}", Component::new(kind, name));
                return Err(Error::new(ErrorKind::Duplicate, problem));
            }
        }
        let offered = offered || !names.is_empty();
        let listing = Listing::new(texts.into_iter(), cache);
        Ok(Self { definitions, index: Index { kind, names, places, listing, offered } })
    }

    #[inline]
    pub(super) fn at(&self, place: u32) -> &D {
        &self.definitions[place as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &D> {
        self.definitions.iter()
    }
}

impl Index {
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    #[inline]
    pub(super) fn place(&self, name: &str) -> Option<u32> {
        self.places.get(name).copied()
    }

    #[inline]
    pub(super) fn component(&self, place: u32) -> Component<'_> {
        Component::new(self.kind, &self.names[place as usize])
    }

    pub(super) fn listing(&self) -> &Listing {
        &self.listing
    }

    pub(super) fn is_offered(&self) -> bool {
        self.offered
    }
}

impl<D> Deref for Shelf<D> {
    type Target = Index;

    #[inline]
    fn deref(&self) -> &Index {
        &self.index
    }
}

impl<D> Drop for Shelf<D> {
    /// Handlers hold their author's state, whose destructors may panic: one must not keep the others.
    fn drop(&mut self) {
        for (definition, name) in self.definitions.drain(..).zip(&self.index.names) {
            if sync::contain(|| drop(definition)).is_err() {
                log::error!("the handler of the {} {name:?} panicked while it was dropped", self.index.kind);
            }
        }
    }
}

impl Defined for ToolDefinition {
    fn take(&mut self) -> (String, String) {
        (core::mem::take(&mut self.name), core::mem::take(&mut self.json))
    }
}

impl Defined for ResourceDefinition {
    fn take(&mut self) -> (String, String) {
        (core::mem::take(&mut self.place), core::mem::take(&mut self.json))
    }
}

impl Defined for PromptDefinition {
    fn take(&mut self) -> (String, String) {
        (core::mem::take(&mut self.name), core::mem::take(&mut self.json))
    }
}

impl Defined for MethodDefinition {
    /// Methods are not listed.
    fn take(&mut self) -> (String, String) {
        (core::mem::take(&mut self.name), String::new())
    }
}
