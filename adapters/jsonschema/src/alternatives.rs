//! Which of several alternatives a value was meant to be, so that the fault within it can be told.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonTypeSet, ValidationError};

pub(crate) enum Meant<'e, 'i> {
    /// The fault itself, or the one within the alternative that was meant.
    Fault(&'e ValidationError<'i>),
    /// All alternatives are for values of other types.
    Types(JsonTypeSet),
    /// All alternatives ask for another value at the place of this fault.
    Values(&'e ValidationError<'i>),
}

/// Looks into a fault of alternatives: those for values of other types are not meant, then those for another kind of
/// value, and when that leaves one, its first fault is.
pub(crate) fn meant<'e, 'i>(mut error: &'e ValidationError<'i>) -> Meant<'e, 'i> {
    loop {
        let (Kind::AnyOf { context } | Kind::OneOfNotValid { context }) = error.kind() else {
            return Meant::Fault(error);
        };
        let is_typed = |faults: &&Vec<_>| !faults.iter().any(|fault| type_at(error, fault).is_some());
        let typed: Vec<_> = context.iter().filter(is_typed).collect();
        if typed.is_empty() {
            return other_types(error, context).map_or(Meant::Fault(error), Meant::Types);
        }
        let is_valued = |faults: &&&Vec<_>| !faults.iter().any(|fault| is_value_near(error, fault));
        let mut valued = typed.iter().filter(is_valued);
        let inner = match (typed.as_slice(), valued.next(), valued.next()) {
            ([only], ..) => only.first(),
            (_, Some(only), None) => only.first(),
            (_, None, _) => return other_value(error, &typed).map_or(Meant::Fault(error), Meant::Values),
            _ => None,
        };
        match inner {
            Some(inner) => error = inner,
            None => return Meant::Fault(error),
        }
    }
}

fn type_at(error: &ValidationError<'_>, fault: &ValidationError<'_>) -> Option<JsonTypeSet> {
    match fault.kind() {
        Kind::Type { kind } if fault.instance_path() == error.instance_path() => Some(match kind {
            TypeKind::Single(name) => JsonTypeSet::empty().insert(*name),
            TypeKind::Multiple(set) => *set,
        }),
        _ => None,
    }
}

/// Whether one value was expected at the place itself or in a direct member, which is how kinds are told apart.
fn is_value_near(error: &ValidationError<'_>, fault: &ValidationError<'_>) -> bool {
    let below = fault.instance_path().as_str().strip_prefix(error.instance_path().as_str());
    let is_near = below.is_some_and(|below| !below.get(1..).unwrap_or_default().contains('/'));
    is_near && matches!(fault.kind(), Kind::Constant { .. } | Kind::Enum { .. })
}

fn other_types(
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'static>>],
) -> Option<JsonTypeSet> {
    let mut all = JsonTypeSet::empty();
    for faults in context {
        let types = faults.iter().find_map(|fault| type_at(error, fault))?;
        for name in &types {
            all = all.insert(name);
        }
    }
    Some(all)
}

/// The value that all alternatives ask for at one place, when they do.
fn other_value<'e>(
    error: &ValidationError<'_>,
    context: &[&'e Vec<ValidationError<'static>>],
) -> Option<&'e ValidationError<'static>> {
    let first = context.first()?.iter().find(|fault| is_value_near(error, fault))?;
    let everywhere = context.iter().all(|faults| {
        faults
            .iter()
            .any(|fault| is_value_near(error, fault) && fault.instance_path() == first.instance_path())
    });
    everywhere.then_some(first)
}
