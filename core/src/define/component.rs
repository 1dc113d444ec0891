//! What a server offers, as policies, hooks and logs name it.

use core::fmt;

/// A kind of component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ComponentKind {
    /// A tool.
    Tool,
    /// A resource at one URI.
    Resource,
    /// A template for many resources.
    ResourceTemplate,
    /// A prompt.
    Prompt,
    /// A method of an extension.
    Method,
    /// A source of subscription events.
    Source,
}

impl fmt::Display for ComponentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::ResourceTemplate => "resource template",
            Self::Prompt => "prompt",
            Self::Method => "method",
            Self::Source => "source",
        })
    }
}

/// One component, by its kind and by the name that no other of its kind has: a tool's or prompt's name, a resource's
/// URI, a template's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Component<'a> {
    /// Its kind.
    pub kind: ComponentKind,
    /// Its name, URI or template.
    pub name: &'a str,
    /// The URI that was asked for, where one was.
    pub uri: Option<&'a str>,
}

impl<'a> Component<'a> {
    pub(crate) fn new(kind: ComponentKind, name: &'a str) -> Self {
        Self { kind, name, uri: None }
    }

    pub(crate) fn at(self, uri: &'a str) -> Self {
        Self { uri: Some(uri), ..self }
    }
}

impl fmt::Display for Component<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind, self.name)
    }
}
