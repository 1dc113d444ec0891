//! Contents that go into files.

use std::fs;
use std::path::{Path, PathBuf};

use super::screen::Screen;
use crate::exit::Failure;

/// Where contents are written. Names are chosen here and never by a server.
pub(crate) struct Files {
    place: Place,
    count: usize,
}

enum Place {
    /// Standard output.
    Output,
    /// One file; what comes after the first piece gets a number behind its name.
    File(PathBuf),
    /// Numbered files in a folder.
    Folder(PathBuf),
}

impl Files {
    /// `-` is standard output. A folder is what is one already, and what ends with a separator.
    ///
    /// # Errors
    ///
    /// Standard output is a terminal, which is not to get whatever bytes a server likes; or the folder cannot be made.
    pub(crate) fn at(path: &Path, screen: &Screen) -> Result<Self, Failure> {
        let place = if path == Path::new("-") {
            if screen.is_terminal() {
                return Err(Failure::Usage("--output - is for pipes and files, not for a terminal".into()));
            }
            Place::Output
        } else if path.is_dir() {
            Place::Folder(path.to_owned())
        } else if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
            fs::create_dir_all(path).map_err(|error| wrong(path, &error))?;
            Place::Folder(path.to_owned())
        } else {
            Place::File(path.to_owned())
        };
        Ok(Self { place, count: 0 })
    }

    /// Whether it all goes to standard output.
    pub(crate) fn are_output(&self) -> bool {
        matches!(self.place, Place::Output)
    }

    /// Writes one piece, over what stood there, and says where; nothing for standard output.
    pub(crate) fn write(
        &mut self,
        bytes: &[u8],
        media_type: Option<&str>,
        screen: &mut Screen,
    ) -> Result<Option<String>, Failure> {
        self.count += 1;
        let path = match &self.place {
            Place::Output => {
                screen.bytes(bytes)?;
                return Ok(None);
            }
            Place::File(path) if self.count == 1 => path.clone(),
            Place::File(path) => {
                let mut name = path.clone().into_os_string();
                name.push(format!(".{}", self.count));
                name.into()
            }
            Place::Folder(folder) => folder.join(format!("{}.{}", self.count, extension(media_type))),
        };
        fs::write(&path, bytes).map_err(|error| wrong(&path, &error))?;
        Ok(Some(path.display().to_string()))
    }
}

fn wrong(path: &Path, error: &std::io::Error) -> Failure {
    Failure::File(format!("{}: {error}", path.display()))
}

/// How the name of a file of this type ends.
fn extension(media_type: Option<&str>) -> &'static str {
    let essence = media_type.and_then(|text| text.split(';').next()).unwrap_or_default().trim();
    match essence.to_ascii_lowercase().as_str() {
        "application/json" => "json",
        "application/pdf" => "pdf",
        "application/xml" | "text/xml" => "xml",
        "audio/mpeg" => "mp3",
        "audio/ogg" => "ogg",
        "audio/wav" | "audio/x-wav" => "wav",
        "image/gif" => "gif",
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "image/svg+xml" => "svg",
        "image/webp" => "webp",
        "text/csv" => "csv",
        "text/html" => "html",
        "text/markdown" => "md",
        "text/plain" => "txt",
        _ => "bin",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_as_their_types_are_known() {
        for (media_type, expected) in [
            (Some("image/PNG"), "png"),
            (Some("text/plain; charset=utf-8"), "txt"),
            (Some("../x"), "bin"),
            (None, "bin"),
        ] {
            assert_eq!(extension(media_type), expected, "{media_type:?}");
        }
    }

    #[test]
    fn a_terminal_gets_no_bytes() {
        let terminal = Screen::of(Vec::new(), Some(80));
        assert!(matches!(Files::at(Path::new("-"), &terminal), Err(Failure::Usage(_))));
        assert!(Files::at(Path::new("-"), &Screen::of(Vec::new(), None)).is_ok());
    }
}
