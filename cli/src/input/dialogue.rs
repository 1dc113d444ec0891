//! Lines to and from a person.

use std::io::{self, BufRead, Read as _, Write};

use crate::terminal::visible;

/// A terminal, line by line. Whatever a server has chosen is made visible before it is shown.
pub(super) struct Dialogue<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

/// What was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    Line(String),
    /// `:none`
    Nothing,
    /// `:decline`
    Decline,
    /// `:cancel`, or the end of the input.
    Cancel,
}

/// More than a terminal hands over as one line.
const MAX_LINE: u64 = 1024 * 1024;

impl<'a> Dialogue<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write) -> Self {
        Self { input, output }
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", visible(text))
    }

    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Typed> {
        write!(self.output, "{}: ", visible(prompt))?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.take(MAX_LINE).read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            return Ok(Typed::Cancel);
        }
        Ok(match line.trim() {
            ":none" => Typed::Nothing,
            ":decline" => Typed::Decline,
            ":cancel" => Typed::Cancel,
            line => Typed::Line(line.to_owned()),
        })
    }
}
