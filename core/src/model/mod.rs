//! What results and definitions are made of: values that write themselves as the protocol's JSON.

mod annotations;
mod content;
mod icon;
mod implementation;
mod level;
mod meta;
mod resource;
mod tool_result;
mod uri;

pub use annotations::{Annotations, Role, ToolAnnotations};
pub use content::Content;
pub use icon::{Icon, Theme};
pub use level::Level;
pub use resource::{ResourceContents, ResourceLink};
pub use tool_result::{IntoToolResult, Json, ToolResult};

pub(crate) use icon::write_icons;
pub(crate) use implementation::Implementation;
pub(crate) use meta::Meta;
pub(crate) use uri::is_absolute as is_absolute_uri;
