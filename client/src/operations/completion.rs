//! Suggestions for arguments.
//!
//! Spec: server/utilities/completion.

use std::collections::BTreeMap;

use serde::Serialize;
use snodo_core::model::{Completion, CompletionReference};

use super::request;
use crate::call::Call;
use crate::client::Client;
use crate::error::Error;
use crate::reply::Reply;

#[derive(Serialize)]
struct Params<'a> {
    #[serde(rename = "ref")]
    reference: CompletionReference,
    argument: Argument<'a>,
}

#[derive(Serialize)]
struct Argument<'a> {
    name: &'a str,
    value: &'a str,
}

impl Client {
    /// Suggests values for the argument `name` that go on from `value`: of a prompt, or of a resource template.
    ///
    /// Arguments that are settled already are told with [`settled`](Call::settled).
    ///
    /// Spec: server/utilities/completion.
    pub fn complete(
        &self,
        reference: CompletionReference,
        name: &str,
        value: &str,
    ) -> Call<Reply<Completion>> {
        Call::new(
            self,
            request("completion/complete", &Params { reference, argument: Argument { name, value } }),
        )
    }
}

impl Call<Reply<Completion>> {
    /// Other arguments whose values are settled already.
    pub fn settled<K: Into<String>, V: Into<String>>(
        self,
        arguments: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        #[derive(serde::Deserialize, Serialize)]
        struct Whole {
            #[serde(flatten)]
            params: serde_json::Map<String, serde_json::Value>,
            context: Context,
        }
        #[derive(serde::Deserialize, Serialize)]
        struct Context {
            arguments: BTreeMap<String, String>,
        }
        let arguments = arguments.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        self.with(|request| {
            let params = request.params().to().map_err(|e| Error::usage(e.to_string()))?;
            let whole = Whole { params, context: Context { arguments } };
            request.set_params(super::object("the arguments", &whole)?);
            Ok(())
        })
    }
}
