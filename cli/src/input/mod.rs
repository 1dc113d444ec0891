//! Putting a server's questions to the person at the terminal.

mod dialogue;
mod field;
mod form;
mod page;

use std::io::{self, IsTerminal as _};

use snodo_client::ClientBuilder;
use snodo_core::model::{ElicitResult, FormElicitation, UrlElicitation};

use crate::notices::Notices;
use dialogue::Dialogue;

/// Whether somebody can be asked: the questions go to standard error, the answers come from standard input.
pub(crate) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Whoever sits at the terminal.
#[derive(Clone)]
pub(crate) struct Person {
    /// Who asks.
    server: String,
    notices: Notices,
}

impl Person {
    pub(crate) fn new(server: String, notices: Notices) -> Self {
        Self { server, notices }
    }

    /// The same client, which asks this person.
    pub(crate) fn asked_by(self, builder: ClientBuilder) -> ClientBuilder {
        let other = self.clone();
        builder
            .on_form(move |question| {
                let person = self.clone();
                // Reading blocks its thread, and goes on there when the call is over.
                blocking::unblock(move || person.fill_in(&question))
            })
            .on_url(move |question| {
                let person = other.clone();
                blocking::unblock(move || person.visit(&question))
            })
    }

    fn fill_in(&self, question: &FormElicitation) -> io::Result<ElicitResult> {
        self.notices.clear();
        // Standard error is not held: others have something to say while an answer is awaited.
        let (mut input, mut output) = (io::stdin().lock(), io::stderr());
        form::ask(&self.server, question, &mut Dialogue::new(&mut input, &mut output))
    }

    fn visit(&self, question: &UrlElicitation) -> io::Result<ElicitResult> {
        self.notices.clear();
        let (mut input, mut output) = (io::stdin().lock(), io::stderr());
        page::ask(&self.server, question, &mut Dialogue::new(&mut input, &mut output))
    }
}
