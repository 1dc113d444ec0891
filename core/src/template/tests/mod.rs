//! Literal tables first; then what holds for whatever a generator makes up.

mod sample;

mod decode;
mod generated;
mod matching;
mod overlap;
mod parse;

/// How many bytes were looked at, for tests that cost grows no faster than the input.
pub(super) mod cost {
    extern crate std;

    use core::cell::Cell;

    std::thread_local! {
        static BYTES: Cell<usize> = const { Cell::new(0) };
    }

    pub(in super::super) fn add(bytes: usize) {
        BYTES.set(BYTES.get() + bytes);
    }

    /// The bytes that `work` looks at.
    pub(super) fn of(work: impl FnOnce()) -> usize {
        let before = BYTES.get();
        work();
        BYTES.get() - before
    }
}
