//! Resources.
//!
//! Spec: server/resources.

use serde::Serialize;
use snodo_core::model::ReadResult;

use super::request;
use crate::call::Call;
use crate::client::Client;
use crate::reply::Outcome;

#[derive(Serialize)]
struct Params<'a> {
    uri: &'a str,
}

impl Client {
    /// Reads a resource by its URI, which is sent as it is.
    ///
    /// Spec: server/resources, section "Reading Resources".
    pub fn read_resource(&self, uri: &str) -> Call<Outcome<ReadResult>> {
        Call::new(self, request("resources/read", &Params { uri }))
    }
}
