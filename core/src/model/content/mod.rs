//! Blocks of content, and what describes them.

pub(super) mod annotations;
mod base64;
pub(super) mod block;
pub(super) mod icon;
pub(super) mod resource_contents;
pub(super) mod resource_link;

pub use annotations::{Annotations, Role, ToolAnnotations};
pub use block::{Content, ContentKind};
pub use icon::{Icon, Theme};
pub use resource_contents::ResourceContents;
pub use resource_link::ResourceLink;
