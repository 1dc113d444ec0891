//! What a server wants to know before it goes on, where nobody is asked.

use snodo_client::Reply;
use snodo_core::model::{InputRequest, InputRequired};

use super::json::Layout;
use super::screen::Screen;
use super::table::Table;
use crate::exit::{Exit, Failure};
use crate::notices::Notices;

/// Shows the questions.
pub(crate) fn show_demand(
    demand: &Reply<InputRequired>,
    screen: &mut Screen,
    notices: &Notices,
) -> Result<Exit, Failure> {
    if screen.is_json() {
        screen.json(demand.raw(), Layout::Line)?;
        return Ok(Exit::InputRequired);
    }
    let mut table = Table::new(&["KEY", "ASKS FOR", "QUESTION"]);
    for (key, question) in demand.requests() {
        let (what, text) = match question {
            InputRequest::Form(form) => ("a form", form.message().to_owned()),
            InputRequest::Url(url) => ("a visit", format!("{} {}", url.message(), url.url())),
            InputRequest::Sampling(_) => ("a model", String::new()),
            InputRequest::Roots(_) => ("directories", String::new()),
            other => (other.method(), String::new()),
        };
        table.row(&[key.into(), what.into(), text]);
    }
    table.show(screen)?;
    screen.flush()?;
    notices.say(
        "snodo: the server wants to know more: call on a terminal, or go on with --answer and --state (--json shows both)",
    );
    Ok(Exit::InputRequired)
}
