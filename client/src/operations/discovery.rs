//! What a server is.
//!
//! Spec: server/discover.

use snodo_core::model::DiscoverResult;

use super::request;
use crate::call::Call;
use crate::client::Client;
use crate::reply::Reply;

impl Client {
    /// Asks which protocol revisions the server speaks, what it can do, and how to use it. No other call needs it.
    ///
    /// Spec: server/discover.
    pub fn discover(&self) -> Call<Reply<DiscoverResult>> {
        Call::new(self, request("server/discover", &()))
    }
}
