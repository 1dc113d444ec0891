//! Going on from an earlier round, in which the server has asked something.

use clap::Args;
use snodo_client::Call;
use snodo_core::model::InputResponse;

use super::pairs::json_pairs;
use crate::exit::Failure;

#[derive(Debug, Args)]
#[command(next_help_heading = "Answers to what the server has asked")]
pub(crate) struct Round {
    /// The answer to the question of this key
    #[arg(long, value_name = "KEY=JSON")]
    answer: Vec<String>,
    /// The state that came with the questions
    #[arg(long, value_name = "TEXT")]
    state: Option<String>,
}

/// The answers, read, and the state.
pub(crate) struct Answers {
    responses: Vec<(String, InputResponse)>,
    state: Option<String>,
}

impl Round {
    pub(crate) fn read(&self) -> Result<Answers, Failure> {
        let answers = json_pairs(&self.answer, "--answer")?.into_iter().map(|(key, json)| {
            match serde_json::from_str(json.get()) {
                Ok(answer) => Ok((key, answer)),
                Err(error) => Err(Failure::Usage(format!("--answer {key}: {error}"))),
            }
        });
        Ok(Answers { responses: answers.collect::<Result<_, _>>()?, state: self.state.clone() })
    }
}

impl Answers {
    /// The call with them.
    pub(crate) fn given_to<T>(self, call: Call<T>) -> Call<T> {
        let call = if self.responses.is_empty() { call } else { call.input_responses(self.responses) };
        match self.state {
            Some(state) => call.request_state(state),
            None => call,
        }
    }
}
