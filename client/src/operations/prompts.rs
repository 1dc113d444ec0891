//! Prompts.
//!
//! Spec: server/prompts.

use serde::Serialize;
use snodo_core::model::PromptResult;

use super::{object, request};
use crate::call::Call;
use crate::client::Client;
use crate::reply::Outcome;

#[derive(Serialize)]
struct Params<'a, A> {
    name: &'a str,
    arguments: A,
}

impl Client {
    /// Gets a prompt by its name. The arguments are anything that serde writes as a JSON object of texts; `()` is none.
    ///
    /// Spec: server/prompts, section "Getting a Prompt".
    pub fn get_prompt(&self, name: &str, arguments: impl Serialize) -> Call<Outcome<PromptResult>> {
        let arguments = object("the arguments", &arguments);
        Call::new(self, arguments.and_then(|arguments| request("prompts/get", &Params { name, arguments })))
    }
}
