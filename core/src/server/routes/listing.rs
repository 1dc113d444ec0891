//! The four listings and their pages. Spec: server/utilities/pagination.

use alloc::vec::Vec;

use super::Route;
use crate::json::{Kind, Writer};
use crate::jsonrpc::Rejection;
use crate::server::catalogue::Catalogue;
use crate::server::cursor;
use crate::server::listing::Page;
use crate::server::prepare::Inquiry;
use crate::server::shelf::Index;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::server) enum ListKind {
    Tools,
    Resources,
    Templates,
    Prompts,
}

/// A page of a listing.
#[derive(Debug, Clone)]
pub(in crate::server) struct Listed {
    kind: ListKind,
    page: Page,
    /// The place of the last one on this page, when another page follows.
    last: Option<u32>,
}

impl ListKind {
    fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
            Self::Prompts => "prompts/list",
        }
    }

    fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    fn shelf(self, catalogue: &Catalogue) -> &Index {
        match self {
            Self::Tools => &catalogue.tools,
            Self::Resources => &catalogue.resources.direct,
            Self::Templates => &catalogue.resources.templates,
            Self::Prompts => &catalogue.prompts,
        }
    }
}

#[inline(never)]
pub(super) fn list<'a>(kind: ListKind, inquiry: &Inquiry<'_, 'a>) -> Result<Route<'a>, Rejection> {
    let (catalogue, size) = (inquiry.catalogue, inquiry.catalogue.limits.page_size);
    let shelf = kind.shelf(catalogue);
    let (first, end) = (first(kind, inquiry)?, shelf.len());
    let (page, last) = if catalogue.policy.is_none() {
        let places = first..end.min(first.saturating_add(size));
        let last = places.end.checked_sub(1).filter(|_| places.end < end);
        (Page::Whole(places), last)
    } else {
        let mut picked = Vec::new();
        let mut more = false;
        for place in (first..end).filter_map(|place| u32::try_from(place).ok()) {
            if !catalogue.shows(&shelf.component(place), inquiry.call)? {
                continue;
            }
            more = picked.len() == size;
            if more {
                break;
            }
            picked.push(place);
        }
        let last = picked.last().copied().filter(|_| more).map(|place| place as usize);
        (Page::Picked(picked), last)
    };
    Ok(Route::List(Listed { kind, page, last: last.and_then(|last| u32::try_from(last).ok()) }))
}

/// The place where the asked page starts.
fn first(kind: ListKind, inquiry: &Inquiry<'_, '_>) -> Result<usize, Rejection> {
    let cursor = inquiry.request.params.cursor;
    let cursor = match cursor.kind() {
        Kind::Missing => return Ok(0),
        Kind::String => cursor.string(inquiry.text()).unwrap_or_default(),
        _ => return Err(Rejection::invalid_params("Invalid params: cursor must be a string")),
    };
    let Some(last) = cursor::decode(kind.method(), &cursor) else {
        return Err(Rejection::invalid_params("Invalid cursor"));
    };
    let shelf = kind.shelf(inquiry.catalogue);
    // What a policy hides from this caller is gone for it: a made-up cursor must not tell the two apart.
    let place = match shelf.place(&last) {
        Some(place) if inquiry.catalogue.shows(&shelf.component(place), inquiry.call)? => place,
        _ => {
            let problem = "Expired cursor: the list has changed, start from its first page";
            return Err(Rejection::invalid_params(problem));
        }
    };
    Ok(place as usize + 1)
}

impl Listed {
    pub(in crate::server) fn write(&self, catalogue: &Catalogue, w: &mut Writer<'_>) {
        let shelf = self.kind.shelf(catalogue);
        let next = self.last.map(|place| cursor::encode(self.kind.method(), shelf.component(place).name));
        shelf.listing().write(self.kind.member(), &self.page, next.as_deref(), w);
    }
}
