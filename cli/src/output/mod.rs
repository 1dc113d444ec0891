//! What goes to standard output.

mod contents;
mod demand;
mod files;
mod json;
mod screen;
mod size;
mod table;

pub(crate) use contents::{show_blocks, show_message, show_parts};
pub(crate) use demand::show_demand;
pub(crate) use files::Files;
pub(crate) use json::Layout;
pub(crate) use screen::Screen;
pub(crate) use size::size;
pub(crate) use table::Table;
