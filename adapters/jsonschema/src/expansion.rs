//! How many schemas are about one place of a value once references are followed, and how deep they are nested there.
//!
//! Each is looked at for each value at that place, and references multiply: thirty schemas that each refer twice to the
//! next are a billion. So does `unevaluatedProperties`, which looks once more at all that stands beside it.

use crate::positions::Positions;

/// How many schemas may be about one place, each counted as often as it is looked at.
const MAX_COUNT: u32 = 4_096;
/// How deep they may be nested.
const MAX_NESTING: u32 = 64;

/// The size of the schemas about one place, at its worst each.
///
/// # Errors
///
/// A schema refers to itself at the same place, or is beyond the bounds.
pub(crate) fn most(positions: &Positions<'_>) -> Result<Size, String> {
    let mut known = vec![State::Unknown; positions.len()];
    let mut most = Size { count: 1, marking: 1, nesting: 1 };
    for at in 0..positions.len() {
        let size = measure(positions, &mut known, at, 1)?;
        most.count = most.count.max(size.count);
        most.nesting = most.nesting.max(size.nesting);
    }
    Ok(most)
}

#[derive(Debug, Clone, Copy)]
enum State {
    Unknown,
    /// Being measured, further up in the recursion.
    Begun,
    Known(Size),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// How many schemas are looked at to check a value.
    pub(crate) count: u32,
    /// How many are to find out which parts of a value they say something about.
    marking: u32,
    pub(crate) nesting: u32,
}

/// The recursion ends at the bound on nesting.
fn measure(positions: &Positions<'_>, known: &mut [State], at: usize, above: u32) -> Result<Size, String> {
    match known[at] {
        State::Known(size) => return Ok(size),
        State::Begun => {
            return Err(format!(
                "{} refers to itself without going into the value",
                name(&positions.pointer(at))
            ));
        }
        State::Unknown => known[at] = State::Begun,
    }
    let mut size = Size { count: 1, marking: 1, nesting: 1 };
    for &part in positions.same_place(at) {
        if above == MAX_NESTING {
            return Err(too_deep(&positions.pointer(at)));
        }
        let part = measure(positions, known, part, above + 1)?;
        size.count = size.count.saturating_add(part.count);
        size.marking = size.marking.saturating_add(part.count).saturating_add(part.marking);
        size.nesting = size.nesting.max(part.nesting + 1);
    }
    if positions.asks_what_is_unevaluated(at) {
        size.count = size.count.saturating_add(size.marking);
    }
    if size.nesting > MAX_NESTING {
        return Err(too_deep(&positions.pointer(at)));
    }
    if size.count > MAX_COUNT {
        return Err(format!(
            "{} makes more than {MAX_COUNT} schemas about one place of the value",
            name(&positions.pointer(at))
        ));
    }
    known[at] = State::Known(size);
    Ok(size)
}

fn too_deep(pointer: &str) -> String {
    format!("{} nests schemas about one place of the value more than {MAX_NESTING} deep", name(pointer))
}

fn name(pointer: &str) -> &str {
    if pointer.is_empty() { "the schema" } else { pointer }
}
