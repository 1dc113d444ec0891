//! Checking one value.

use jsonschema::Validator;
use snodo_core::CompiledSchema;
use snodo_core::json::Fault;

use crate::meter::Meter;
use crate::seen::{Metered, Seen};
use crate::value::Part;
use crate::words;

pub(crate) struct Compiled {
    pub(crate) validator: Validator<Metered>,
    pub(crate) max_bytes: usize,
    pub(crate) max_depth: u32,
    /// How many levels of brackets the schema may look into.
    pub(crate) max_levels: u32,
    pub(crate) max_steps: u32,
}

impl CompiledSchema for Compiled {
    fn fault(&self, value: &str) -> Option<String> {
        if value.len() > self.max_bytes {
            return Some(format!("the value must have at most {} bytes", self.max_bytes));
        }
        let value = match Part::read(value, self.max_depth) {
            Ok(value) => value,
            Err(Fault::Depth) => return Some(too_deep(self.max_depth)),
            Err(fault) => return Some(format!("the value cannot be read: {fault}")),
        };
        let meter = Meter::new(self.max_steps);
        let fits = self.validator.is_valid(Seen::new(&value, self.max_levels, &meter));
        if meter.was_too_deep() {
            return Some(too_deep(self.max_levels));
        }
        if meter.is_overdrawn() {
            return Some("the value takes more steps to check than are allowed".into());
        }
        (!fits).then(|| self.explain(&value))
    }
}

impl Compiled {
    /// The first fault of a value that is known to have one. Where it is takes more to find than whether it is.
    #[cold]
    fn explain(&self, value: &Part<'_>) -> String {
        let root = if let Part::Object(_) = value { "the object" } else { "the value" };
        let meter = Meter::new(self.max_steps);
        let found = self.validator.validate(Seen::new(value, self.max_levels, &meter));
        match found {
            Err(error) if !meter.is_overdrawn() => words::describe(&error, root),
            _ => format!("{root} does not fit its schema"),
        }
    }
}

fn too_deep(levels: u32) -> String {
    format!("the value must be nested at most {levels} levels deep")
}
