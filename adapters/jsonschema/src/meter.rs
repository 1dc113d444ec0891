//! The account of one check: when it is overdrawn the check is told that there is nothing more to see, so that it ends.

use std::cell::Cell;

/// How many faults of alternatives are kept until the first one is known. Each takes up to 6 KiB, mostly for its paths.
const MAX_FAULTS: u32 = 1_024;

#[derive(Debug)]
pub(crate) struct Meter {
    steps: Cell<u32>,
    faults: Cell<u32>,
    was_too_deep: Cell<bool>,
}

impl Meter {
    pub(crate) fn new(steps: u32) -> Self {
        Self { steps: Cell::new(steps), faults: Cell::new(MAX_FAULTS), was_too_deep: Cell::new(false) }
    }

    /// Pays for a look at a part of the value, of which `bytes` are read. `false` when there was not enough left.
    #[inline]
    pub(crate) fn pay(&self, bytes: usize) -> bool {
        let price = 1 + u32::try_from(bytes / 64).unwrap_or(u32::MAX - 1);
        let left = self.steps.get().saturating_sub(price);
        self.steps.set(left);
        left > 0
    }

    /// Pays for a fault that may be kept.
    pub(crate) fn pay_fault(&self) {
        match self.faults.get() {
            0 => self.steps.set(0),
            left => self.faults.set(left - 1),
        }
    }

    /// Ends the check because the value goes on where no more levels may be looked into.
    pub(crate) fn end_of_levels(&self) {
        self.was_too_deep.set(true);
        self.steps.set(0);
    }

    pub(crate) fn was_too_deep(&self) -> bool {
        self.was_too_deep.get()
    }

    /// What a check found since is not to be trusted.
    pub(crate) fn is_overdrawn(&self) -> bool {
        self.steps.get() == 0
    }
}
