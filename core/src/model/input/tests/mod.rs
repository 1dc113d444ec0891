//! What is asked and what is answered, byte by byte.

mod answers;
mod forms;
mod requests;

use alloc::string::String;

use super::request::InputRequest;
use crate::jsonrpc::{ClientCapabilities, write_required};
use crate::model::tests::written;

/// A question as it is sent.
fn sent(request: impl Into<InputRequest>) -> String {
    let request = request.into();
    assert_eq!(request.check(), Ok(()), "{request:?}");
    written(|w| request.write(w))
}

/// What the client must have declared.
fn needs(request: impl Into<InputRequest>) -> String {
    let mut needs = ClientCapabilities::default();
    request.into().add_needs(&mut needs);
    written(|w| write_required(needs, w))
}

/// Whether a question cannot be sent.
fn is_invalid(request: impl Into<InputRequest>) -> bool {
    request.into().check().is_err()
}
