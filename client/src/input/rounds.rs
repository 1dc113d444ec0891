//! From one demand for input to the next.

use std::time::Duration;

use snodo_core::code::{INTERNAL_ERROR, INVALID_PARAMS};
use snodo_core::json::Writer;
use snodo_core::model::{InputRequired, JsonObject};

use super::Handlers;
use crate::error::{CONNECTION_CLOSED, Error};

/// How often a server may ask within one call, and what came of it so far.
pub(crate) struct Rounds {
    left: u32,
    limit: u32,
}

/// What goes along with the next request.
pub(crate) struct Answers {
    pub(crate) responses: Option<JsonObject>,
    pub(crate) state: Option<Box<str>>,
    /// How long to wait before: a server that only wants to be asked again is not to be flooded.
    pub(crate) pause: Option<Duration>,
}

/// The pause before a round in which nothing was asked.
const PACE: Duration = Duration::from_millis(250);

impl Rounds {
    pub(crate) fn new(limit: u32) -> Self {
        Self { left: limit, limit }
    }

    /// Answers one demand: all questions are looked at before the first one is answered, then they are answered in the
    /// order of their keys.
    pub(crate) async fn answer(
        &mut self,
        handlers: &Handlers,
        demand: &InputRequired,
    ) -> Result<Answers, Error> {
        if self.left == 0 {
            let message = format!("the server demands input again after {} rounds", self.limit);
            let data = format!("{{\"maxInputRounds\":{}}}", self.limit);
            return Err(Error::input(CONNECTION_CLOSED, message).with_data(&data));
        }
        self.left -= 1;
        let mut questions: Vec<_> = demand.requests().collect();
        questions.sort_unstable_by_key(|(key, _)| *key);
        if let Some((key, question)) = questions.iter().find(|(_, question)| !handlers.knows(question)) {
            let message =
                format!("the server asks {} ({key:?}), which this client does not answer", question.method());
            return Err(Error::input(INVALID_PARAMS, message));
        }
        let mut responses = Vec::new();
        let w = &mut Writer::new(&mut responses);
        let mut before = "{";
        for (key, question) in &questions {
            let answer = handlers.answer(question).await.map_err(|fault| {
                let message = format!("the handler for {} ({key:?}) failed: {fault}", question.method());
                Error::input(INTERNAL_ERROR, message)
            })?;
            w.literal(before).string(key).literal(":").raw(&answer);
            before = ",";
        }
        w.literal(if questions.is_empty() { "{}" } else { "}" });
        let has_questions = !questions.is_empty();
        Ok(Answers {
            responses: has_questions.then(|| serde_json::from_slice(&responses).unwrap_or_default()),
            state: demand.state_text().map(Into::into),
            pause: (!has_questions).then_some(PACE),
        })
    }
}
