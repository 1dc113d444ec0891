//! Standard output: a terminal, or something that takes every byte.

use std::io::{self, IsTerminal as _, Write};

use super::json::{Layout, lay_out};
use crate::exit::Failure;
use crate::terminal::{self, visible};

/// Standard output.
pub(crate) struct Screen {
    out: Box<dyn Write>,
    /// None when it is no terminal, or one without a width.
    columns: Option<usize>,
    is_terminal: bool,
    is_json: bool,
}

impl Screen {
    /// The process's own.
    pub(crate) fn standard(is_json: bool) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let columns = is_terminal.then(|| terminal::width(&stdout)).flatten();
        // In blocks, whatever stands at the other end: each command flushes when it has said something.
        Self { out: Box::new(io::BufWriter::with_capacity(16 * 1024, stdout)), columns, is_terminal, is_json }
    }

    #[cfg(test)]
    pub(crate) fn of(out: impl Write + 'static, columns: Option<usize>) -> Self {
        Self { out: Box::new(out), columns, is_terminal: columns.is_some(), is_json: false }
    }

    /// Whether results are written as they came.
    pub(crate) fn is_json(&self) -> bool {
        self.is_json
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// How many columns a line may take; none when they do not matter.
    pub(crate) fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// A text with a line break at its end, which it may bring along.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.exactly(text)?;
        if !text.ends_with('\n') {
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// A text as it is, as far as that is safe.
    pub(crate) fn exactly(&mut self, text: &str) -> Result<(), Failure> {
        let shown = if self.is_terminal { visible(text) } else { text.into() };
        Ok(self.out.write_all(shown.as_bytes())?)
    }

    /// JSON and a line break.
    pub(crate) fn json(&mut self, json: &str, layout: Layout) -> Result<(), Failure> {
        lay_out(json, layout, self.is_terminal, &mut self.out)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.out.write_all(bytes)?)
    }

    /// Everything that was written is on its way.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}
