//! Standard input and output kept for the protocol alone.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};

use rustix::stdio::{dup2_stdin, dup2_stdout, stderr};

/// While it lives, file descriptor 1 is standard error and file descriptor 0 is `/dev/null`.
pub(super) struct Takeover {
    stdin: OwnedFd,
    stdout: OwnedFd,
}

impl Takeover {
    pub(super) fn begin() -> io::Result<Takeover> {
        let null = File::open("/dev/null")?;
        let stdin = io::stdin().as_fd().try_clone_to_owned()?;
        let stdout = io::stdout().as_fd().try_clone_to_owned()?;
        // From here on, dropping it puts back what was changed.
        let takeover = Takeover { stdin, stdout };
        dup2_stdout(stderr())?;
        dup2_stdin(&null)?;
        // What was printed without a newline before belongs to standard error as well.
        flush();
        Ok(takeover)
    }
}

impl Drop for Takeover {
    fn drop(&mut self) {
        flush();
        // These fail only for descriptors that are not open, and ours are.
        let _ = dup2_stdout(&self.stdout);
        let _ = dup2_stdin(&self.stdin);
    }
}

/// Sends on what the standard library still holds back of a printed line.
fn flush() {
    // Standard error may be closed at its other end; what was printed is lost then.
    let _ = io::stdout().flush();
}
