//! What can be asked of a server, one file for each kind.

mod completion;
mod discovery;
mod listing;
mod outcome;
mod prompts;
mod request;
mod resources;
mod tools;

use std::future::Future;

use serde::Serialize;
use serde::de::DeserializeOwned;
use snodo_core::model::JsonObject;

use crate::error::Error;
use crate::exchange::Running;
use crate::machine::Request;
use crate::reply::Reply;

pub use listing::{Listed, Page};
pub use tools::ToolRef;

/// What a [`Call`](crate::Call) can give. Implemented for the results of this crate's operations alone.
pub trait Output: Sized + Send + 'static + sealed::Sealed {
    /// Carries out the call.
    #[doc(hidden)]
    fn run(running: Running) -> impl Future<Output = Result<Self, Error>> + Send;
}

pub(crate) mod sealed {
    /// Keeps [`Output`](super::Output) to this crate.
    pub trait Sealed {}
}

impl<T> sealed::Sealed for Reply<T> {}

impl<T: DeserializeOwned + Send + 'static> Output for Reply<T> {
    async fn run(mut running: Running) -> Result<Self, Error> {
        let result = running.complete_result().await?;
        Self::decode(&result).map_err(|error| running.of_call(error))
    }
}

/// The request of a method with parameters that can be written as an object; nothing, such as `()`, is an empty one.
fn request(method: &str, params: &impl Serialize) -> Result<Request, Error> {
    Request::new(method, object("the parameters", params)?)
}

/// What a caller has given as an object; nothing, such as `()` and `None`, is an empty one.
fn object(what: &str, value: &impl Serialize) -> Result<JsonObject, Error> {
    match JsonObject::new(value) {
        Ok(object) => Ok(object),
        Err(_) if matches!(serde_json::to_string(value).as_deref(), Ok("null")) => Ok(JsonObject::default()),
        Err(_) => Err(Error::usage(format!("{what} cannot be written as a JSON object"))),
    }
}
