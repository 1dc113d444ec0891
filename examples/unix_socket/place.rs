//! Where the socket is.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, FileTypeExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// A bound socket. Dropping it removes the socket's file, and the folder that was made for it.
pub(crate) struct Place {
    listener: UnixListener,
    path: PathBuf,
    folder: Option<PathBuf>,
}

impl Place {
    /// Binds `path`, in the place of a socket on which nobody listens any more. What is no socket is left alone.
    pub(crate) fn at(path: PathBuf) -> io::Result<Place> {
        let is_socket = fs::symlink_metadata(&path).is_ok_and(|file| file.file_type().is_socket());
        let is_left_over = is_socket
            && UnixStream::connect(&path)
                .is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
        if is_left_over {
            fs::remove_file(&path)?;
        }
        Ok(Place { listener: UnixListener::bind(&path)?, path, folder: None })
    }

    /// Binds a path in a new folder that nobody else may enter.
    pub(crate) fn of_its_own() -> io::Result<Place> {
        let folder = std::env::temp_dir().join(format!("unix-socket-example-{}", std::process::id()));
        // One that exists may be somebody else's: that is an error.
        DirBuilder::new().mode(0o700).create(&folder)?;
        match Place::at(folder.join("mcp.sock")) {
            Ok(mut place) => {
                place.folder = Some(folder);
                Ok(place)
            }
            Err(error) => {
                // The first error is the one that matters.
                let _ = fs::remove_dir(&folder);
                Err(error)
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn listener(&self) -> io::Result<UnixListener> {
        self.listener.try_clone()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // If somebody was faster, there is nothing left to do.
        let _ = fs::remove_file(&self.path);
        if let Some(folder) = &self.folder {
            let _ = fs::remove_dir(folder);
        }
    }
}
