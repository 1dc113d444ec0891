//! What a completion answers.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use crate::json::Writer;
use crate::model::array::write_strings;
use crate::model::decode::{Decode, Raw};
use crate::model::decode_error::DecodeError;
use crate::model::invalid::{BAD_META_KEY, Invalid};
use crate::model::meta::Meta;
use crate::model::result::envelope::{read_complete, read_meta, write_complete};
use crate::model::serde_text::serde_as_json;

/// Suggestions for the value of an argument: at most [`Completion::MAX_VALUES`], the best ones first.
///
/// ```
/// use snodo_core::Completion;
///
/// let languages = ["Python", "PyTorch", "Rust"];
/// assert_eq!(Completion::matching("py", languages).values(), ["Python", "PyTorch"]);
/// ```
///
/// Spec: server/utilities/completion.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Completion {
    values: Vec<String>,
    total: Option<u64>,
    has_more: Option<bool>,
    meta: Option<Box<Meta>>,
}

impl Completion {
    /// How many values an answer may hold.
    pub const MAX_VALUES: usize = 100;

    /// These values. Of more than [`MAX_VALUES`](Self::MAX_VALUES) the first are kept, and the answer says that there
    /// are more, and how many.
    ///
    /// All of `values` is gone through: bound what may be endless.
    pub fn new<V: Into<String>>(values: impl IntoIterator<Item = V>) -> Self {
        let mut values = values.into_iter();
        let kept = values.by_ref().take(Self::MAX_VALUES).map(Into::into).collect();
        let completion = Self { values: kept, ..Self::default() };
        match values.count() {
            0 => completion,
            cut => completion.total(Self::MAX_VALUES as u64 + cut as u64).has_more(true),
        }
    }

    /// Those of `values` that start with `prefix`, upper and lower case being the same, in their order. The answer
    /// says how many there are in all.
    pub fn matching<V: AsRef<str> + Into<String>>(prefix: &str, values: impl IntoIterator<Item = V>) -> Self {
        let found = Self::new(values.into_iter().filter(|value| starts_with(value.as_ref(), prefix)));
        let total = found.total.unwrap_or(found.values.len() as u64);
        let has_more = found.has_more.unwrap_or(false);
        found.total(total).has_more(has_more)
    }

    /// How many values there are in all, sent or not. A number that is smaller than that of the values is raised to
    /// it.
    pub fn total(self, total: u64) -> Self {
        Self { total: Some(total.max(self.values.len() as u64)), ..self }
    }

    /// Whether there are more than these, for answers that cannot say how many.
    pub fn has_more(self, has_more: bool) -> Self {
        Self { has_more: Some(has_more), ..self }
    }

    /// A `_meta` member of the result. A key that breaks the grammar makes the answer -32603.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.get_or_insert_default().insert(key.into(), &value.into());
        self
    }

    /// The values.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// How many values there are in all, where that is said.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        self.total
    }

    /// Whether there are more than these, where that is said.
    #[must_use]
    pub fn is_partial(&self) -> Option<bool> {
        self.has_more
    }

    pub(crate) fn own_meta(&self) -> Option<&Meta> {
        self.meta.as_deref()
    }

    pub(crate) fn check(&self) -> Result<(), Invalid> {
        match self.own_meta().and_then(Meta::bad_key) {
            Some(_) => Err(BAD_META_KEY),
            None => Ok(()),
        }
    }

    /// Writes `"completion":{…}`.
    pub(crate) fn write_members(&self, w: &mut Writer<'_>) {
        write_strings(&self.values, w.literal("\"completion\":{\"values\":"));
        if let Some(total) = self.total {
            w.literal(",\"total\":").unsigned(total);
        }
        if let Some(has_more) = self.has_more {
            w.literal(if has_more { ",\"hasMore\":true" } else { ",\"hasMore\":false" });
        }
        w.literal("}");
    }
}

serde_as_json!(Completion => |completion, w| {
    write_complete(|w| completion.write_members(w), completion.own_meta(), w);
});

impl Decode for Completion {
    fn decode(raw: Raw<'_>) -> Result<Self, DecodeError> {
        let members = read_complete(raw)?;
        let completion = members.child("completion")?;
        let read = || {
            Ok(Self {
                values: completion.required("values")?,
                total: completion.optional("total")?,
                has_more: completion.optional("hasMore")?,
                meta: None,
            })
        };
        let completion = read().map_err(|error: DecodeError| error.inside("completion"))?;
        Ok(Self { meta: read_meta(&members)?, ..completion })
    }
}

fn starts_with(value: &str, prefix: &str) -> bool {
    let mut value = value.chars().flat_map(char::to_lowercase);
    prefix.chars().flat_map(char::to_lowercase).all(|expected| value.next() == Some(expected))
}

/// What a completion's function may return: [`Completion`] itself, or its values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a completion",
    note = "return a `Vec<String>`, a `Vec<&'static str>`, an array of `&'static str`, or a `Completion`"
)]
pub trait IntoCompletion {
    /// Makes it a completion.
    fn into_completion(self) -> Completion;
}

impl IntoCompletion for Completion {
    fn into_completion(self) -> Completion {
        self
    }
}

impl IntoCompletion for Vec<String> {
    fn into_completion(self) -> Completion {
        Completion::new(self)
    }
}

impl IntoCompletion for Vec<&'static str> {
    fn into_completion(self) -> Completion {
        Completion::new(self)
    }
}

impl<const N: usize> IntoCompletion for [&'static str; N] {
    fn into_completion(self) -> Completion {
        Completion::new(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::written;

    fn members(completion: &Completion) -> String {
        written(|w| completion.write_members(w))
    }

    #[test]
    fn what_is_not_known_is_not_written() {
        assert_eq!(members(&Completion::default()), r#""completion":{"values":[]}"#);
        assert_eq!(members(&["a", "b\"c"].into_completion()), r#""completion":{"values":["a","b\"c"]}"#);
    }

    #[test]
    fn the_total_is_never_smaller_than_what_is_there() {
        let three = Completion::new(["a", "b", "c"]);
        assert_eq!(members(&three.clone().total(2)), r#""completion":{"values":["a","b","c"],"total":3}"#);
        assert_eq!(
            members(&three.total(10).has_more(true)),
            r#""completion":{"values":["a","b","c"],"total":10,"hasMore":true}"#
        );
    }

    #[test]
    fn a_hundred_values_pass_and_more_are_cut() {
        let numbers = |n: u32| (0..n).map(|n| alloc::format!("{n}")).collect::<Vec<_>>();
        let hundred = members(&numbers(100).into_completion());
        assert!(hundred.ends_with(r#","98","99"]}"#), "{hundred}");
        let more = members(&numbers(150).into_completion());
        assert!(more.ends_with(r#","98","99"],"total":150,"hasMore":true}"#), "{more}");
    }

    #[test]
    fn prefixes_match_in_upper_and_lower_case() {
        for (prefix, expected) in [
            ("", r#""completion":{"values":["Ärger","ärmel","Arm"],"total":3,"hasMore":false}"#),
            ("ÄR", r#""completion":{"values":["Ärger","ärmel"],"total":2,"hasMore":false}"#),
            ("armee", r#""completion":{"values":[],"total":0,"hasMore":false}"#),
        ] {
            assert_eq!(members(&Completion::matching(prefix, ["Ärger", "ärmel", "Arm"])), expected);
        }
    }

    #[test]
    fn a_bad_meta_key_is_found() {
        assert_eq!(Completion::default().meta("ok", 1).check(), Ok(()));
        assert_eq!(Completion::default().meta("a b", 1).check(), Err(BAD_META_KEY));
    }
}
