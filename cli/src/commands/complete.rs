//! Suggestions for an argument.

use snodo_core::model::CompletionReference;

use crate::args::{Complete, texts};
use crate::exit::{Exit, Failure};
use crate::output::Layout;
use crate::server::Server;
use crate::session::Session;

pub(super) async fn run(given: &Complete, session: &mut Session) -> Result<Exit, Failure> {
    let server = Server::given(given.url.as_ref(), &given.command)?;
    let Some((name, typed)) = given.argument.split_once('=') else {
        return Err(Failure::Usage(format!("{:?} is not ARGUMENT=TYPED", given.argument)));
    };
    let reference = match (&given.prompt, &given.template) {
        (Some(name), _) => CompletionReference::Prompt { name: name.clone(), title: None },
        (None, Some(uri)) => CompletionReference::Resource { uri: uri.clone() },
        (None, None) => {
            return Err(Failure::Usage("--prompt or --template says whose argument it is".into()));
        }
    };
    let settled = texts(&given.settled)?;
    let client = session.connect(&server).await?;
    let mut call = session.call(client.complete(reference, name, typed));
    if !settled.is_empty() {
        call = call.settled(settled);
    }
    let reply = call.await?;
    session.notices.clear();
    if session.screen.is_json() {
        session.screen.json(reply.raw(), Layout::Line)?;
        return Ok(Exit::Done);
    }
    for value in reply.values() {
        session.screen.line(value)?;
    }
    session.screen.flush()?;
    let shown = reply.values().len();
    match (reply.count(), reply.is_partial()) {
        (Some(count), _) if count > shown as u64 => {
            session.notices.say(&format!("snodo: {shown} of {count} values"));
        }
        (_, Some(true)) => session.notices.say("snodo: there are more values"),
        _ => {}
    }
    Ok(Exit::Done)
}
