//! One run: a command, the client that it makes, and what ends it.

use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_lite::future::or;
use serde_json::value::RawValue;
use snodo_client::{Call, Client};
use snodo_core::model::{ClientCapabilities, ElicitationCapability, Implementation, JsonObject};

use crate::args::{Cli, Command, Options, json_pairs, usage_error};
use crate::commands;
use crate::diagnostics::{self, Style};
use crate::exit::{Exit, Failure};
use crate::input::{Person, is_there};
use crate::notices::Notices;
use crate::output::Screen;
use crate::server::Server;
use crate::signals::Signals;

/// Runs a command to its end.
pub(crate) fn run(cli: Cli) -> Exit {
    let notices = Notices::standard();
    if cli.options.verbose {
        diagnostics::show_warnings(&notices);
    }
    let style = Style { is_json: cli.options.json, is_verbose: cli.options.verbose };
    let Cli { command, options } = cli;
    let result =
        Session::new(options, notices.clone()).and_then(|session| async_io::block_on(session.run(&command)));
    notices.clear();
    match result {
        Ok(exit) => exit,
        Err(Failure::Usage(message)) => {
            notices.say(&format!("snodo: {}", usage_error(&command, &message)));
            Exit::Usage
        }
        Err(failure) => {
            diagnostics::tell(&failure, style, &notices);
            failure.exit()
        }
    }
}

/// What a command works with.
pub(crate) struct Session {
    pub(crate) options: Options,
    pub(crate) screen: Screen,
    pub(crate) notices: Notices,
    meta: Vec<(String, Box<RawValue>)>,
    began: Instant,
    signals: Rc<Signals>,
    client: Option<Client>,
}

impl Session {
    fn new(options: Options, notices: Notices) -> Result<Self, Failure> {
        Ok(Self {
            meta: json_pairs(&options.meta, "--meta")?,
            screen: Screen::standard(options.json),
            notices,
            began: Instant::now(),
            signals: Rc::new(Signals::catch()?),
            client: None,
            options,
        })
    }

    /// Runs a command until it is done or a signal comes; either way the connection is ended in good order.
    async fn run(mut self, command: &Command) -> Result<Exit, Failure> {
        let signals = Rc::clone(&self.signals);
        let result = or(commands::run(command, &mut self), signals.next()).await;
        let result = result.and_then(|exit| self.screen.flush().map(|()| exit));
        // Whoever waits for the output need not wait for the server's end.
        if let Some(client) = self.client.take() {
            let close = async {
                match client.close().await {
                    Err(error) if self.options.verbose => self.notices.say(&format!("snodo: {error}")),
                    _ => {}
                }
                result
            };
            return or(close, signals.next()).await;
        }
        result
    }

    /// Connects, once.
    pub(crate) async fn connect(&mut self, server: &Server) -> Result<Client, Failure> {
        let mut builder = Client::builder()
            .client_info(Implementation::new("snodo", env!("CARGO_PKG_VERSION")))
            .timeout(self.options.timeout.0)
            .total_timeout(self.options.total_timeout.0);
        if !self.options.no_input && is_there() {
            builder = Person::new(server.label(), self.notices.clone()).asked_by(builder);
        } else {
            builder = builder.capabilities(answering());
        }
        self.signals.take_over();
        let client = server.connect(builder, &self.options, &self.notices).await?;
        Ok(self.client.insert(client).clone())
    }

    /// A call with what the options say of every call.
    pub(crate) fn call<T>(&self, mut call: Call<T>) -> Call<T> {
        for (key, value) in &self.meta {
            call = call.meta(key, value);
        }
        if let Some(level) = self.options.log_level {
            let notices = self.notices.clone();
            call = call.on_log(level, move |message| notices.log(&message));
        }
        if self.notices.is_terminal() {
            let notices = self.notices.clone();
            call = call.on_progress(move |progress| notices.progress(&progress));
        }
        call.total_timeout(self.time_left())
    }

    /// What is left of the time for everything.
    fn time_left(&self) -> Option<Duration> {
        self.options.total_timeout.0.map(|limit| limit.saturating_sub(self.began.elapsed()))
    }
}

/// Without a person, servers may ask all the same: the questions are shown, and answered in another call.
fn answering() -> ClientCapabilities {
    let mut elicitation = ElicitationCapability::default();
    (elicitation.form, elicitation.url) = (Some(JsonObject::default()), Some(JsonObject::default()));
    let mut capabilities = ClientCapabilities::default();
    capabilities.elicitation = Some(elicitation);
    capabilities
}
