//! Whether another child is started after one that died, and when.

use std::time::{Duration, Instant};

/// How often, and how long after the death of the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Restart {
    pub(super) tries: u32,
    pub(super) delay: Duration,
}

impl Restart {
    /// When the next child may be started, after `failed` of them in a row that answered nothing, the last of which died
    /// at `death`. None when there were enough.
    pub(super) fn next(self, failed: u32, death: Instant) -> Option<Instant> {
        let delay = self.delay.saturating_mul(2_u32.saturating_pow(failed));
        // What the clock cannot count to never comes.
        (failed < self.tries).then(|| death.checked_add(delay)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_try_waits_twice_as_long() {
        let (restart, death) = (Restart { tries: 3, delay: Duration::from_millis(200) }, Instant::now());
        let delays = (0..4).map(|failed| restart.next(failed, death).map(|at| (at - death).as_millis()));
        assert_eq!(delays.collect::<Vec<_>>(), [Some(200), Some(400), Some(800), None]);
        let endless = Restart { tries: u32::MAX, delay: Duration::MAX };
        assert_eq!(endless.next(40, death), None);
        assert_eq!(Restart { tries: 0, ..restart }.next(0, death), None);
    }
}
