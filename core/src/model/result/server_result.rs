//! A result, or a demand for input.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::model::input::InputRequired;

/// What a request is answered with that the server may need input for: `tools/call`, `prompts/get`, `resources/read`.
///
/// Spec: basic, section "Result Responses".
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ServerResult<R> {
    /// The result.
    Complete(R),
    /// What has to be answered first.
    InputRequired(InputRequired),
}

impl<R: Serialize> Serialize for ServerResult<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Complete(result) => result.serialize(serializer),
            Self::InputRequired(demand) => demand.serialize(serializer),
        }
    }
}

impl<'de, R: DeserializeOwned> Deserialize<'de> for ServerResult<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Typed<'a> {
            #[serde(borrow)]
            result_type: Option<Cow<'a, str>>,
        }
        let text = Box::<RawValue>::deserialize(deserializer)?;
        let typed: Typed<'_> = serde_json::from_str(text.get()).map_err(de::Error::custom)?;
        let result = match typed.result_type.as_deref() {
            Some("input_required") => serde_json::from_str(text.get()).map(Self::InputRequired),
            None | Some("complete") => serde_json::from_str(text.get()).map(Self::Complete),
            Some(_) => return Err(de::Error::custom("resultType must be complete or input_required")),
        };
        result.map_err(de::Error::custom)
    }
}
