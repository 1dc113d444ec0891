//! Any other method.

use serde::Serialize;
use snodo_core::model::JsonObject;

use super::request;
use crate::call::Call;
use crate::client::Client;
use crate::reply::Outcome;

impl Client {
    /// Calls any method, such as an extension's. The parameters are anything that serde writes as a JSON object; `()` is
    /// none. What the client says about itself is added to `_meta` and overrides nothing there.
    ///
    /// `subscriptions/listen` is refused before anything is sent: it is answered by a stream, see
    /// [`listen`](Self::listen).
    pub fn request(&self, method: &str, params: impl Serialize) -> Call<Outcome<JsonObject>> {
        Call::new(self, request(method, &params))
    }
}
