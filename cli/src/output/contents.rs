//! Content: text as it is, everything else in a line that says what it is.

use snodo_core::model::{Content, ContentKind, PromptMessage, ResourceContents, Role};

use super::files::Files;
use super::screen::Screen;
use super::size::size;
use crate::exit::Failure;

/// The blocks of a tool's result.
pub(crate) fn show_blocks(
    blocks: &[Content],
    mut files: Option<&mut Files>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    blocks.iter().try_for_each(|block| show_block("", block, files.as_deref_mut(), screen))
}

/// One message of a prompt.
pub(crate) fn show_message(message: &PromptMessage, screen: &mut Screen) -> Result<(), Failure> {
    let role = match message.role() {
        Role::User => "user: ",
        Role::Assistant => "assistant: ",
    };
    show_block(role, message.content(), None, screen)
}

fn show_block(
    before: &str,
    block: &Content,
    files: Option<&mut Files>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    match block.kind() {
        // What goes to standard output byte for byte has nothing between.
        ContentKind::Text(_) | ContentKind::ResourceLink(_) | ContentKind::Other(_)
            if files.as_ref().is_some_and(|files| files.are_output()) =>
        {
            Ok(())
        }
        ContentKind::Text(text) => screen.line(&format!("{before}{text}")),
        ContentKind::Image { bytes, mime_type } | ContentKind::Audio { bytes, mime_type } => {
            show_bytes(before, bytes, Some(mime_type), files, screen)
        }
        ContentKind::Resource(contents) => match (contents.as_text(), files) {
            (Some(text), None) => screen.line(&format!("{before}{text}")),
            (_, files) => show_part(before, contents, files, screen),
        },
        ContentKind::ResourceLink(link) => screen.line(&format!("{before}[{}: {}]", link.name, link.uri)),
        ContentKind::Other(json) => screen.line(&format!("{before}{json}")),
        _ => Ok(()),
    }
}

/// What was read of a resource: one text as it is, byte for byte, and of several each in lines of its own.
pub(crate) fn show_parts(
    parts: &[ResourceContents],
    mut files: Option<&mut Files>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    for part in parts {
        match part.as_text() {
            Some(text) if files.is_none() && parts.len() == 1 && !screen.is_terminal() => {
                screen.exactly(text)?;
            }
            Some(text) if files.is_none() => screen.line(text)?,
            _ => show_part("", part, files.as_deref_mut(), screen)?,
        }
    }
    Ok(())
}

fn show_part(
    before: &str,
    part: &ResourceContents,
    files: Option<&mut Files>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let bytes = part.as_blob().or_else(|| part.as_text().map(str::as_bytes)).unwrap_or_default();
    show_bytes(before, bytes, part.media_type(), files, screen)
}

/// `[image/png, 1.2 KiB]`, and where it was written.
fn show_bytes(
    before: &str,
    bytes: &[u8],
    media_type: Option<&str>,
    files: Option<&mut Files>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let place = match files {
        None => String::new(),
        Some(files) => match files.write(bytes, media_type, screen)? {
            None => return Ok(()),
            Some(path) => format!(" {path}"),
        },
    };
    let kind = media_type.unwrap_or("application/octet-stream");
    let length = size(bytes.len() as u64);
    screen.line(&format!("{before}[{kind}, {length}]{place}"))
}
