//! The kinds of news that the protocol knows.

use core::fmt;
use core::ops::{BitAnd, BitOr};

/// A set of the kinds of notifications that a subscription can carry.
///
/// ```
/// use snodo_core::Topics;
///
/// let topics = Topics::TOOLS_LIST | Topics::RESOURCE_UPDATES;
/// assert!(topics.contains(Topics::TOOLS_LIST) && !topics.contains(Topics::PROMPTS_LIST));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct Topics(u8);

/// A list whose changes are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Tools,
    Prompts,
    Resources,
}

impl List {
    pub(super) const ALL: [Self; 3] = [Self::Tools, Self::Prompts, Self::Resources];

    /// The member of a filter that asks for it.
    pub(super) fn member(self) -> &'static str {
        match self {
            Self::Tools => "toolsListChanged",
            Self::Prompts => "promptsListChanged",
            Self::Resources => "resourcesListChanged",
        }
    }

    pub(super) fn topic(self) -> Topics {
        Topics(1 << self as u8)
    }
}

impl Topics {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// `notifications/tools/list_changed`: the server's capability `tools.listChanged`.
    pub const TOOLS_LIST: Self = Self(1);
    /// `notifications/prompts/list_changed`: the server's capability `prompts.listChanged`.
    pub const PROMPTS_LIST: Self = Self(2);
    /// `notifications/resources/list_changed`: the server's capability `resources.listChanged`.
    pub const RESOURCES_LIST: Self = Self(4);
    /// `notifications/resources/updated`: the server's capability `resources.subscribe`.
    pub const RESOURCE_UPDATES: Self = Self(8);
    /// Every kind.
    pub const ALL: Self = Self(15);

    /// Whether all of `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether nothing is in this set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lists in this set, in a fixed order.
    pub(super) fn lists(self) -> impl Iterator<Item = List> {
        List::ALL.into_iter().filter(move |list| self.contains(list.topic()))
    }
}

impl BitOr for Topics {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Topics {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl fmt::Debug for Topics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Self::TOOLS_LIST, "tools list"),
            (Self::PROMPTS_LIST, "prompts list"),
            (Self::RESOURCES_LIST, "resources list"),
            (Self::RESOURCE_UPDATES, "resource updates"),
        ];
        f.debug_set()
            .entries(names.iter().filter(|(topic, _)| self.contains(*topic)).map(|(_, n)| n))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_its_topic() {
        assert_eq!(
            List::ALL.map(List::topic),
            [Topics::TOOLS_LIST, Topics::PROMPTS_LIST, Topics::RESOURCES_LIST]
        );
        let some = Topics::RESOURCES_LIST | Topics::TOOLS_LIST | Topics::RESOURCE_UPDATES;
        assert!(some.lists().eq([List::Tools, List::Resources]));
        assert_eq!(Topics::ALL & some, some);
        assert_eq!(alloc::format!("{some:?}"), r#"{"tools list", "resources list", "resource updates"}"#);
    }
}
