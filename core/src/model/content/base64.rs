//! Bytes in JSON.

use alloc::string::String;
use alloc::vec::Vec;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;

/// Bytes that are read from standard Base64 with padding (RFC 4648, section 4), and from no other spelling of it: what
/// is written again is what was read.
pub(crate) struct Base64(pub(crate) Vec<u8>);

impl Decode for Base64 {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let text = String::decode(raw)?;
        STANDARD.decode(text).map(Self).map_err(|_| DecodeError::new("must be standard Base64 with padding"))
    }
}
