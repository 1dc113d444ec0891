//! URI templates (RFC 6570) read backwards: from a URI to the variables it was expanded from.
//!
//! Expansion loses where one value ends and the next begins, so only templates are taken whose expansions can be read
//! in one way, in one pass, without trying:
//!
//! | Expression | Where | Stands for |
//! |---|---|---|
//! | `{var}` | a whole segment of the path | exactly one segment |
//! | `{+var}` | a whole segment of the path | one segment or more, with the slashes between them |
//! | `{/var}` | after a segment | nothing, or a slash and one segment |
//! | `{/var*}` | after a segment | up to [`MAX_LIST`] segments, each with a slash before it |
//! | `{?a,b}` | at the end | a query: each of its pairs or none, in any order |
//! | `{&c}` | behind `{?a,b}` | more names of that query |
//!
//! Of `{+var}`, `{/var}` and `{/var*}`, a template has one at most: the segments before and behind it are counted, and
//! what is left is its own. Everything else is refused by [`Template::parse`], which names the shape.
//!
//! # What matches
//!
//! The URI is cut into its parts first and each part is percent-decoded once after that. A literal segment matches every
//! spelling that decodes to it; the scheme matches in any letter case; the authority matches byte by byte. An empty
//! segment, a fragment, a port and user information match no template; neither do a query that is empty or has a pair
//! without `=`, a name the template does not know, or a name twice. A `+` is a plus. Values are UTF-8. A variable that
//! a template has in several places has one value, or none, in all of them.
//!
//! Time is linear in the URI, and a URI that does not match is refused before anything is allocated, except where a
//! value is not UTF-8.
//!
//! # Of several templates
//!
//! [`Template::overlap`] tells which of two templates wins the URIs of both. Sorted by falling
//! [`Template::specificity`], of templates that can stand beside each other the first that matches is the one that wins.

use alloc::boxed::Box;
use alloc::vec::Vec;

mod decode;
mod matching;
mod overlap;
mod parse;
#[cfg(test)]
mod tests;
mod uri;
mod variables;

pub(crate) use overlap::Overlap;
pub(crate) use uri::Uri;
pub use variables::Variables;

/// The longest template, in bytes.
pub(crate) const MAX_TEMPLATE_BYTES: usize = 1_024;
/// The most variables of a template.
pub(crate) const MAX_VARIABLES: usize = 32;
/// The most segments that `{/var*}` stands for: a URI of a megabyte could hold half a million, each a string of its own
/// in the handler's type.
pub(crate) const MAX_LIST: usize = 1_024;

/// A template within the subset.
///
/// Worst-case memory: about 40 KiB, for a template of as many one-letter segments as fit.
#[derive(Debug)]
pub(crate) struct Template {
    scheme: Box<str>,
    /// Between `//` and the path, byte by byte. `None` where there is no `//`.
    authority: Option<Box<str>>,
    /// The path starts with a slash, if there is one.
    rooted: bool,
    before: Vec<Part>,
    /// What stands between `before` and `after`, if the number of segments is not fixed.
    stretch: Option<Stretch>,
    after: Vec<Part>,
    /// The variables of the query.
    query: Vec<usize>,
    variables: Vec<Variable>,
}

/// One segment of the path.
#[derive(Debug)]
enum Part {
    /// Percent-decoded.
    Literal(Box<str>),
    /// An index into the template's variables.
    Variable(usize),
}

/// An expression for a number of segments that depends on the URI.
#[derive(Debug)]
struct Stretch {
    variable: usize,
    reach: Reach,
}

/// How many segments an expression may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// `{/var}`
    AtMostOne,
    /// `{+var}`
    OneOrMore,
    /// `{/var*}`
    List,
}

#[derive(Debug)]
struct Variable {
    name: Box<str>,
    is_list: bool,
    /// In how many places it stands.
    places: usize,
}

impl Template {
    /// The names of the variables in the order in which they first appear.
    pub(crate) fn variables(&self) -> impl ExactSizeIterator<Item = &str> {
        self.variables.iter().map(|variable| &*variable.name)
    }

    /// The number of segments that are there in every URI that matches, an expression of variable length aside.
    fn fixed(&self) -> usize {
        self.before.len() + self.after.len()
    }
}
