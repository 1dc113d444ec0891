//! The lines of a head, found as they arrive.

use core::ops::Range;

use memchr::memchr;

/// A line that ends in LF alone.
pub(crate) struct BareLf;

/// Searches for line ends without looking at any byte twice, however small the pieces are in which they come.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    line: usize,
    searched: usize,
}

impl Lines {
    /// The next line of `bytes` without its CRLF, if it is complete; the line after it comes next. `bytes` are
    /// what they were last time, with more at the end.
    pub(crate) fn next(&mut self, bytes: &[u8]) -> Result<Option<Range<usize>>, BareLf> {
        let Some(offset) = memchr(b'\n', &bytes[self.searched..]) else {
            self.searched = bytes.len();
            return Ok(None);
        };
        let lf = self.searched + offset;
        if lf == self.line || bytes[lf - 1] != b'\r' {
            return Err(BareLf);
        }
        let line = self.line..lf - 1;
        *self = Lines { line: lf + 1, searched: lf + 1 };
        Ok(Some(line))
    }
}
