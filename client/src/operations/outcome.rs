//! Calls that may end with a demand for input: judged, answered, sent again.

use serde::de::DeserializeOwned;
use snodo_core::code::HEADER_MISMATCH;

use super::sealed::Sealed;
use super::{Output, tools};
use crate::error::{Error, ErrorKind};
use crate::exchange::Running;
use crate::input::Rounds;
use crate::machine::Verdict;
use crate::reply::{Outcome, Reply};

impl<T> Sealed for Outcome<T> {}

impl<T: DeserializeOwned + Send + 'static> Output for Outcome<T> {
    async fn run(mut running: Running) -> Result<Self, Error> {
        let mut rounds = Rounds::new(running.client.shared.defaults.max_rounds);
        loop {
            let result = running.exchange_with_fields().await?;
            let verdict = Verdict::of(running.request.method(), &result);
            let demand = match verdict.map_err(|error| running.of_call(error))? {
                Verdict::Complete => {
                    let schema = running.options.schema.as_deref();
                    if let Some(fault) = schema.and_then(|schema| tools::fault(schema, &result)) {
                        let message = format!("the result does not fit the tool's output schema: {fault}");
                        return Err(running.of_call(Error::result(message, &result)));
                    }
                    let reply = Reply::decode(&result).map_err(|error| running.of_call(error))?;
                    return Ok(Self::Complete(reply));
                }
                Verdict::InputRequired(demand) => demand,
            };
            let handlers = running.client.shared.handlers.clone();
            let has_handler = demand.requests().any(|(_, question)| handlers.knows(question));
            // With nobody who answers anything, the demand is the caller's to see.
            if !running.options.answers_itself || (demand.requests().next().is_some() && !has_handler) {
                return Ok(Self::InputRequired(Reply::new(*demand, &result)));
            }
            let answers = running.within(rounds.answer(&handlers, &demand)).await;
            let answers = answers.flatten().map_err(|error| running.of_call(error))?;
            running.request.set_input_responses(answers.responses);
            running.request.set_request_state(answers.state);
            if let Some(pause) = answers.pause {
                running.pause(pause).await.map_err(|error| running.of_call(error))?;
            }
        }
    }
}

impl Running {
    /// The result of a request that must be complete.
    pub(super) async fn complete_result(&mut self) -> Result<String, Error> {
        let result = self.exchange().await?;
        match Verdict::of(self.request.method(), &result).map_err(|error| self.of_call(error))? {
            Verdict::Complete => Ok(result),
            Verdict::InputRequired(_) => {
                let error = Error::result("the server demands input for a method that takes none", &result);
                Err(self.of_call(error))
            }
        }
    }

    /// Names the method that an error is about, where no single request is.
    pub(super) fn of_call(&self, error: Error) -> Error {
        error.of_method(self.request.method())
    }

    /// Sends a request, and a call of a tool by name once more when the server misses header fields that only the tool's
    /// definition tells.
    async fn exchange_with_fields(&mut self) -> Result<String, Error> {
        let may_retry = self.client.shared.transport.has_headers() && self.request.method() == "tools/call";
        let refused = match self.exchange().await {
            Err(error)
                if may_retry && error.code() == HEADER_MISMATCH && error.kind() == ErrorKind::Protocol =>
            {
                error
            }
            result => return result,
        };
        match tools::find_fields(self).await? {
            Some(fields) => {
                self.request.set_fields(fields);
                self.exchange().await
            }
            None => Err(refused),
        }
    }
}
